//! Many games that step together, as a Python object that owns numpy buffers.

use super::arguments;
use super::errors::{in_use, other, refused};
use crate::batch::{AnyBatch, Autoreset, GAMES_MAX, OnIllegal, Options, THREADS_MAX, batch};
use crate::buffers::{Buffers, Mask, Numbers};
use hierophant_agents::policy;
use hierophant_rules::{Seat, SeatSet};
use numpy::{
    Element, Ix1, Ix2, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1,
    PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// An array of the caller's, to be written.
pub(super) fn writable<'py, T: Element, D: numpy::ndarray::Dimension>(
    array: &Bound<'py, PyAny>,
    name: &str,
    length: usize,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let wanted = dtype::<T>(array.py());
    let typed = array.cast::<PyArray<T, D>>().map_err(|_| {
        let found = match array.cast::<PyUntypedArray>() {
            Ok(array) => format!("{} of shape {:?}", array.dtype(), array.shape()),
            Err(_) => array.get_type().name().map_or("something".into(), |name| name.to_string()),
        };
        PyTypeError::new_err(format!(
            "{name}: an array of {wanted} with {length} entries is wanted, not {found}"
        ))
    })?;
    if typed.len() != length {
        return Err(PyValueError::new_err(format!(
            "{name}: {length} entries are wanted, not {}",
            typed.len()
        )));
    }
    if !typed.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{name}: the array is not contiguous")));
    }
    typed.try_readwrite().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// The entries of an array.
pub(super) fn slice<'a, T: Element, D: numpy::ndarray::Dimension>(
    array: &'a mut PyReadwriteArray<'_, T, D>,
    name: &str,
) -> PyResult<&'a mut [T]> {
    array.as_slice_mut().map_err(|error| PyValueError::new_err(format!("{name}: {error}")))
}

/// Many games that step together. The buffers are allocated once and overwritten by each step.
#[pyclass(frozen, module = "hierophant_native")]
pub(super) struct VecGame {
    batch: Mutex<Box<dyn AnyBatch>>,
    /// Games.
    #[pyo3(get)]
    games: usize,
    /// Seats of each game.
    #[pyo3(get)]
    players: usize,
    /// The id of the ruleset.
    #[pyo3(get)]
    ruleset: &'static str,
    /// Threads that step.
    #[pyo3(get)]
    threads: usize,
    /// What the seat that is asked may know.
    #[pyo3(get)]
    obs: Py<PyAny>,
    /// The legal codes: bool for each, or one bit for each, or None.
    #[pyo3(get)]
    mask: Option<Py<PyAny>>,
    /// The legal codes, ascending, then -1.
    #[pyo3(get)]
    legal: Py<PyArray2<i16>>,
    /// Their number.
    #[pyo3(get)]
    legal_n: Py<PyArray1<i16>>,
    /// The seat that is asked.
    #[pyo3(get)]
    seat: Py<PyArray1<i8>>,
    /// The player that it decides for: a seat, -2 for a virtual player, -1 at the end.
    #[pyo3(get)]
    actor: Py<PyArray1<i8>>,
    /// The kind of decision: an index of `spec.kinds`.
    #[pyo3(get)]
    kind: Py<PyArray1<i8>>,
    /// By seat, -1 to 1, where a game has ended in the last step; else 0.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// A game was played to its end in the last step.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// A game was cut off in the last step.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// The number of the game that the row shows.
    #[pyo3(get)]
    episode: Py<PyArray1<i64>>,
    /// The last observation of the row's game that ended last.
    #[pyo3(get)]
    final_obs: Py<PyAny>,
    /// The number of that game.
    #[pyo3(get)]
    final_episode: Py<PyArray1<i64>>,
    /// The answers that it had.
    #[pyo3(get)]
    length: Py<PyArray1<i32>>,
    floats: bool,
    bits: bool,
    observation: usize,
    action_space: usize,
    legal_max: usize,
}

fn choice<T: Copy>(argument: &str, given: &str, among: &[(&str, T)]) -> PyResult<T> {
    let found = among.iter().find(|(name, _)| *name == given).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<String> = among.iter().map(|(name, _)| format!("{name:?}")).collect();
        PyValueError::new_err(format!("{argument}: {given:?} is none of {}", names.join(", ")))
    })
}

