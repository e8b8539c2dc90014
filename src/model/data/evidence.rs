//! Every published row, as the sources print it.
//!
//! The tables are text in the program and are read when somebody asks for them.

/// A published table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its number or short name.
    pub id: &'static str,
    /// What it is and where it was published.
    pub source: String,
    header: Vec<&'static str>,
    rows: Vec<Vec<&'static str>>,
}

impl Table {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A cell as text; empty where there is none.
    pub fn text(&self, row: usize, column: &str) -> &'static str {
        let index = self.header.iter().position(|name| *name == column);
        index.and_then(|i| self.rows.get(row)?.get(i).copied()).unwrap_or("")
    }

    /// A cell as a number, if it is one.
    pub fn number(&self, row: usize, column: &str) -> Option<f64> {
        self.text(row, column).parse().ok()
    }

    /// The numbers of a column; cells that are none are left out.
    pub fn column(&self, column: &str) -> Vec<f64> {
        (0..self.len()).filter_map(|row| self.number(row, column)).collect()
    }

    /// The first row where a column has this text.
    pub fn find(&self, column: &str, text: &str) -> Option<usize> {
        (0..self.len()).find(|row| self.text(*row, column) == text)
    }

    /// The rows where a column has this text.
    pub fn rows_where(&self, column: &str, text: &str) -> Vec<usize> {
        (0..self.len()).filter(|row| self.text(*row, column) == text).collect()
    }
}

macro_rules! evidence {
    ($id:literal) => {
        ($id, include_str!(concat!("../../../rules/model/evidence/", $id, ".csv")))
    };
}

const TABLES: &[(&str, &str)] = &[
    evidence!("8-1"),
    evidence!("8-2"),
    evidence!("8-3"),
    evidence!("8-4"),
    evidence!("8-5"),
    evidence!("8-6"),
    evidence!("8-7"),
    evidence!("8-8"),
    evidence!("8-9"),
    evidence!("8-10"),
    evidence!("8-11"),
    evidence!("8-12"),
    evidence!("8-13"),
    evidence!("8-14"),
    evidence!("8-15"),
    evidence!("8-16"),
    evidence!("8-17"),
    evidence!("8-18"),
    evidence!("8-19"),
    evidence!("8-20"),
    evidence!("8-21"),
    evidence!("8-22"),
    evidence!("8-23"),
    evidence!("chapter-8-prose"),
    evidence!("cilock"),
    evidence!("data-tables"),
    evidence!("function-shipping"),
    evidence!("function-shipping-100k"),
    evidence!("function-shipping-rows"),
    evidence!("lsr-lookaside"),
    evidence!("lsr-single"),
    evidence!("mobile-api-prose"),
    evidence!("mobile-api-stages"),
    evidence!("mobile-api-tables"),
    evidence!("nsr-concurrent"),
    evidence!("nsr-direct"),
    evidence!("nsr-sequential"),
    evidence!("nsr-sequential-rows"),
    evidence!("overheads"),
    evidence!("path-length-api"),
    evidence!("path-length-coupling-table"),
    evidence!("path-length-intercommunication"),
    evidence!("rls"),
    evidence!("trn1"),
    evidence!("vtam-telnet"),
    evidence!("workload-descriptions"),
    evidence!("z13-benchmark"),
];

/// The names of all tables.
pub fn ids() -> impl Iterator<Item = &'static str> {
    TABLES.iter().map(|(id, _)| *id)
}

/// Reads one table.
pub fn table(id: &str) -> Option<Table> {
    let (id, text) = TABLES.iter().find(|(name, _)| *name == id)?;
    let (notes, lines): (Vec<&str>, Vec<&str>) =
        text.lines().filter(|line| !line.is_empty()).partition(|line| line.starts_with('#'));
    let mut rows = lines.into_iter().map(|line| line.split(',').map(str::trim).collect::<Vec<_>>());
    let header = rows.next()?;
    let source = notes.first().map_or("", |note| note.trim_start_matches(['#', ' '])).to_owned();
    Some(Table { id, source, header, rows: rows.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_reads_and_is_square() {
        for id in ids() {
            let table = table(id).unwrap();
            assert!(!table.is_empty(), "{id}");
            assert!(!table.source.is_empty(), "{id}");
            for row in &table.rows {
                assert_eq!(row.len(), table.header.len(), "{id}: {row:?}");
            }
        }
        assert!(table("8-99").is_none());
    }

    #[test]
    fn cells_are_found_by_name() {
        let t = table("8-13").unwrap();
        let row = t.find("tran", "ASGX").unwrap();
        assert_eq!(t.number(row, "avg_tcb_change_modes"), Some(10.0));
        assert_eq!(t.text(row, "nothing"), "");
    }

    #[test]
    fn printed_cost_per_transaction_agrees_with_rate_and_cpu() {
        for n in 1..=8 {
            let t = table(&format!("8-{n}")).unwrap();
            for row in 0..t.len() {
                let per = t.number(row, "cics_cpu_pct").unwrap() * 10.0 / t.number(row, "etr_per_s").unwrap();
                assert!((per - t.number(row, "cpu_per_tran_ms").unwrap()).abs() < 0.0015, "8-{n} row {row}");
            }
        }
    }
}
