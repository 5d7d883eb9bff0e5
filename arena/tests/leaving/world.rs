//! A game of skill, hands, seats and luck, and tournaments of it.

use super::policies::{Before, During, Policy};
use hierophant_arena::{
    ArithmeticVersion, Ending, Format, GameResult, Membership, Mode, Plan, Seatings, Slot,
    VoidReason,
    adjudicate::{
        Attempt, Attendance, Credit, GameEnd, OnFailure, Opening, Outcome, SeatEnd,
        forfeited_by_all, opening, ruling,
    },
};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const ENTRANTS: usize = 6;
const SEATS: usize = 3;
const ATTEMPTS_MAX: u32 = 3;
/// How much a seat is worth, in units of a hand.
const SEAT_WORTH: [f64; SEATS] = [0.6, 0.0, -0.6];
/// How well the built-in agent plays that sits in for the absent; entrants are spread evenly around
/// nothing.
const STAND_IN_SKILL: f64 = 0.0;
/// How well default actions play for who is out.
const DEFAULTS_SKILL: f64 = -2.0;

#[derive(Clone, Copy, Debug)]
pub(crate) struct World {
    pub(crate) format: Format,
    pub(crate) mode: Mode,
    pub(crate) on_failure: OnFailure,
    /// All entrants have passed a validation.
    pub(crate) must_validate: bool,
}

/// A tournament that was played.
#[derive(Default)]
pub(crate) struct Played {
    pub(crate) results: Vec<GameResult>,
    /// By entrant, the sum of its utilities (of twice them, at three seats), and its rated games.
    utilities: [(f64, f64); ENTRANTS],
    came: BTreeSet<usize>,
    gone: BTreeSet<usize>,
}

/// The next number of a stream (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A normal draw at this address: a sum of uniform ones.
fn draw(seed: u64, address: [u64; 4]) -> f64 {
    let mut state = address.into_iter().fold(seed, |mut state, part| next(&mut state) ^ part);
    (0..12).map(|_| next(&mut state) as f64 / u64::MAX as f64).sum::<f64>() - 6.0
}

fn skill(entrant: usize) -> f64 {
    (entrant as f64 - (ENTRANTS - 1) as f64 / 2.0) * 0.25
}