/// The caller's seats and who plays the others.
fn seating(
    setup: &hierophant_rules::catalog::Setup,
    seats: Option<&Bound<'_, PyAny>>,
    opponents: Option<Vec<String>>,
) -> PyResult<(SeatSet, Vec<Option<String>>)> {
    let players = setup.seats();
    let own: SeatSet = match seats {
        None => SeatSet::first(players),
        Some(all) if all.cast::<PyString>().is_ok_and(|text| text == "all") => {
            SeatSet::first(players)
        }
        Some(seats) => {
            let numbers: Vec<i64> = seats.extract().map_err(|_| {
                PyTypeError::new_err("seats: \"all\" or a list of seat numbers is wanted")
            })?;
            let one = |number| arguments::seat(number, players);
            numbers.into_iter().map(one).collect::<PyResult<_>>()?
        }
    };
    if own.is_empty() {
        return Err(PyValueError::new_err("seats: at least one seat is the caller's"));
    }
    let mut names = opponents.unwrap_or_default().into_iter();
    let mut by_seat = Vec::new();
    for seat in Seat::all(players) {
        if own.contains(seat) {
            by_seat.push(None);
            continue;
        }
        let name = names.next().ok_or_else(|| {
            let others = usize::from(players) - own.len();
            PyValueError::new_err(format!(
                "opponents: a built-in policy for each of the {others} other seats is wanted, e.g. [\"greedy\"]"
            ))
        })?;
        if policy(&name, setup.ruleset(), [0; 32]).is_none() {
            return Err(no_policy("opponents", setup.ruleset().info().id, &name));
        }
        by_seat.push(Some(name));
    }
    let left = names.count();
    if left > 0 {
        return Err(PyValueError::new_err(format!(
            "opponents: {left} more than there are other seats"
        )));
    }
    Ok((own, by_seat))
}

fn no_policy(argument: &str, ruleset: &str, name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{argument}: {ruleset} has no built-in policy {name:?}; there are {}",
        hierophant_agents::NAMES.join(", ")
    ))
}

fn in_range(argument: &str, given: i64, most: usize) -> PyResult<usize> {
    usize::try_from(given)
        .ok()
        .filter(|given| (1..=most).contains(given))
        .ok_or_else(|| PyValueError::new_err(format!("{argument}: 1 to {most}, not {given}")))
}

