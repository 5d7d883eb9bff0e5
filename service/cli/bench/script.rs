//! Games whose answers are known before they are sent: the caller chose the seed, so that it can
//! play the game by the rules alone. A caller then uses little processor time, and the server is
//! measured.

use hierophant::{pb::v1 as pb, wire};
use hierophant_rules::{
    Rng, Seat, Seed, ToAct,
    arcanum::Setup as Arcanum,
    bounded,
    catalog::{Setup, State},
};
use std::collections::BTreeMap;

/// A game with random answers.
pub(super) struct Script {
    state: State,
    chance: Box<dyn Rng + Send>,
    answered: Vec<u32>,
}

/// An answer to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScriptedAnswer {
    pub(super) seat: Seat,
    pub(super) decision_id: u32,
    pub(super) action_code: u32,
}

impl Script {
    /// The game that [`order`] with this number asks for.
    pub(super) fn new(number: u64) -> Script {
        let seed = Seed::new(seed(number));
        let state = State::start(&setup(), &seed, &mut Vec::new())
            .expect("a setup with every default is sound");
        let answered = vec![0; usize::from(setup().seats())];
        Script { state, chance: Box::new(seed.at(u32::MAX, u32::MAX)), answered }
    }
}

impl Iterator for Script {
    type Item = ScriptedAnswer;

    /// The next answer; `None` once the game is over.
    fn next(&mut self) -> Option<ScriptedAnswer> {
        let seat = match self.state.to_act() {
            // Of simultaneous decisions, any may be answered first.
            ToAct::Seats(seats) => {
                seats.iter().find(|&seat| self.state.decision(seat).is_some())?
            }
            ToAct::Over(_) => return None,
        };
        let legal = self.state.legal(seat);
        let action = legal[bounded(&mut *self.chance, legal.len() as u32) as usize];
        self.state.apply(seat, action, &mut Vec::new()).expect("listed actions are legal");
        self.answered[seat.index()] += 1;
        Some(ScriptedAnswer {
            seat,
            decision_id: self.answered[seat.index()],
            action_code: action.code().0,
        })
    }
}

/// The request that creates the game with this number.
pub(super) fn order(number: u64) -> pb::CreateGameRequest {
    pb::CreateGameRequest {
        game_id: id(number),
        setup: Some(wire::encode::setup(&setup())),
        seed: Some(seed(number).to_vec()),
        labels: BTreeMap::new(),
        ..pb::CreateGameRequest::default()
    }
}

/// The id of the game with this number.
pub(super) fn id(number: u64) -> String {
    format!("bench-{number}")
}

fn setup() -> Setup {
    Setup::Arcanum(Arcanum::default())
}

fn seed(number: u64) -> [u8; 32] {
    let mut seed = [9; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    seed
}
