//! Time grows no faster than the text: JCL, SIT overrides, LIST reports, on sound text and on the worst.

use cicslint::syntax::{jcl, kind, listing, sit, symbols};
use cicslint::text::Span;
use std::hint::black_box;
use std::time::Instant;

fn whole(text: &str) -> Span {
    Span::of(0..text.len())
}

/// The time that this thread has had a processor, in seconds: other work on the machine does not count. Where the
/// system does not tell, the clock.
fn processor_time(clock: Instant) -> f64 {
    // Giving up the processor brings the account up to date.
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|field| field.parse::<f64>().ok());
    nanoseconds.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn measure(parse: &dyn Fn(&str), text: &str, times: u32) -> f64 {
    let clock = Instant::now();
    let start = processor_time(clock);
    for _ in 0..times {
        parse(black_box(text));
    }
    processor_time(clock) - start
}

/// Parses `make(n)` and `make(2n)` and compares; the best of a few measurements counts.
fn grows(name: &str, parse: &dyn Fn(&str), make: &dyn Fn(usize) -> String, n: usize) {
    let (small, large) = (make(n), make(2 * n));
    let once = measure(parse, &small, 1).max(1e-5);
    let times = ((0.02 / once).ceil() as u32).clamp(1, 500);
    let mut ratios = Vec::new();
    for _ in 0..5 {
        let ratio = measure(parse, &large, times) / measure(parse, &small, times).max(1e-9);
        if ratio < 2.3 {
            return;
        }
        ratios.push(ratio);
    }
    panic!("{name}: twice the text takes {ratios:?} times as long");
}

fn job(step: usize) -> String {
    format!(
        "//S{step:06} EXEC PGM=DFHCSDUP,REGION=0M,\n//  PARM='CSD(READWRITE),PAGESIZE(60)'\n//STEPLIB DD DISP=SHR,DSN=A.B\n\
        //* a comment\n//SYSIN DD *\n DEFINE FILE(F{step:06}) GROUP(G)\n/*\n"
    )
}

#[test]
fn jcl_grows_with_its_text() {
    let parse = |text: &str| {
        black_box(jcl::parse(text));
    };
    let repeat = |unit: &'static str| move |n: usize| unit.repeat(n);
    let sound = |n: usize| (0..n).map(job).collect::<String>();
    let some_faulty = |n: usize| {
        (0..n)
            .map(|step| if step % 100 == 0 { "//X EXCE 'A\n".to_owned() } else { job(step) })
            .collect::<String>()
    };
    let one_statement =
        |n: usize| format!("//S EXEC PGM=DFHSIP,PARM=('A',\n{}//  B)\n", "//  'C=(((',\n".repeat(n));
    let one_string = |n: usize| {
        format!(
            "{:<71}\n{}",
            "//S EXEC PGM=DFHCSDUP,PARM='A",
            format!("//             {:56}\n", "B").repeat(n)
        )
    };
    let calls = |n: usize| {
        let steps: String = (0..n).map(|step| format!("//P{step} EXEC PGM=DFHCSDUP\n")).collect();
        let calls: String = (0..n).map(|step| format!("//C EXEC P\n//P{step}.SYSIN DD *\nA\n")).collect();
        format!("//P PROC\n{steps}// PEND\n{calls}")
    };
    grows("sound", &parse, &sound, 1_000);
    grows("1 % faulty", &parse, &some_faulty, 1_000);
    grows("all faulty", &parse, &repeat("//X EXCE 'A\n//Y DD (((,\n//1 DD A)\n"), 1_500);
    grows("one statement", &parse, &one_statement, 2_500);
    grows("one string", &parse, &one_string, 1_500);
    grows("unended data", &parse, &repeat("//S EXEC PGM=DFHCSDUP\n//SYSIN DD DATA\nA\n"), 1_000);
    grows("unended data with DLM", &parse, &repeat("//S EXEC PGM=DFHCSDUP\n//SYSIN DD *,DLM=@@\nA\n"), 1_000);
    grows("stray data", &parse, &repeat("//S EXEC PGM=DFHCSDUP\n//SYSIN DD *\n/*\nA\n/*\nB\n"), 1_500);
    grows("calls", &parse, &calls, 750);
    grows("conditions", &parse, &repeat("// IF (\n//  {{{{{{{{${${${<A<A<A\n"), 1_500);
    grows("one line", &parse, &repeat("//((('''{{"), 200_000);
}

