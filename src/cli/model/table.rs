//! Tables of aligned columns.

/// A table: the first column to the left, all others to the right.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// Columns that are put to the left beside the first.
    left: Vec<usize>,
}

impl Table {
    /// A table with these headings.
    pub(super) fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|h| (*h).to_owned()).collect()], left: vec![0] }
    }

    /// Puts a column to the left.
    pub(super) fn left(mut self, column: usize) -> Self {
        self.left.push(column);
        self
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Whether it has nothing but headings.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// The lines, each with a margin of two.
    pub(super) fn lines(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::from(" ");
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let pad = " ".repeat(width - cell.chars().count());
                line.push(' ');
                if self.left.contains(&column) {
                    line.push_str(cell);
                    line.push_str(&pad);
                } else {
                    line.push_str(&pad);
                    line.push_str(cell);
                }
                line.push(' ');
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// The longest line of a table that has a column for each transaction.
const WIDE: usize = 132;

/// A table of what transactions have under some names: a column for each transaction, or, where these are too many for a
/// line, a row for each that has anything.
pub(super) fn by_transaction(ids: &[&str], rows: Vec<(String, Vec<Option<String>>)>) -> Table {
    let headings: Vec<&str> = std::iter::once("").chain(ids.iter().copied()).collect();
    let mut table = Table::new(&headings);
    let dash = |cell: &Option<String>| cell.clone().unwrap_or_else(|| "-".to_owned());
    for (name, cells) in &rows {
        table.row(std::iter::once(name.clone()).chain(cells.iter().map(dash)).collect());
    }
    let widest = table.lines().lines().map(|line| line.chars().count()).max().unwrap_or(0);
    if widest <= WIDE {
        return table;
    }
    let mut long = Table::new(&["", "", ""]).left(1);
    for (n, id) in ids.iter().enumerate() {
        let has = rows.iter().filter_map(|(name, cells)| Some((name, cells.get(n)?.as_ref()?)));
        for (m, (name, cell)) in has.enumerate() {
            let id = if m == 0 { (*id).to_owned() } else { String::new() };
            long.row(vec![id, name.clone(), cell.clone()]);
        }
    }
    long
}

/// A number with as many digits as mean something.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        v if v >= 0.0005 => format!("{value:.3}"),
        _ => "0.000".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_transactions_than_fit_have_a_row_each() {
        let row = |count: usize| ("cpu".to_owned(), vec![Some("12.3 (10.1 to 14.5)".to_owned()); count]);
        let few = by_transaction(&["T1", "T2"], vec![row(2)]).lines();
        assert!(few.contains("T1") && few.lines().count() == 2, "{few}");
        let ids: Vec<String> = (0..500).map(|n| format!("T{n}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let many = by_transaction(&ids, vec![row(500), ("io".to_owned(), vec![None; 500])]).lines();
        assert_eq!(many.lines().count(), 501);
        assert!(many.lines().all(|line| line.chars().count() <= WIDE), "{many}");
    }

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["name", "n", "what"]).left(2);
        table.row(vec!["a".to_owned(), "10".to_owned(), "x".to_owned()]);
        table.row(vec!["long".to_owned(), "1".to_owned(), "yes".to_owned()]);
        assert_eq!(table.lines(), "  name   n  what\n  a     10  x\n  long   1  yes\n");
        assert_eq!([0.0, 0.0123, 1.234, 12.34, 1234.5].map(number), ["0", "0.012", "1.23", "12.3", "1234"]);
    }
}
