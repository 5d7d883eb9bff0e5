//! What callers pass in.

use super::errors::other;
use crate::game::Problem;
use crate::tensors::{ForRuleset, RULESETS, Tensors, for_ruleset};
use hierophant_rules::catalog::{RulesetId, Setup};
use hierophant_rules::{Seat, Seed};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString};

/// The ruleset of this name.
pub(super) fn ruleset(name: &str) -> PyResult<RulesetId> {
    RulesetId::named(name).ok_or_else(|| {
        let names: Vec<&str> = RULESETS.iter().map(|ruleset| ruleset.info().id).collect();
        PyValueError::new_err(format!(
            "setup: there is no ruleset {name:?}; choose among {}",
            names.join(", ")
        ))
    })
}

/// A setup: a ruleset's name, a message of the protocol, or such a message's bytes.
pub(super) fn setup(setup: &Bound<'_, PyAny>, players: Option<u8>) -> PyResult<Setup> {
    struct Sized(Option<u8>);
    impl ForRuleset for Sized {
        type Output = Setup;
        fn run<R: Tensors>(self) -> Setup {
            R::into_any_setup(R::setup(self.0))
        }
    }
    if let Ok(name) = setup.cast::<PyString>() {
        let ruleset = ruleset(&name.to_cow()?)?;
        return for_ruleset(ruleset, Sized(players))
            .ok_or_else(|| other(Problem::NoTable(ruleset.info().id)));
    }
    if players.is_some() {
        return Err(PyTypeError::new_err(
            "players: only with a ruleset's name; a setup says itself how many play",
        ));
    }
    let decoded = match setup.cast::<PyBytes>() {
        Ok(bytes) => crate::decode_setup(bytes.as_bytes()),
        Err(_) => crate::decode_setup(message(setup)?.as_bytes()),
    };
    decoded.map_err(|reasons| other(Problem::Setup(reasons)))
}

/// The bytes of the envelope around a message of a ruleset.
fn message<'py>(setup: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let wrong = |_| {
        PyTypeError::new_err(format!(
            "setup: a ruleset's name or a setup of hierophant is wanted, not {}",
            setup.get_type().name().map_or("this".into(), |name| name.to_string())
        ))
    };
    let descriptor = setup.getattr("DESCRIPTOR").map_err(wrong)?;
    let name: String =
        descriptor.getattr("full_name").and_then(|name| name.extract()).map_err(wrong)?;
    let envelope = match name.split('.').collect::<Vec<_>>()[..] {
        ["hierophant", "v1", "Setup"] => setup.clone(),
        ["hierophant", ruleset, "v1", "Setup"] => {
            let fields = PyDict::new(setup.py());
            fields.set_item(ruleset, setup)?;
            let messages = setup.py().import("hierophant.v1.ruleset_pb2")?;
            messages.getattr("Setup")?.call((), Some(&fields))?
        }
        _ => {
            return Err(PyTypeError::new_err(format!(
                "setup: a ruleset's name or a setup of hierophant is wanted, not {name}"
            )));
        }
    };
    Ok(envelope.call_method0("SerializeToString")?.cast_into::<PyBytes>()?)
}

/// A seed: 32 bytes, a number, or chance if none is given.
pub(super) fn seed(py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    let Some(seed) = seed else { return Ok(Seed::new(random(py)?)) };
    if let Ok(bytes) = seed.cast::<PyBytes>() {
        let bytes = <[u8; 32]>::try_from(bytes.as_bytes()).map_err(|_| {
            PyValueError::new_err(format!("seed: 32 bytes, not {}", bytes.as_bytes().len()))
        })?;
        return Ok(Seed::new(bytes));
    }
    if seed.cast::<PyInt>().is_err() && !seed.hasattr("__index__")? {
        let name = seed.get_type().name()?;
        return Err(PyTypeError::new_err(format!("seed: an int or 32 bytes, not {name}")));
    }
    let number: u64 = seed
        .extract()
        .map_err(|_| PyValueError::new_err("seed: a number is 0 or more and below 2**64"))?;
    Ok(crate::seeds::numbered(number))
}

/// Bytes that cannot be predicted.
pub(super) fn random<const N: usize>(py: Python<'_>) -> PyResult<[u8; N]> {
    let bytes = py.import("os")?.call_method1("urandom", (N,))?.cast_into::<PyBytes>()?;
    <[u8; N]>::try_from(bytes.as_bytes())
        .map_err(|_| PyValueError::new_err("os.urandom fell short"))
}

/// A seat of a game.
pub(super) fn seat(number: i64, seats: u8) -> PyResult<Seat> {
    let seat = u8::try_from(number).ok().filter(|&number| number < seats).and_then(Seat::new);
    seat.ok_or_else(|| {
        other(Problem::NoSeat { seat: u8::try_from(number).unwrap_or(u8::MAX), seats })
    })
}
