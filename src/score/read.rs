//! Reading a workload file: what the model says of it, and what the catalogue says of the settings of its `[region]`.

use super::edit::edit;
use crate::model::workload::{Fault, Refused, Workload, read, region_lines};

/// Reads a workload file. Its settings are checked as what-if edits are: a value that CICS would refuse is refused here.
pub fn read_workload(text: &str) -> Result<Workload, Refused> {
    let workload = read(text)?;
    let lines = region_lines(text);
    let faults: Vec<Fault> = workload
        .settings()?
        .into_iter()
        .filter_map(|(key, value)| {
            let fault = edit(&format!("{key}={value}")).err()?;
            let what = format!("region: {}", fault.what);
            Some(Fault { line: lines.get(&key).copied(), what, cure: fault.help })
        })
        .collect();
    if faults.is_empty() { Ok(workload) } else { Err(Refused::Faults(faults)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_the_region_are_those_that_cics_takes() {
        for (setting, says) in [
            ("'SIT.MXT' = 0", "line 2: region: SIT.MXT=0: the number is not between 10 and 2000; "),
            ("'SIT.MXT' = 1", "not between 10 and 2000"),
            ("SIT.MXT = 2001", "not between 10 and 2000"),
            ("SIT.MXT = -5", "SIT.MXT=-5: not a whole number between 10 and 2000"),
            ("SIT.MXT = 'many'", "SIT.MXT=MANY: not a whole number between 10 and 2000"),
            ("'TRANSACTION.PAY1.PRIORITY' = 256", "not between 0 and 255"),
            ("SIT.EDSALIM = 100", "plain numbers are bytes"),
            ("CONNECTION.C.ACCESSMETHOD = 'XCF'", "not a value that CICS takes"),
        ] {
            let text = format!("[region]\n{setting}\n");
            let refused = read_workload(&text).unwrap_err().to_string();
            assert!(refused.starts_with("line 2: region: ") && refused.contains(says), "{refused}");
            assert!(refused.contains("`cicslint explain "), "{refused}");
        }
        for setting in ["'SIT.MXT' = 10", "SIT.EDSALIM = '800M'", "'PROGRAM.P.REMOTESYSTEM' = ''"] {
            assert!(read_workload(&format!("[region]\n{setting}\n")).is_ok(), "{setting}");
        }
    }
}
