//! What the tensors and the codes mean.

use super::arguments;
use super::errors::other;
use crate::game::Problem;
use crate::tensors::{ForRuleset, Layout, Tensors, digest, for_ruleset};
use hierophant_client::wire;
use hierophant_rules::ActionCode;
use hierophant_rules::catalog::Setup;
use prost::Message;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

/// What a setup's observations are made of, as a dictionary.
#[pyfunction]
#[pyo3(signature = (setup, players=None))]
pub(super) fn spec<'py>(
    py: Python<'py>,
    setup: &Bound<'py, PyAny>,
    players: Option<u8>,
) -> PyResult<Bound<'py, PyDict>> {
    struct Describe<'a, 'py>(Python<'py>, &'a Setup);
    impl<'py> ForRuleset for Describe<'_, 'py> {
        type Output = PyResult<Bound<'py, PyDict>>;
        fn run<R: Tensors>(self) -> Self::Output {
            let Describe(py, setup) = self;
            let reasons = setup.defects();
            if !reasons.is_empty() {
                return Err(other(Problem::Setup(reasons)));
            }
            let layout = Layout::new::<R>(setup.seats());
            let spec = PyDict::new(py);
            spec.set_item("ruleset", R::ID)?;
            spec.set_item("version", R::TABLE_VERSION)?;
            spec.set_item("digest", digest::<R>())?;
            spec.set_item("players", setup.seats())?;
            spec.set_item("length", layout.length())?;
            spec.set_item("action_space", R::ACTION_SPACE)?;
            spec.set_item("legal_max", R::LEGAL_MAX)?;
            spec.set_item("kinds", PyTuple::new(py, R::KINDS)?)?;
            let fields = layout.fields().iter().map(|field| {
                (field.name, field.from, field.to, field.shape.clone(), field.scale, field.meaning)
            });
            spec.set_item("fields", fields.collect::<Vec<_>>())?;
            Ok(spec)
        }
    }
    let setup = arguments::setup(setup, players)?;
    let ruleset = setup.ruleset();
    for_ruleset(ruleset, Describe(py, &setup))
        .unwrap_or_else(|| Err(other(Problem::NoTable(ruleset.info().id))))
}

/// What an action of a ruleset does, in a few words.
#[pyfunction]
pub(super) fn action_text(ruleset: &str, code: i64) -> PyResult<String> {
    let ruleset = arguments::ruleset(ruleset)?;
    let known = u32::try_from(code).ok().and_then(|code| ruleset.action(ActionCode(code)));
    let action = known.ok_or_else(|| {
        PyIndexError::new_err(format!("code: {} has no action {code}", ruleset.info().id))
    })?;
    Ok(action.render())
}

/// A setup as bytes of the message `hierophant.v1.Setup`, every default filled in.
#[pyfunction]
#[pyo3(signature = (setup, players=None))]
pub(super) fn encode_setup<'py>(
    py: Python<'py>,
    setup: &Bound<'py, PyAny>,
    players: Option<u8>,
) -> PyResult<Bound<'py, PyBytes>> {
    let setup = arguments::setup(setup, players)?;
    Ok(PyBytes::new(py, &wire::encode::setup(&setup).encode_to_vec()))
}

/// The seed of game `episode` of a VecGame that was reset with `seed`: for `CreateGame.seed`.
#[pyfunction]
pub(super) fn seed_bytes<'py>(
    py: Python<'py>,
    seed: &Bound<'py, PyAny>,
    episode: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let number = |name: &str, given: &Bound<'py, PyAny>| -> PyResult<u64> {
        given.extract().map_err(|_| {
            PyValueError::new_err(format!("{name}: a number of 0 or more and below 2**64"))
        })
    };
    let seed = crate::seeds::of_episode(number("seed", seed)?, number("episode", episode)?);
    Ok(PyBytes::new(py, seed.expose()))
}