#[pymethods]
impl VecGame {
    #[new]
    #[pyo3(signature = (
        setup, games, *, players=None, threads=1, seats=None, opponents=None, skip_forced=false,
        dtype="uint8", mask="bool", illegal="raise", autoreset="same_step", answers_max=None,
        seed=None,
    ))]
    #[allow(clippy::too_many_arguments, reason = "named in Python")]
    fn new(
        py: Python<'_>,
        setup: &Bound<'_, PyAny>,
        games: i64,
        players: Option<u8>,
        threads: i64,
        seats: Option<&Bound<'_, PyAny>>,
        opponents: Option<Vec<String>>,
        skip_forced: bool,
        dtype: &str,
        mask: Option<&str>,
        illegal: &str,
        autoreset: &str,
        answers_max: Option<u32>,
        seed: Option<u64>,
    ) -> PyResult<VecGame> {
        let setup = arguments::setup(setup, players)?;
        let games = in_range("games", games, GAMES_MAX)?;
        let threads = in_range("threads", threads, THREADS_MAX)?;
        let (seats, opponents) = seating(&setup, seats, opponents)?;
        let modes = [
            ("same_step", Autoreset::SameStep),
            ("next_step", Autoreset::NextStep),
            ("disabled", Autoreset::Disabled),
        ];
        let illegals = [("raise", OnIllegal::Refuse), ("forfeit", OnIllegal::Forfeit)];
        if answers_max == Some(0) {
            return Err(PyValueError::new_err("answers_max: at least 1"));
        }
        let options = Options {
            seats,
            opponents,
            skip_forced,
            illegal: choice("illegal", illegal, &illegals)?,
            autoreset: choice("autoreset", autoreset, &modes)?,
            answers_max: answers_max.unwrap_or(u32::MAX),
        };
        let floats = choice("dtype", dtype, &[("uint8", false), ("float32", true)])?;
        let bits = match mask {
            Some(mask) => Some(choice("mask", mask, &[("bool", false), ("bits", true)])?),
            None => None,
        };
        let seed = match seed {
            Some(seed) => seed,
            None => u64::from_le_bytes(arguments::random(py)?),
        };
        let info = setup.ruleset().info();
        let batch = batch(&setup, games, seed, options).map_err(other)?;
        let (observation, players) = (batch.layout().length(), usize::from(setup.seats()));
        let action_space = info.action_space as usize;
        let numbers = || -> Py<PyAny> {
            let shape = [games, observation];
            if floats {
                PyArray2::<f32>::zeros(py, shape, false).into_any().unbind()
            } else {
                PyArray2::<u8>::zeros(py, shape, false).into_any().unbind()
            }
        };
        let mask = bits.map(|bits| {
            if bits {
                PyArray2::<u8>::zeros(py, [games, action_space.div_ceil(8)], false).into_any()
            } else {
                PyArray2::<bool>::zeros(py, [games, action_space], false).into_any()
            }
        });
        let legal = PyArray2::<i16>::zeros(py, [games, info.legal_max], false);
        legal.try_readwrite()?.as_array_mut().fill(-1);
        let vec_game = VecGame {
            batch: Mutex::new(batch),
            games,
            players,
            ruleset: info.id,
            threads,
            obs: numbers(),
            mask: mask.map(Bound::unbind),
            legal: legal.unbind(),
            legal_n: PyArray1::zeros(py, games, false).unbind(),
            seat: PyArray1::zeros(py, games, false).unbind(),
            actor: PyArray1::zeros(py, games, false).unbind(),
            kind: PyArray1::zeros(py, games, false).unbind(),
            rewards: PyArray2::zeros(py, [games, players], false).unbind(),
            terminated: PyArray1::zeros(py, games, false).unbind(),
            truncated: PyArray1::zeros(py, games, false).unbind(),
            episode: PyArray1::zeros(py, games, false).unbind(),
            final_obs: numbers(),
            final_episode: PyArray1::zeros(py, games, false).unbind(),
            length: PyArray1::zeros(py, games, false).unbind(),
            floats,
            bits: bits == Some(true),
            observation,
            action_space,
            legal_max: info.legal_max,
        };
        vec_game.with(py, move |batch, buffers| {
            batch.open(buffers, threads);
            Ok(())
        })?;
        Ok(vec_game)
    }

    /// Deals game 0 of each row by this seed; without one, the next game of each row.
    #[pyo3(signature = (seed=None))]
    fn reset(&self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let threads = self.threads;
        self.with(py, move |batch, buffers| {
            batch.reset(seed, buffers, threads);
            Ok(())
        })
    }

    /// Deals the next game of the rows that are marked.
    fn reset_rows(&self, py: Python<'_>, rows: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let rows = rows.as_array().to_vec();
        if rows.len() != self.games {
            return Err(PyValueError::new_err(format!(
                "rows: {} entries are wanted, not {}",
                self.games,
                rows.len()
            )));
        }
        let threads = self.threads;
        self.with(py, move |batch, buffers| {
            batch.reset_rows(&rows, buffers, threads);
            Ok(())
        })
    }

    /// Answers for the seat of each row. Raises IllegalAction before any game has moved.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let codes = self.codes(actions)?;
        let threads = self.threads;
        let refusal =
            self.with(py, move |batch, buffers| Ok(batch.step(&codes, buffers, threads).err()))?;
        refusal.map_or(Ok(()), |refusal| Err(refused(py, refusal)))
    }

    /// What a built-in policy would answer for the seat of each row, by code; -1 where the game has
    /// ended. Nothing moves.
    fn answers<'py>(&self, py: Python<'py>, policy: &str) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut batch = self.lock()?;
        let (mut codes, threads) = (vec![-1; self.games], self.threads);
        let batch: &mut dyn AnyBatch = &mut **batch;
        if py.detach(|| batch.answers(policy, &mut codes, threads)) {
            return Ok(PyArray1::from_vec(py, codes));
        }
        Err(no_policy("policy", self.ruleset, policy))
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("<VecGame of {}, {} games of {} players>", self.ruleset, self.games, self.players)
    }
}

