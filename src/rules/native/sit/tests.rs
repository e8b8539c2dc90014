//! Tables of single settings and what is said of them. The texts of the rules stand in their files.

use super::check_sit;
use crate::catalog::{self, Lookup};
use crate::rules::{Selection, Severity, Sink, all};
use crate::syntax::symbols::Symbols;
use crate::syntax::{Setting, SitForm, SitSource};
use crate::text::Span;
use std::fmt::Write as _;

/// One setting a line, no remarks: the parser has its own tests.
fn source(form: SitForm, text: &str) -> SitSource {
    let mut settings = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let name = content.find('=').unwrap_or(content.len());
        let value = (name < content.len()).then(|| Span::of(start + name + 1..start + content.len()));
        if !content.is_empty() {
            settings.push(Setting { name: Span::of(start..start + name), value });
        }
        start += line.len();
    }
    SitSource { form, span: Span::of(0..text.len()), settings, comments: Vec::new(), problems: Vec::new() }
}

/// `CODE severity at` for each finding.
fn found(form: SitForm, text: &str) -> String {
    let selection = Selection::everything();
    let mut sink = Sink::new(&selection);
    check_sit(text, &source(form, text), Symbols::NONE, &mut sink);
    let mut shown = String::new();
    for finding in sink.into_findings() {
        let severity = match finding.severity {
            Severity::Error => "E",
            Severity::Warning => "W",
            Severity::Advice => "A",
        };
        let code = all()[finding.rule as usize].code;
        write!(shown, "{code}{severity} {}; ", finding.span.of_text(text)).unwrap();
    }
    shown.trim_end_matches("; ").to_owned()
}

