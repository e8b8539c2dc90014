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
    fn columns_line_up() {
        let mut table = Table::new(&["name", "n", "what"]).left(2);
        table.row(vec!["a".to_owned(), "10".to_owned(), "x".to_owned()]);
        table.row(vec!["long".to_owned(), "1".to_owned(), "yes".to_owned()]);
        assert_eq!(table.lines(), "  name   n  what\n  a     10  x\n  long   1  yes\n");
        assert_eq!([0.0, 0.0123, 1.234, 12.34, 1234.5].map(number), ["0", "0.012", "1.23", "12.3", "1234"]);
    }
}
