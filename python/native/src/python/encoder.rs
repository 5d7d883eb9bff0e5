//! Observations of a game that is played elsewhere.

use super::arguments;
use super::errors::other;
use super::vec_game::writable;
use crate::game::{Problem, actor_number};
use crate::tensors::{ForRuleset, Layout, Tensors, encode, for_ruleset};
use hierophant_client::pb::v1 as pb;
use hierophant_client::wire::decode::Reader;
use hierophant_rules::catalog::View;
use prost::Message;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Makes the observations of games with one setup from the views that a service sends.
#[pyclass(frozen, module = "hierophant_native")]
pub(super) struct Encoder {
    reader: Reader,
    layout: Layout,
    action_space: usize,
}

/// What a view says of its viewer's decision.
struct Encoded {
    seat: i8,
    actor: i8,
    kind: i8,
    legal: Vec<u32>,
}

struct Encode<'a>(&'a Layout, &'a View, &'a mut [u8]);
impl ForRuleset for Encode<'_> {
    type Output = Option<Encoded>;
    fn run<R: Tensors>(self) -> Self::Output {
        let Encode(layout, view, out) = self;
        let view = R::from_any_view(view)?;
        let seat = R::viewer(view)?;
        let decision = encode::<R>(layout, view, out);
        Some(Encoded {
            seat: seat.number() as i8,
            actor: decision.map_or(-1, |decision| actor_number(decision.actor)),
            kind: decision.map_or(0, |decision| R::kind_number(decision.kind) as i8),
            legal: R::legal_in(view).into_iter().map(|action| R::code(action).0).collect(),
        })
    }
}

struct LayoutOf(u8);
impl ForRuleset for LayoutOf {
    type Output = (Layout, usize);
    fn run<R: Tensors>(self) -> Self::Output {
        (Layout::new::<R>(self.0), R::ACTION_SPACE as usize)
    }
}

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (setup, players=None))]
    fn new(setup: &Bound<'_, PyAny>, players: Option<u8>) -> PyResult<Encoder> {
        let setup = arguments::setup(setup, players)?;
        let ruleset = setup.ruleset();
        let reader = Reader::new(&setup).map_err(|fields| {
            other(Problem::Setup(fields.iter().map(ToString::to_string).collect()))
        })?;
        let (layout, action_space) = for_ruleset(ruleset, LayoutOf(setup.seats()))
            .ok_or_else(|| other(Problem::NoTable(ruleset.info().id)))?;
        Ok(Encoder { reader, layout, action_space })
    }

    /// Numbers in an observation.
    #[getter]
    fn length(&self) -> usize {
        self.layout.length()
    }

    /// Writes the observation and the mask of a view (bytes of the message `hierophant.v1.View`);
    /// returns the seat, the actor and the kind of its decision.
    fn encode(
        &self,
        view: &Bound<'_, PyBytes>,
        obs: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<(i8, i8, i8)> {
        let message = pb::View::decode(view.as_bytes())
            .map_err(|_| PyValueError::new_err("view: these bytes are no view"))?;
        let view = self
            .reader
            .view(&message)
            .map_err(|field| PyValueError::new_err(format!("view: {field}")))?;
        let mut obs = writable::<u8, numpy::Ix1>(obs, "obs", self.layout.length())?;
        let mut mask = writable::<bool, numpy::Ix1>(mask, "mask", self.action_space)?;
        let out = super::vec_game::slice(&mut obs, "obs")?;
        let encoded = for_ruleset(self.reader.ruleset(), Encode(&self.layout, &view, out))
            .flatten()
            .ok_or_else(|| PyValueError::new_err("view: a spectator has no observation"))?;
        let mask = super::vec_game::slice(&mut mask, "mask")?;
        mask.fill(false);
        for code in encoded.legal {
            mask[code as usize] = true;
        }
        Ok((encoded.seat, encoded.actor, encoded.kind))
    }
}
