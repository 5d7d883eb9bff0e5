//! One game, as a Python object.

use super::arguments;
use super::errors::{illegal, in_use, other};
use super::vec_game::{slice, writable};
use crate::game::{AnyGame, Problem, deal, load};
use hierophant_client::wire;
use hierophant_rules::{Seat, Viewer};
use numpy::{Ix1, PyArray1, PyArrayMethods};
use prost::Message;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple, PyType};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// One game.
#[pyclass(frozen, module = "hierophant_native")]
pub(super) struct Game(Mutex<Box<dyn AnyGame>>);

impl Game {
    fn of(game: Box<dyn AnyGame>) -> Game {
        Game(Mutex::new(game))
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyGame>>> {
        match self.0.try_lock() {
            Ok(game) => Ok(game),
            Err(TryLockError::WouldBlock) => Err(in_use("Game")),
            // A game that has panicked is still a game.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        }
    }
}

/// The seat that a call is about: the one given, or the lowest that is asked.
fn chosen(game: &dyn AnyGame, seat: Option<i64>) -> PyResult<Option<Seat>> {
    match seat {
        Some(seat) => arguments::seat(seat, game.seats()).map(Some),
        None => Ok(game.asked().iter().next()),
    }
}

#[pymethods]
impl Game {
    /// Deals a game.
    #[new]
    #[pyo3(signature = (setup, *, players=None, seed=None))]
    fn new(
        py: Python<'_>,
        setup: &Bound<'_, PyAny>,
        players: Option<u8>,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Game> {
        let setup = arguments::setup(setup, players)?;
        let seed = arguments::seed(py, seed)?;
        Ok(Game::of(deal(&setup, &seed).map_err(other)?))
    }

    /// The id of the ruleset.
    #[getter]
    fn ruleset(&self) -> PyResult<&'static str> {
        Ok(self.lock()?.ruleset().info().id)
    }

    /// Seats at the table.
    #[getter]
    fn players(&self) -> PyResult<u8> {
        Ok(self.lock()?.seats())
    }

    /// The seats that the game waits for, ascending; empty once it is over.
    #[getter]
    fn asked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let asked: Vec<u8> = self.lock()?.asked().iter().map(Seat::number).collect();
        PyTuple::new(py, asked)
    }

    /// The lowest seat that the game waits for; None once it is over.
    #[getter]
    fn seat(&self) -> PyResult<Option<u8>> {
        Ok(self.lock()?.asked().iter().next().map(Seat::number))
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.lock()?.asked().is_empty())
    }

    /// The number of the kind of decision that a seat is asked, 0 for none: an index of
    /// `spec.kinds`.
    #[pyo3(signature = (seat=None))]
    fn kind(&self, seat: Option<i64>) -> PyResult<u8> {
        let game = self.lock()?;
        let decision = chosen(&**game, seat)?.and_then(|seat| game.decision(seat));
        Ok(decision.map_or(0, |decision| decision.kind))
    }

    /// The player that a seat decides for: a seat, -2 for a virtual player, -1 if it is not asked.
    #[pyo3(signature = (seat=None))]
    fn actor(&self, seat: Option<i64>) -> PyResult<i8> {
        let game = self.lock()?;
        let decision = chosen(&**game, seat)?.and_then(|seat| game.decision(seat));
        Ok(decision.map_or(-1, |decision| decision.actor))
    }

    /// The codes of the legal actions of a seat, ascending; empty if it is not asked.
    #[pyo3(signature = (seat=None))]
    fn legal<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyList>> {
        let game = self.lock()?;
        let mut codes = Vec::new();
        if let Some(seat) = chosen(&**game, seat)? {
            game.legal(seat, &mut codes);
        }
        PyList::new(py, codes)
    }

    /// Answers for a seat. Raises IllegalAction, and changes nothing, if the action is illegal.
    fn apply(&self, py: Python<'_>, seat: i64, code: i64) -> PyResult<()> {
        let mut game = self.lock()?;
        let seat = arguments::seat(seat, game.seats())?;
        let number = u32::try_from(code).unwrap_or(u32::MAX);
        let done = game.apply(seat, number).map_err(|problem| match problem {
            Problem::Illegal { .. } if game.asked().is_empty() => {
                Problem::Illegal { rule: "GAME_OVER", explanation: "the game has ended".to_owned() }
            }
            problem => problem,
        });
        done.map_err(|problem| illegal(py, problem, code, Some(seat.number()), None))
    }

