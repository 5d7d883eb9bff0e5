//! As much of linear algebra as figures need: small symmetric matrices, by rows.

/// A square matrix.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The inverse of a positive definite matrix, by Gauss and Jordan. What is singular gives numbers
/// that are not finite.
pub(crate) fn inverse(matrix: &Matrix) -> Matrix {
    let size = matrix.len();
    let mut left = matrix.clone();
    let mut right: Matrix =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for pivot in 0..size {
        let scale = 1.0 / left[pivot][pivot];
        left[pivot].iter_mut().chain(&mut right[pivot]).for_each(|cell| *cell *= scale);
        let (pivot_left, pivot_right) = (left[pivot].clone(), right[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            if factor != 0.0 {
                left[row]
                    .iter_mut()
                    .zip(&pivot_left)
                    .for_each(|(cell, of_pivot)| *cell -= factor * of_pivot);
                right[row]
                    .iter_mut()
                    .zip(&pivot_right)
                    .for_each(|(cell, of_pivot)| *cell -= factor * of_pivot);
            }
        }
    }
    right
}

/// A positive definite matrix as Cholesky's lower factor, by which equations with it are solved.
pub(crate) struct Factor(Matrix);

impl Factor {
    /// Takes the matrix' place.
    pub(crate) fn of(mut matrix: Matrix) -> Factor {
        for row in 0..matrix.len() {
            let (above, below) = matrix.split_at_mut(row);
            let cells = &mut below[0];
            let product =
                |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
            for (column, other) in above.iter().enumerate() {
                cells[column] =
                    (cells[column] - product(&cells[..column], &other[..column])) / other[column];
            }
            cells[row] = (cells[row] - product(&cells[..row], &cells[..row])).sqrt();
        }
        Factor(matrix)
    }

    /// What the matrix takes to `right`.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Factor(lower) = self;
        let mut solution = right.to_vec();
        for row in 0..solution.len() {
            let sum: f64 =
                lower[row].iter().zip(&solution[..row]).map(|(cell, value)| cell * value).sum();
            solution[row] = (solution[row] - sum) / lower[row][row];
        }
        for row in (0..solution.len()).rev() {
            let sum: f64 =
                (row + 1..solution.len()).map(|later| lower[later][row] * solution[later]).sum();
            solution[row] = (solution[row] - sum) / lower[row][row];
        }
        solution
    }
}

/// The product.
pub(crate) fn times(one: &Matrix, other: &Matrix) -> Matrix {
    let row = |row: &Vec<f64>| {
        let mut sums = vec![0.0; other.len()];
        for (factor, others) in row.iter().zip(other) {
            sums.iter_mut().zip(others).for_each(|(sum, cell)| *sum += factor * cell);
        }
        sums
    };
    one.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, -1.0], vec![0.0, -1.0, 2.0]];
        for (row, cells) in times(&matrix, &inverse(&matrix)).iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                assert!((cell - f64::from(row == column)).abs() < 1e-12);
            }
        }
        let right = [1.0, -2.0, 3.0];
        let found = Factor::of(matrix.clone()).solve(&right);
        let expected = times(&inverse(&matrix), &right.map(|cell| vec![cell]).to_vec());
        assert!(
            found
                .iter()
                .zip(&expected)
                .all(|(found, expected)| (found - expected[0]).abs() < 1e-12)
        );
        assert!(inverse(&vec![vec![0.0]])[0][0].is_infinite());
    }
}
