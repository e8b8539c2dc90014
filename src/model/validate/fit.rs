//! Fitting: least squares of relative errors with coefficients that can't be negative, and leaving rows out.

/// The coefficients of `columns` that fit `target` best in relative terms, none below zero.
pub fn non_negative(columns: &[Vec<f64>], target: &[f64], rows: &[usize]) -> Vec<f64> {
    non_negative_in(columns, target, target, rows)
}

/// The same with errors measured in `units`, one for each row.
///
/// Few columns (at most five are used), so every subset is tried and the best feasible one taken: exact, and without
/// an iteration that could stop early.
pub fn non_negative_in(columns: &[Vec<f64>], target: &[f64], units: &[f64], rows: &[usize]) -> Vec<f64> {
    let n = columns.len();
    let mut best = (f64::MAX, vec![0.0; n]);
    for subset in 1_u32..1 << n {
        let used: Vec<usize> = (0..n).filter(|j| subset & (1 << j) != 0).collect();
        let Some(part) = solve(columns, target, units, rows, &used) else { continue };
        if part.iter().any(|c| *c < 0.0) {
            continue;
        }
        let mut all = vec![0.0; n];
        used.iter().zip(&part).for_each(|(j, c)| all[*j] = *c);
        let error = rows.iter().map(|i| ((apply(columns, &all, *i) - target[*i]) / units[*i]).powi(2)).sum();
        if error < best.0 {
            best = (error, all);
        }
    }
    best.1
}

/// The value that coefficients give for one row.
pub fn apply(columns: &[Vec<f64>], coefficients: &[f64], row: usize) -> f64 {
    columns.iter().zip(coefficients).map(|(column, c)| column[row] * c).sum()
}

/// The one factor by which `shape` fits `target` best in relative terms.
pub fn scale(shape: &[f64], target: &[f64], rows: &[usize]) -> f64 {
    non_negative(&[shape.to_vec()], target, rows)[0]
}

/// Normal equations over the `used` columns, by Gaussian elimination; none if they are singular.
fn solve(
    columns: &[Vec<f64>],
    target: &[f64],
    units: &[f64],
    rows: &[usize],
    used: &[usize],
) -> Option<Vec<f64>> {
    let k = used.len();
    let cell = |i: usize, j: usize| columns[used[j]][i] / units[i];
    let mut m: Vec<Vec<f64>> = (0..k)
        .map(|a| {
            let left = (0..k).map(|b| rows.iter().map(|i| cell(*i, a) * cell(*i, b)).sum());
            let right = rows.iter().map(|i| cell(*i, a) * target[*i] / units[*i]).sum();
            left.chain([right]).collect()
        })
        .collect();
    for p in 0..k {
        let pivot = (p..k).max_by(|a, b| m[*a][p].abs().total_cmp(&m[*b][p].abs()))?;
        m.swap(p, pivot);
        if m[p][p].abs() < 1e-14 * (1.0 + m[p][k].abs()) {
            return None;
        }
        for r in 0..k {
            if r != p {
                let f = m[r][p] / m[p][p];
                let row = m[p].clone();
                m[r].iter_mut().zip(row).skip(p).for_each(|(x, y)| *x -= f * y);
            }
        }
    }
    Some((0..k).map(|p| m[p][k] / m[p][p]).collect())
}

/// Error of a prediction, in percent.
pub fn percent(predicted: f64, published: f64) -> f64 {
    if published == 0.0 {
        return if predicted == 0.0 { 0.0 } else { 100.0 };
    }
    (predicted / published - 1.0) * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_data_gives_exact_coefficients() {
        let x = vec![1.0, 2.0, 3.0, 5.0];
        let one = vec![1.0; 4];
        let y: Vec<f64> = x.iter().map(|x| 2.0 + 3.0 * x).collect();
        let c = non_negative(&[one, x], &y, &[0, 1, 2, 3]);
        assert!((c[0] - 2.0).abs() < 1e-9 && (c[1] - 3.0).abs() < 1e-9);
    }

    #[test]
    fn nothing_goes_negative() {
        let x = vec![1.0, 2.0, 3.0];
        let y = vec![1.0, 3.0, 5.0];
        let c = non_negative(&[vec![1.0; 3], x], &y, &[0, 1, 2]);
        assert_eq!(c[0], 0.0);
        assert!(c[1] > 1.0);
    }

    #[test]
    fn columns_that_say_the_same_do_no_harm() {
        let c = non_negative(&[vec![1.0, 2.0], vec![1.0, 2.0]], &[2.0, 4.0], &[0, 1]);
        assert!((c[0] + c[1] - 2.0).abs() < 1e-9);
    }
}