    /// What a seat may know, as an array of uint8: a new one, or `out`.
    #[pyo3(signature = (seat=None, out=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lock()?;
        let seat = chosen(&**game, seat)?.unwrap_or(Seat::FIRST);
        let length = game.layout().length();
        let out = out.unwrap_or_else(|| PyArray1::<u8>::zeros(py, length, false).into_any());
        let mut array = writable::<u8, Ix1>(&out, "out", length)?;
        game.observe(seat, slice(&mut array, "out")?);
        drop(array);
        Ok(out)
    }

    /// What every seat may know, seat by seat from 0: for a critic that trains with all hands open.
    /// No policy that plays may see it.
    fn central_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lock()?;
        let (seats, length) = (game.seats(), game.layout().length());
        let array = numpy::PyArray2::<u8>::zeros(py, [usize::from(seats), length], false);
        let mut rows = array.try_readwrite()?;
        let all = rows.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?;
        for (seat, row) in Seat::all(seats).zip(all.chunks_exact_mut(length)) {
            game.observe(seat, row);
        }
        drop(rows);
        Ok(array.into_any())
    }

    /// Which codes of the action space are legal for a seat, as an array of bool: a new one, or
    /// `out`.
    #[pyo3(signature = (seat=None, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let game = self.lock()?;
        let length = game.ruleset().info().action_space as usize;
        let out = out.unwrap_or_else(|| PyArray1::<bool>::zeros(py, length, false).into_any());
        let mut array = writable::<bool, Ix1>(&out, "out", length)?;
        let mask = slice(&mut array, "out")?;
        mask.fill(false);
        let mut codes = Vec::new();
        if let Some(seat) = chosen(&**game, seat)? {
            game.legal(seat, &mut codes);
        }
        for code in codes {
            mask[code as usize] = true;
        }
        drop(array);
        Ok(out)
    }

    /// The result by seat, once the game is over: dictionaries with `rank`, `victory_points` and
    /// `utility`; None before.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(outcome) = self.lock()?.outcome() else { return Ok(None) };
        let seats = outcome.standings.iter().map(|standing| {
            let entry = PyDict::new(py);
            entry.set_item("rank", standing.rank)?;
            entry.set_item("victory_points", standing.victory_points)?;
            let better =
                |rank: u8| outcome.standings.iter().filter(|other| other.rank < rank).count();
            let worse = outcome.standings.iter().filter(|other| other.rank > standing.rank).count();
            let balance = worse as f64 - better(standing.rank) as f64;
            entry.set_item("utility", balance / (outcome.standings.len() as f64 - 1.0).max(1.0))?;
            Ok(entry)
        });
        PyTuple::new(py, seats.collect::<PyResult<Vec<_>>>()?).map(Some)
    }

    /// The game as it is now, to be played on apart.
    fn clone(&self) -> PyResult<Game> {
        Ok(Game::of(self.lock()?.copied()))
    }

    fn __copy__(&self) -> PyResult<Game> {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Game> {
        self.clone()
    }

    /// A game that the seat cannot tell from this one: hidden cards and all chance to come are drawn
    /// anew.
    #[pyo3(signature = (seat, seed=None))]
    fn guess(&self, py: Python<'_>, seat: i64, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Game> {
        let game = self.lock()?;
        let seat = arguments::seat(seat, game.seats())?;
        Ok(Game::of(game.guess(seat, arguments::seed(py, seed)?.expose())))
    }

    /// What `load` brings the game back from, seed included.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.saved()))
    }

    /// The game that was saved.
    #[staticmethod]
    fn load(data: &[u8]) -> PyResult<Game> {
        Ok(Game::of(load(data).map_err(other)?))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let class: Bound<'py, PyType> = py.get_type::<Game>();
        Ok((class.getattr("load")?, (self.save(py)?,)))
    }

    /// What a seat may know, as bytes of the message `hierophant.v1.View`.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyBytes>> {
        let game = self.lock()?;
        let seat = chosen(&**game, seat)?.unwrap_or(Seat::FIRST);
        let view = game.view(Viewer::Seat(seat));
        Ok(PyBytes::new(py, &wire::encode::view(&view).encode_to_vec()))
    }

    /// What a seat may know, as text.
    #[pyo3(signature = (seat=None))]
    fn text(&self, seat: Option<i64>) -> PyResult<String> {
        let game = self.lock()?;
        let seat = chosen(&**game, seat)?.unwrap_or(Seat::FIRST);
        Ok(game.view(Viewer::Seat(seat)).render())
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.lock()?;
        let asked: Vec<String> =
            game.asked().iter().map(|seat| seat.number().to_string()).collect();
        let state = if asked.is_empty() {
            "over".into()
        } else {
            format!("asks seat {}", asked.join(", "))
        };
        Ok(format!("<Game of {}, {} players, {state}>", game.ruleset().info().id, game.seats()))
    }
}