fn check_table(form: SitForm, cases: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (text, expected) in cases {
        let found = found(form, text);
        if found != *expected {
            writeln!(wrong, "{text:?}: expected {expected:?}, found {found:?}").unwrap();
        }
        if found.is_empty() && refused_by_catalogue(text) && form == SitForm::Sysin {
            writeln!(wrong, "{text:?}: the catalogue alone refuses it").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The checks here know more than the domain of the parameter, so they may not be silent where that is not.
fn refused_by_catalogue(setting: &str) -> bool {
    let Some((name, value)) = setting.split_once('=').filter(|_| !setting.contains('\n')) else {
        return false;
    };
    match catalog::sit_parameter(name) {
        Lookup::Full(parameter) => parameter.domain.check(value).is_err(),
        _ => false,
    }
}

#[test]
fn words_and_numbers() {
    check_table(
        SitForm::Sysin,
        &[
            ("MXT=250", ""),
            ("mxt=250", ""),
            ("MXT=9", "SIT503E 9"),
            ("MXT=2001", "SIT503E 2001"),
            ("MXT=99999999999999999999999", "SIT503E 99999999999999999999999"),
            ("MXT=-1", "SIT504E -1"),
            ("MXT=2K", "SIT504E 2K"),
            ("MXT='250'", "SIT522W '250'"),
            ("MXT=(250)", "SIT522W (250)"),
            ("MXT=(250,300)", "SIT522E 300"),
            ("MXT=", "SIT523W MXT="),
            ("MXT", "SIT523E MXT"),
            ("MXT=&MXT", "SYM401A &MXT"),
            ("ADI=4", "SIT503E 4"),
            ("ADI=100000", ""),
            ("AKPFREQ=0", ""),
            ("AKPFREQ=49", "SIT503E 49"),
            ("AKPFREQ=50", ""),
            ("ICVR=0", ""),
            ("ICVR=249", "SIT503E 249"),
            ("ICVR=250", ""),
            ("ICVR=300", "SIT505W 300"),
            ("CSDSTRNO=7", "SIT505W 7"),
            ("CSDLSRNO=NONE", ""),
            ("CSDLSRNO=255", ""),
            ("CSDLSRNO=256", "SIT503E 256"),
            ("CSDLSRNO=NEVER", "SIT504E NEVER"),
            ("TCSWAIT=0", ""),
            ("TCSWAIT=NO", ""),
            ("TCSWAIT=100", "SIT503E 100"),
            ("MSGLVL=2", "SIT502E 2"),
            ("STGPROT=Yes", ""),
            ("STGPROT=Y", "SIT502E Y"),
            ("SOTUNING=520", ""),
            ("RACFSYNC=CPSM", "SIT502E CPSM"),
            ("MINTLSLEVEL=TLS13", "SIT502E TLS13"),
            ("CICSSVC=199", "SIT503W 199"),
            ("SRBSVC=150", "SIT503W 150"),
        ],
    );
}

#[test]
fn sizes_and_times() {
    check_table(
        SitForm::Sysin,
        &[
            ("EDSALIM=64M", ""),
            ("EDSALIM=67108864", ""),
            ("EDSALIM=65536K", ""),
            ("EDSALIM=63M", "SIT503E 63M"),
            ("EDSALIM=2047M", ""),
            ("EDSALIM=2048M", "SIT503E 2048M"),
            ("EDSALIM=1G", "SIT504E 1G"),
            ("EDSALIM=M", "SIT504E M"),
            ("EDSALIM=67108865", "SIT505W 67108865"),
            ("DSALIM=5M", ""),
            ("DSALIM=1M", "SIT503E 1M"),
            ("CDSASZE=0K", ""),
            ("UDSASZE=300K", "SIT505W 300K"),
            ("TSMAINLIMIT=64M", ""),
            ("TSMAINLIMIT=33G", "SIT503E 33G"),
            ("TSMAINLIMIT=1000", "SIT504E 1000"),
            ("STATINT=3000", ""),
            ("STATINT=99", "SIT503E 99"),
            ("STATINT=006060", "SIT503E 006060"),
            ("STATINT=250000", "SIT503E 250000"),
            ("MNFREQ=0", ""),
            ("MNFREQ=99", "SIT503W 99"),
            ("MNFREQ=59", "SIT503E 59"),
            ("AIRDELAY=700", ""),
            ("AIRDELAY=0000700", "SIT522E 0000700"),
            ("PSDINT=240000", "SIT503E 240000"),
            ("PRGDLAY=0", "SIT522E 0"),
            ("PRGDLAY=0060", "SIT503E 0060"),
            ("PRGDLAY=0100", ""),
        ],
    );
    check_table(SitForm::Macro, &[("PRGDLAY=100", "")]);
}

#[test]
fn names_and_texts() {
    check_table(
        SitForm::Sysin,
        &[
            ("SYSIDNT=CICA", ""),
            ("SYSIDNT=CICSA", "SIT506E CICSA"),
            ("AIEXIT=MY-EXIT", "SIT507W -"),
            ("DFLTUSER=CICSUSER9", "SIT506E CICSUSER9"),
            ("GRNAME=1CICS", "SIT507E 1"),
            ("UOWNETQL=NET$", "SIT507E $"),
            ("SECPRFX=YES", ""),
            ("SECPRFX=PROD", ""),
            ("XCMD=CICSCMDX", "SIT506E CICSCMDX"),
            ("KEYRING=CICS.Ring One", ""),
            ("KEYRING='*AUTH*/*'", ""),
            ("JVMPROFILEDIR=/var/cics/JVMProfiles/", ""),
            ("GMTEXT='IT''S'", ""),
            ("GMTEXT=WELCOME", "SIT522E WELCOME"),
            ("PLTPI=YES", ""),
            ("PLTPI=SI", ""),
            ("PLTPI=DFHPLTPI", "SIT506E DFHPLTPI"),
            ("SIT=6$", ""),
            ("SRT=1$", ""),
            ("SRT=YES", "SIT512E YES"),
            ("PGRET=P/", ""),
            ("PGRET='P/'", "SIT522E 'P/'"),
            ("PGRET=P=", "SIT507E ="),
            ("PGRET=ABCDEFGH", "SIT506E ABCDEFGH"),
            ("FLDSEP=;,", "SIT507E ,"),
            ("FLDSTRT=+", ""),
            ("EODI=e0", ""),
            ("EODI=E", "SIT522E E"),
            ("EODI=00", "SIT522E 00"),
            ("EODI=E0E", "SIT506E E0E"),
            ("VTPREFIX=\\", ""),
            ("VTPREFIX=*", "SIT507E *"),
            ("CSDDSN=CICS.PROD.DFHCSD", ""),
            ("CSDDSN=CICS.PRODUCTION.DFHCSD", "SIT522W PRODUCTION"),
            ("GNTRAN=(CESF,KEEP)", "SIT522E KEEP"),
            ("GMTRAN=(CESN,DISCONNECT)", ""),
            ("XPPT=(YES,ALL)", "SIT522E ALL"),
        ],
    );
    check_table(
        SitForm::Macro,
        &[
            ("FLDSEP='    '", ""),
            ("FLDSEP=X", "SIT522W X"),
            ("SUFFIX=DY", "SIT522E DY"),
            ("SUFFIX=6$", "SIT522E 6$"),
            ("SUFFIX=6$\nSTARTER=YES", ""),
            ("SRT=YES", ""),
            ("MXT=", ""),
        ],
    );
}

#[test]
fn lists() {
    check_table(
        SitForm::Sysin,
        &[
            ("APPLID=CICSHAP1", ""),
            ("APPLID=(CICSHAP,CICSHAP1)", ""),
            ("APPLID=(CICSTS56,CICSTS56)", ""),
            ("APPLID=(A,B,C)", "SIT522E C"),
            ("APPLID=CICSPROD1", "SIT506E CICSPROD1"),
            ("BMS=FULL", ""),
            ("BMS=(STANDARD,COLD,,NODDS)", ""),
            ("BMS=(FULL,DDS,ALIGN,COLD,NODDS)", "SIT522E NODDS"),
            ("BMS=NO", "SIT502E NO"),
            ("GRPLIST=DFHLIST", ""),
            ("GRPLIST=(DFHLIST,SHOP*,AB+CD)", ""),
            ("GRPLIST=(A,B,C,D,E)", "SIT522E E"),
            ("GRPLIST=(DFHLIST,SHOP-1)", "SIT507W -"),
            ("INITPARM=(EQA0CPLT='NLE,STK,NWP')", ""),
            ("INITPARM=(DFHDBCON='01',PAYINIT='A''B=C')", ""),
            ("INITPARM=(DFHDBCON=01)", "SIT522E 01"),
            ("INITPARM=(DFHDBCON)", "SIT522E DFHDBCON"),
            ("INITPARM=(PROGRAM12='A')", "SIT506E PROGRAM12"),
            ("NATLANG=E", ""),
            ("NATLANG=(E)", ""),
            ("NATLANG=F", "SIT502E F"),
            ("PRVMOD=DFHPCP", ""),
            ("PRVMOD=(DFHPCP,DFHTCP)", ""),
            ("RAPOOL=50", ""),
            ("RAPOOL=(50,10,FORCE)", ""),
            ("RAPOOL=(50,60)", "SIT503W 60"),
            ("RAPOOL=(50,10,WAIT)", "SIT502E WAIT"),
            ("RAPOOL=0", "SIT503E 0"),
            ("RMTRAN=(CSGM,XXXXX)", "SIT506E XXXXX"),
            ("SKRPF7='P/P'", ""),
            ("SKRPF7=P/P", "SIT522E P/P"),
            ("SKRPF25='P/P'", "SIT501W SKRPF25"),
            ("SKRPA1='0123456789ABCDEFG'", "SIT506E '0123456789ABCDEFG'"),
            ("SPCTR=(1,2)", ""),
            ("SPCTR=ALL", ""),
            ("SPCTR=(1,4)", "SIT503W 4"),
            ("SPCTRSM=(1,2,3,4)", ""),
            ("SPCTRSJ=5", ""),
            ("SPCTRQQ=1", "SIT501W SPCTRQQ"),
            ("STNTRSM=OFF", ""),
            ("STNTR=HIGH", "SIT504E HIGH"),
            ("START=AUTO", ""),
            ("START=(COLD,ALL)", ""),
            ("START=WARM", "SIT502E WARM"),
            ("START=(COLD,SOME)", "SIT502E SOME"),
            ("TBEXITS=(,,EXITF,EXITV)", ""),
            ("TBEXITS=(,,,,,)", ""),
            ("TBEXITS=(A,B,C,D,E,F,G)", "SIT522E G"),
            ("TD=(8,5)", ""),
            ("TD=(,2)", ""),
            ("TD=8", ""),
            ("TD=(3,5)", "SIT503W 5"),
            ("TD=(3,256)", "SIT503E 256"),
            ("TS=COLD", ""),
            ("TS=(,8,5)", ""),
            ("TS=(COLD,0)", ""),
            ("TS=(,2)", "SIT503E 2"),
            ("TS=(8,5)", "SIT502E 8"),
            ("WEBDELAY=(5,60)", ""),
            ("WEBDELAY=(61,60)", "SIT503E 61"),
            ("WLMHEALTH=OFF", ""),
            ("WLMHEALTH=(0,25)", ""),
            ("WLMHEALTH=(700,25)", "SIT503E 700"),
            ("WLMHEALTH=(20,0)", "SIT503E 0"),
        ],
    );
    check_table(SitForm::Macro, &[("START=(AUTO,ALL)", "SIT512E ALL"), ("START=COLD", "")]);
}

#[test]
fn names_of_other_releases_and_sources() {
    check_table(
        SitForm::Sysin,
        &[
            ("MTX=200", "SIT501E MTX"),
            ("DCT=NO", "SIT509W DCT"),
            ("MAXJVMTCBS=5", "SIT511W MAXJVMTCBS"),
            ("XEJB=NO", "SIT511W XEJB"),
            ("ENCRYPTION=STRONG", ""),
            ("RESOVERRIDES=a.yaml", "SIT510E RESOVERRIDES"),
            ("FIPS=1403", "SIT510W FIPS"),
            ("HPO=YES", "SIT512E HPO"),
            ("SUFFIX=A1", "SIT512E SUFFIX"),
            ("RACFSYNC=YES\nSOTUNING=YES\nHTTPSERVERHDR=NO", ""),
            ("FCT=NO\nTCT=NO\nSRT=1$\nXJCT=NO", ""),
            ("SYSIN", "SIT520E SYSIN"),
            ("CONSOLE", ""),
            ("MXT=1\n.END", "SIT503E 1"),
        ],
    );
    check_table(
        SitForm::Macro,
        &[
            ("MTX=200", "SIT501W MTX"),
            ("UDSASZE=1M", "SIT512W UDSASZE"),
            ("RESOVERRIDES=a.yaml", "SIT510W RESOVERRIDES"),
            ("SYSIN", "SIT520W SYSIN"),
            ("HPO=YES", ""),
        ],
    );
    check_table(
        SitForm::Console,
        &[("SEC=NO", "SIT512E SEC"), ("XTRAN=NO", "SIT512E XTRAN"), ("MXT=100", "")],
    );
    check_table(
        SitForm::Parm,
        &[
            ("SIT=6$\nSYSIN", ""),
            ("START=&S\nSYSIN", ""),
            ("&P=1\nMXT=&M", ""),
            ("SIT=6$\nCN\nSI\n.END", ""),
            ("SYSIN\nSTART=AUTO", "SIT520W SYSIN"),
            ("SI\nSYSIN", "SIT520W SI"),
        ],
    );
}

#[test]
fn duplicates() {
    check_table(
        SitForm::Sysin,
        &[
            ("EDSALIM=500M\nEDSALIM=900M", "SIT508W EDSALIM=900M"),
            ("MXT=100\nMXT=100", "SIT508A MXT=100"),
            ("INITPARM=(A='1')\nINITPARM=(B='1')", ""),
            ("INITPARM=(A='1')\nINITPARM=(A='2')", "SIT508W A='2'"),
            ("SPCTRSO=1\nSPCTRWB=1", ""),
            ("SPCTRSO=1\nSPCTRSO=2", "SIT508W SPCTRSO=2"),
        ],
    );
}