impl World {
    fn plan(&self, seed: u64) -> Plan {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_be_bytes());
        Plan {
            version: ArithmeticVersion::Second,
            entrants: vec![Membership::default(); ENTRANTS],
            seats: SEATS,
            format: self.format,
            mode: self.mode,
            seatings: Seatings::All,
            deals: if self.mode == Mode::Repeated { 1 } else { 3 },
            seed: bytes,
        }
    }

    /// Plays a tournament; who is not named plays on.
    pub(crate) fn tournament(&self, seed: u64, policies: &[(usize, Policy)]) -> Played {
        let (plan, policies) =
            (self.plan(seed), policies.iter().copied().collect::<BTreeMap<_, _>>());
        let total = plan.slots().expect("a plan") as usize;
        let (mut played, mut next_slot, mut next_deal) = (Played::default(), 0, 0);
        for round in 0..plan.rounds() {
            let slots = plan.round(round, next_slot, next_deal, &played.results);
            next_slot += slots.len() as u32;
            next_deal = slots.iter().map(|slot| slot.deal + 1).max().unwrap_or(next_deal);
            for slot in &slots {
                let result = self.slot(seed, slot, total, &policies, &mut played);
                played.add(result);
            }
        }
        played
    }

    fn slot(
        &self,
        seed: u64,
        slot: &Slot,
        total: usize,
        policies: &BTreeMap<usize, Policy>,
        played: &mut Played,
    ) -> GameResult {
        let policy = |entrant: usize| policies.get(&entrant).copied().unwrap_or(Policy::PlayOn);
        let mut attempt = Attempt { number: 1, most: ATTEMPTS_MAX };
        loop {
            let befores: Vec<Before<'_>> =
                (0..SEATS).map(|seat| played.before(slot, seat, total)).collect();
            let mut there = Vec::new();
            for (&entrant, before) in slot.seats.iter().zip(&befores) {
                if policy(entrant).leaves(before) {
                    played.gone.insert(entrant);
                }
                there.push(policy(entrant).is_there(before) && !played.gone.contains(&entrant));
            }
            let owes = |entrant| self.must_validate || played.came.contains(&entrant);
            let attendance = |(&entrant, &is_there): (&usize, &bool)| match is_there {
                true => Attendance::Present,
                false => Attendance::Absent { owes: owes(entrant) },
            };
            let attendance: Vec<Attendance> =
                slot.seats.iter().zip(&there).map(attendance).collect();
            played.came.extend(
                slot.seats
                    .iter()
                    .zip(&there)
                    .filter(|(_, is_there)| **is_there)
                    .map(|(entrant, _)| entrant),
            );
            let ruling = match opening(&attendance) {
                Opening::Void => {
                    return result(
                        slot,
                        attempt,
                        Err(VoidReason::NoShow),
                        &[Ending::Aborted; SEATS],
                    );
                }
                Opening::Forfeited => forfeited_by_all(SEATS),
                Opening::Play { stand_ins } => {
                    let (end, seats, leavers) =
                        self.game(seed, slot, attempt, &stand_ins, &befores, &policy);
                    played.gone.extend(leavers);
                    ruling(end, &seats, attempt, self.on_failure)
                }
            };
            match ruling.outcome {
                Outcome::Again(_) => attempt.number += 1,
                Outcome::Counts(credits) => {
                    return result(slot, attempt, Ok(credits), &ruling.endings);
                }
                Outcome::Void(reason) => {
                    return result(slot, attempt, Err(reason), &ruling.endings);
                }
            }
        }
    }

    /// Plays a game; with its seats, and who leaves for good by it.
    fn game(
        &self,
        seed: u64,
        slot: &Slot,
        attempt: Attempt,
        stand_ins: &[bool],
        befores: &[Before<'_>],
        policy: &impl Fn(usize) -> Policy,
    ) -> (GameEnd, Vec<SeatEnd>, Vec<usize>) {
        let hand = |seat: usize| draw(seed, [1, slot.deal.into(), seat as u64, 0]);
        // The first half of a game's luck is known when its seats may yet leave it.
        let luck = |seat: usize, half: u64| {
            draw(seed, [2 + half, slot.slot.into(), seat as u64, attempt.number.into()])
        };
        let plays =
            |seat: usize| if stand_ins[seat] { STAND_IN_SKILL } else { skill(slot.seats[seat]) };
        let so_far = |seat: usize| plays(seat) + hand(seat) + SEAT_WORTH[seat] + luck(seat, 0);
        let rank = |score: &dyn Fn(usize) -> f64, seat| {
            1 + (0..SEATS).filter(|&other| score(other) > score(seat)).count()
        };
        let ends: Vec<(Ending, bool)> = (0..SEATS)
            .map(|seat| match stand_ins[seat] {
                true => (Ending::Played, false),
                false => policy(slot.seats[seat]).ends(&During {
                    before: &befores[seat],
                    hand: hand(seat),
                    standing: rank(&so_far, seat),
                }),
            })
            .collect();
        let score = |seat: usize| {
            let defaults = if ends[seat].0 == Ending::Played { 0.0 } else { DEFAULTS_SKILL };
            so_far(seat) + luck(seat, 1) + defaults
        };
        let has_expired = ends.iter().any(|(ending, _)| *ending == Ending::TimedOut)
            && self.on_failure == OnFailure::Replay
            && !attempt.is_last();
        let seat = |seat: usize| SeatEnd {
            rank: rank(&score, seat) as u32,
            points: (score(seat) * 10.0) as i32,
            ending: ends[seat].0,
            is_stand_in: stand_ins[seat],
            is_asked: false,
        };
        let leavers =
            (0..SEATS).filter(|&seat| ends[seat].1).map(|seat| slot.seats[seat]).collect();
        let end = if has_expired { GameEnd::Expired } else { GameEnd::Played };
        (end, (0..SEATS).map(seat).collect(), leavers)
    }
}

fn result(
    slot: &Slot,
    attempt: Attempt,
    credits: Result<Vec<Credit>, VoidReason>,
    endings: &[Ending],
) -> GameResult {
    let (credits, void) = match credits {
        Ok(credits) => (credits, None),
        Err(reason) => (vec![Credit::default(); SEATS], Some(reason)),
    };
    let mut result =
        GameResult { attempts: attempt.number, void, ..GameResult::played(slot, &[(); SEATS]) };
    for ((seat, credit), &ending) in result.seats.iter_mut().zip(credits).zip(endings) {
        (seat.rank, seat.points, seat.ending) = (credit.rank, credit.points, ending);
    }
    result
}

impl Played {
    fn before<'a>(&self, slot: &'a Slot, seat: usize, total: usize) -> Before<'a> {
        let entrant = slot.seats[seat];
        Before {
            done: self.results.len(),
            total,
            place: (self.utilities[entrant].1 > 0.0).then(|| self.place(entrant)),
            seat: SEAT_WORTH[seat],
            entrants: &slot.seats,
            has_come: self.came.contains(&entrant),
        }
    }

    fn add(&mut self, result: GameResult) {
        if result.void.is_none() {
            for seat in &result.seats {
                let beaten =
                    result.seats.iter().filter(|other| other.rank > seat.rank).count() as f64;
                let beaten_by =
                    result.seats.iter().filter(|other| other.rank < seat.rank).count() as f64;
                self.utilities[seat.entrant].0 += beaten - beaten_by;
                self.utilities[seat.entrant].1 += 1.0;
            }
        }
        self.results.push(result);
    }

    /// An entrant's place in the standings, from 1: by mean utility of rated games. Equals share
    /// their places.
    pub(crate) fn place(&self, entrant: usize) -> f64 {
        let means = self
            .utilities
            .map(|(sum, games)| if games > 0.0 { sum / games } else { f64::NEG_INFINITY });
        let others = || (0..ENTRANTS).filter(|&other| other != entrant);
        let above = others().filter(|&other| means[other] > means[entrant]).count() as f64;
        let equal = others().filter(|&other| means[other] == means[entrant]).count() as f64;
        1.0 + above + equal / 2.0
    }
}