impl VecGame {
    /// The codes that were passed in.
    fn codes(&self, actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
        let wrong = || {
            let found = match actions.cast::<PyUntypedArray>() {
                Ok(array) => format!("{} of shape {:?}", array.dtype(), array.shape()),
                Err(_) => {
                    actions.get_type().name().map_or("something".into(), |name| name.to_string())
                }
            };
            PyTypeError::new_err(format!(
                "actions: an array of int32 or int64 of shape [{}] is wanted, not {found}",
                self.games
            ))
        };
        let busy = |error| PyValueError::new_err(format!("actions: {error}"));
        let codes: Vec<i64> = if let Ok(array) = actions.cast::<PyArray1<i32>>() {
            array.try_readonly().map_err(busy)?.as_array().iter().map(|&code| code.into()).collect()
        } else if let Ok(array) = actions.cast::<PyArray1<i64>>() {
            array.try_readonly().map_err(busy)?.as_array().to_vec()
        } else {
            return Err(wrong());
        };
        if codes.len() != self.games {
            return Err(wrong());
        }
        Ok(codes)
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Box<dyn AnyBatch>>> {
        match self.batch.try_lock() {
            Ok(batch) => Ok(batch),
            Err(TryLockError::WouldBlock) => Err(in_use("VecGame")),
            // A batch that has panicked is still a batch.
            Err(TryLockError::Poisoned(poisoned)) => Ok(poisoned.into_inner()),
        }
    }

    /// Runs something on the batch and the buffers, without the interpreter.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        run: impl FnOnce(&mut dyn AnyBatch, Buffers<'_>) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let mut batch = self.lock()?;
        let (games, width) = (self.games, self.observation);
        let mut obs = Observations::of(self.obs.bind(py), "obs", games * width, self.floats)?;
        let mut last =
            Observations::of(self.final_obs.bind(py), "final_obs", games * width, self.floats)?;
        let (mut bools, mut bits) = (None, None);
        if let Some(mask) = &self.mask {
            if self.bits {
                let length = games * self.action_space.div_ceil(8);
                bits = Some(writable::<u8, Ix2>(mask.bind(py), "mask", length)?);
            } else {
                bools =
                    Some(writable::<bool, Ix2>(mask.bind(py), "mask", games * self.action_space)?);
            }
        }
        let mask = match (&mut bools, &mut bits) {
            (Some(bools), _) => Mask::Bools(slice(bools, "mask")?),
            (None, Some(bits)) => Mask::Bits(slice(bits, "mask")?),
            (None, None) => Mask::None,
        };
        macro_rules! open {
            ($($name:ident: $type:ty, $dim:ty, $length:expr;)+) => {
                $(let mut $name = writable::<$type, $dim>(
                    self.$name.bind(py).as_any(), stringify!($name), $length,
                )?;)+
            };
        }
        open! {
            legal: i16, Ix2, games * self.legal_max;
            legal_n: i16, Ix1, games;
            seat: i8, Ix1, games;
            actor: i8, Ix1, games;
            kind: i8, Ix1, games;
            rewards: f32, Ix2, games * self.players;
            terminated: bool, Ix1, games;
            truncated: bool, Ix1, games;
            episode: i64, Ix1, games;
            final_episode: i64, Ix1, games;
            length: i32, Ix1, games;
        }
        let buffers = Buffers {
            obs: obs.numbers()?,
            final_obs: last.numbers()?,
            mask,
            legal: slice(&mut legal, "legal")?,
            legal_n: slice(&mut legal_n, "legal_n")?,
            seat: slice(&mut seat, "seat")?,
            actor: slice(&mut actor, "actor")?,
            kind: slice(&mut kind, "kind")?,
            rewards: slice(&mut rewards, "rewards")?,
            terminated: slice(&mut terminated, "terminated")?,
            truncated: slice(&mut truncated, "truncated")?,
            episode: slice(&mut episode, "episode")?,
            final_episode: slice(&mut final_episode, "final_episode")?,
            length: slice(&mut length, "length")?,
        };
        let batch: &mut dyn AnyBatch = &mut **batch;
        py.detach(move || run(batch, buffers))
    }
}

/// A buffer of observations.
enum Observations<'py> {
    Bytes(PyReadwriteArray<'py, u8, Ix2>),
    Floats(PyReadwriteArray<'py, f32, Ix2>),
}

impl<'py> Observations<'py> {
    fn of(array: &Bound<'py, PyAny>, name: &str, length: usize, floats: bool) -> PyResult<Self> {
        Ok(if floats {
            Observations::Floats(writable(array, name, length)?)
        } else {
            Observations::Bytes(writable(array, name, length)?)
        })
    }

    fn numbers(&mut self) -> PyResult<Numbers<'_>> {
        Ok(match self {
            Observations::Bytes(array) => Numbers::Bytes(slice(array, "obs")?),
            Observations::Floats(array) => Numbers::Floats(slice(array, "obs")?),
        })
    }
}
