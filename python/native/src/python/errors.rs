//! What goes wrong, as Python exceptions.

use crate::batch::Refused;
use crate::game::Problem;
use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    hierophant_native,
    IllegalAction,
    PyValueError,
    "An action that breaks a rule. Nothing has changed. Has `rule`, `code`, `seat` and `row`."
);

/// An illegal action of a seat, in a row of a batch.
pub(super) fn illegal(
    py: Python<'_>,
    problem: Problem,
    code: i64,
    seat: Option<u8>,
    row: Option<usize>,
) -> PyErr {
    let Problem::Illegal { rule, explanation } = problem else { return other(problem) };
    let place = match (row, seat) {
        (Some(row), Some(seat)) => format!("actions[{row}] = {code} of seat {seat}"),
        (Some(row), None) => format!("actions[{row}] = {code}"),
        (None, Some(seat)) => format!("code {code} of seat {seat}"),
        (None, None) => format!("code {code}"),
    };
    let error = IllegalAction::new_err(format!("{place} is illegal: {rule}: {explanation}"));
    let value = error.value(py);
    let said = [
        value.setattr("rule", rule),
        value.setattr("code", code),
        value.setattr("seat", seat),
        value.setattr("row", row),
    ];
    match said.into_iter().find_map(Result::err) {
        Some(failed) => failed,
        None => error,
    }
}

/// A refused step.
pub(super) fn refused(py: Python<'_>, refused: Refused) -> PyErr {
    illegal(py, refused.problem, refused.code, refused.seat, Some(refused.row))
}

/// Any other problem.
pub(super) fn other(problem: Problem) -> PyErr {
    match problem {
        Problem::NoSeat { .. } => PyIndexError::new_err(problem.to_string()),
        _ => PyValueError::new_err(problem.to_string()),
    }
}

/// An object is in use by another thread.
pub(super) fn in_use(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!(
        "another thread is using this {what}: give each thread one of its own"
    ))
}