#[test]
fn sit_grows_with_its_text() {
    let sysin = |text: &str| {
        let source = sit::parse_sysin(text, whole(text));
        for value in source.settings.iter().filter_map(|setting| setting.value) {
            black_box(sit::value_text(text, source.form, value));
            black_box(sit::operands(text, source.form, value).count());
        }
    };
    let console = |text: &str| {
        black_box(sit::parse_console(text, whole(text)));
    };
    let parm = |text: &str| {
        black_box(sit::parse_parm(text, whole(text), &[whole(text)]));
    };
    let assembler = |text: &str| {
        let source = sit::parse_macro(text, whole(text));
        for value in source.settings.iter().filter_map(|setting| setting.value) {
            black_box(sit::value_text(text, source.form, value));
        }
        black_box(sit::holds_macro(text));
    };
    let repeat = |unit: &'static str| move |n: usize| unit.repeat(n);
    let after = |head: &'static str, unit: &'static str| move |n: usize| format!("{head}{}", unit.repeat(n));
    grows("sound", &sysin, &repeat("MXT=250,SEC=YES    remark\nGRPLIST=(A,\n  B)\n* c\n"), 1_000);
    grows("faulty", &sysin, &repeat("MXT 250\nGRPLIST=(A\nX='\n)=(\n"), 1_000);
    grows("one list", &sysin, &after("GRPLIST=(A,\n", "  B,\n"), 4_000);
    grows("a list and comments", &sysin, &after("GRPLIST=(A,\n", "* c\n  B,\n"), 2_500);
    grows("one text", &sysin, &after("GMTEXT='A\n", "  B\n"), 4_000);
    grows("parentheses", &sysin, &after("A=", "((((((((((\n"), 2_500);
    grows("blanks in parentheses", &sysin, &|n| format!("A=({}\n", "a ".repeat(15_000)).repeat(n), 2);
    grows("one long record", &sysin, &after("A=", "(',"), 200_000);
    grows("placeholders", &sysin, &|n| format!("A={}\n", "{{${<A ".repeat(4_000)).repeat(n), 2);
    grows("console", &console, &repeat("MXT=250 SEC=YES,A=(1,2) , B='C D'\n"), 1_500);
    grows("parm", &parm, &|n| "A=(1,2),B='C',&SYMBOL.,".repeat(n), 300);
    grows("macro", &assembler, &|n| format!("{:<71}X\n", " DFHSIT A=(1,2),B=C,  remark").repeat(n), 1_000);
    grows("one macro", &assembler, &|n| format!("{:<71}X\n", "               A,  remark").repeat(n), 1_000);
    grows("names of the macro", &assembler, &repeat("DFHSIT"), 200_000);
}

#[test]
fn listings_grow_with_their_text() {
    let parse = |text: &str| {
        black_box(listing::parse(text, whole(text)));
    };
    let after = |head: &'static str, unit: &'static str| move |n: usize| format!("{head}{}", unit.repeat(n));
    let definition =
        " FILE(F)                GROUP(G)\n            DSNAME(A)     ADD(YES)\n       OPERATIONS\n\n";
    grows("sound", &parse, &after(" GROUP NAME: G\n", definition), 750);
    grows(
        "faulty",
        &parse,
        &after(" GROUP NAME: G\n", " FILE(F) GROUP(G)\n   A(B(\n    C) D\n   e f\n"),
        1_500,
    );
    grows("one value", &parse, &after(" GROUP NAME: G\n FILE(F) GROUP(G) A(\n", "   (((b(\n"), 2_500);
    grows("closing", &parse, &after(" GROUP NAME: G\n FILE(F) GROUP(G)\n", "   a)))\n"), 2_500);
    grows("one line", &parse, &after(" FILE(F) GROUP(G) A(", "(("), 300_000);
}

#[test]
fn kinds_and_symbols_grow_with_their_text() {
    let recognise = |text: &str| {
        black_box(kind::recognise("x", text));
        black_box(kind::holds_nothing(text));
    };
    let find = |text: &str| {
        black_box(symbols::find(text));
    };
    grows("one line", &recognise, &|n| "A=(B) ".repeat(n), 300_000);
    grows("comments", &recognise, &|n| "* comment\n".repeat(n), 30_000);
    for unit in ["&A", "{{a", "${", "@a", "<A ", "%ab", "++A", "#a", "####", "xX"] {
        grows(unit, &find, &|n| unit.repeat(n), 100_000);
    }
}
