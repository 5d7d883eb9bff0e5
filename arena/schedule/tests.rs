//! Properties of whole schedules.

use super::*;
use crate::VoidReason;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn plan(entrants: usize, seats: usize, format: Format, mode: Mode, deals: u32) -> Plan {
    let entrants = vec![Membership::default(); entrants];
    let version = ArithmeticVersion::Second;
    Plan { entrants, seats, format, mode, seatings: Seatings::All, deals, version, seed: [5; 32] }
}

/// A result in which who comes first in the list is better, with a whim in every third game.
fn played(slot: &Slot) -> GameResult {
    let strength = |entrant: usize| if slot.slot % 3 == 2 { entrant } else { 100 - entrant };
    let performances: Vec<usize> = slot.seats.iter().map(|&entrant| strength(entrant)).collect();
    let mut result = GameResult::played(slot, &performances);
    result.void = (slot.slot % 11 == 10).then_some(VoidReason::NoShow);
    result
}

/// All rounds, each with the results of those before.
fn schedule(plan: &Plan) -> Vec<Slot> {
    let (mut slots, mut results) = (Vec::<Slot>::new(), Vec::new());
    for round in 0..plan.rounds() {
        let deal = slots.last().map_or(0, |last| last.deal + 1);
        let next = plan.round(round, slots.len() as u32, deal, &results);
        results.extend(next.iter().map(played));
        slots.extend(next);
    }
    slots
}

/// A round of 635,376 tables, of which the first few are wanted.
#[test]
fn a13_a_long_round_is_made_only_as_far_as_it_is_asked_for() {
    let plan = plan(64, 4, Format::RoundRobin, Mode::Independent, 1);
    let mut deals = plan.round_deals(0, 0, 0, &[]).expect("a round");
    let first: Vec<Slot> = deals.by_ref().take(100).flatten().collect();
    assert_eq!(
        first.iter().map(|slot| (slot.slot, slot.deal)).collect::<Vec<_>>(),
        (0..100).map(|at| (at, at)).collect::<Vec<_>>()
    );
    assert!(first.windows(2).all(|pair| sorted(&pair[0]) < sorted(&pair[1])), "table by table");
    assert!(plan.round_deals(1, 0, 0, &[]).is_none(), "there is no such round");
}

fn sorted(slot: &Slot) -> Vec<usize> {
    let mut seats = slot.seats.clone();
    seats.sort_unstable();
    seats
}

/// How often each entrant had each seat.
fn times(slots: &[Slot], seats: usize) -> BTreeMap<usize, Vec<u32>> {
    let mut times: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for slot in slots {
        for (seat, &entrant) in slot.seats.iter().enumerate() {
            times.entry(entrant).or_insert_with(|| vec![0; seats])[seat] += 1;
        }
    }
    times
}

fn assert_balanced(slots: &[Slot], seats: usize) {
    for (entrant, times) in times(slots, seats) {
        assert!(
            times.iter().all(|&time| time == times[0]),
            "entrant {entrant} had the seats {times:?} times"
        );
    }
}

fn by<K: Ord>(slots: &[Slot], key: impl Fn(&Slot) -> K) -> Vec<Vec<Slot>> {
    let mut groups: BTreeMap<K, Vec<Slot>> = BTreeMap::new();
    for slot in slots {
        groups.entry(key(slot)).or_default().push(slot.clone());
    }
    groups.into_values().collect()
}

fn table(slot: &Slot) -> Vec<usize> {
    let mut table = slot.seats.clone();
    table.sort_unstable();
    table
}

/// What every schedule keeps to.
fn assert_sound(plan: &Plan, slots: &[Slot]) {
    assert_eq!(plan.slots(), Some(slots.len() as u32));
    for (number, slot) in slots.iter().enumerate() {
        assert_eq!(slot.slot, number as u32, "slots are numbered in their order");
        assert_eq!(slot.seats.len(), plan.seats);
        assert!(slot.seats.iter().all(|entrant| plan.present(slot.round).contains(entrant)));
    }
    let deals = by(slots, |slot| slot.deal);
    for (number, deal) in deals.iter().enumerate() {
        assert!(
            deal.iter().all(|slot| slot.deal == number as u32 && table(slot) == table(&deal[0])),
            "a deal has one table"
        );
        assert!(deal.iter().enumerate().all(|(seating, slot)| slot.seating == seating as u32));
        let seatings: BTreeSet<_> = deal.iter().map(|slot| &slot.seats).collect();
        assert_eq!(seatings.len(), deal.len(), "no seating is repeated within a deal");
        if plan.mode == Mode::Repeated {
            assert_balanced(deal, plan.seats);
        }
    }
}

fn formats() -> impl Strategy<Value = Format> {
    prop_oneof![
        Just(Format::RoundRobin),
        (0usize..2).prop_map(|candidate| Format::Field { candidate }),
        (1u32..5).prop_map(|rounds| Format::Swiss { rounds }),
        (1u32..5).prop_map(|rounds| Format::Ladder { rounds }),
    ]
}

prop_compose! {
    fn plans()(
        (seats, format) in (2usize..=6, formats()),
        more in 0usize..9,
        few in any::<bool>(),
        repeated in any::<bool>(),
        balanced in any::<bool>(),
        deals in 1u32..4,
        is_first in any::<bool>(),
        seed in any::<[u8; 32]>(),
    ) -> Plan {
        let version = if is_first { ArithmeticVersion::First } else { ArithmeticVersion::Second };
        // Of formats that make their tables, several tables per round; of those that play all, not
        // too many.
        let more = if format.is_adaptive() { more } else { more % 3 };
        let entrants = if few && matches!(format, Format::Field { .. }) { 2 + more } else { seats + more };
        let mode = if repeated { Mode::Repeated } else { Mode::Independent };
        let seatings = if balanced { Seatings::Balanced } else { Seatings::All };
        // Of independent deals only the multiples of the seats are balanced.
        let deals = if repeated { deals } else { deals * seats as u32 };
        Plan { seatings, seed, version, ..plan(entrants, seats, format, mode, deals) }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// The seat-rotation kind.
    #[test]
    fn a_complete_schedule_gives_every_entrant_each_seat_equally_often(plan in plans()) {
        prop_assert_eq!(plan.check(), Ok(()));
        let slots = schedule(&plan);
        assert_sound(&plan, &slots);
        assert_balanced(&slots, plan.seats);
    }

    /// Whatever was done, the rest of a round is the same: a round doesn't look at its own results,
    /// nor at the order of others'.
    #[test]
    fn a_resumed_schedule_has_the_same_remaining_slots(plan in plans(), done in any::<u64>(), cut in any::<prop::sample::Index>()) {
        let slots = schedule(&plan);
        let round = cut.index(plan.rounds() as usize) as u32;
        let of_round: Vec<_> = slots.iter().filter(|slot| slot.round == round).cloned().collect();
        let is_done = |slot: &&Slot| slot.round < round || slot.round == round && done >> (slot.slot % 64) & 1 == 1;
        let mut results: Vec<_> = slots.iter().filter(is_done).map(played).collect();
        results.reverse();
        let again = plan.round(round, of_round[0].slot, of_round[0].deal, &results);
        prop_assert_eq!(again, of_round);
    }
}

#[test]
fn a_round_robin_plays_every_table_on_every_deal_in_every_seating() {
    let plan = plan(5, 4, Format::RoundRobin, Mode::Repeated, 3);
    let slots = schedule(&plan);
    assert_eq!(slots.len(), 5 * 3 * 24);
    assert_eq!(by(&slots, table).len(), 5);
    assert!(
        by(&slots, |slot| slot.round)
            .iter()
            .all(|round| by(round, table).len() == 5 && round.len() == 5 * 24)
    );
}

#[test]
fn a_field_too_small_takes_several_seats() {
    let check = |entrants: usize, seats: usize, tables: &[&[usize]]| {
        let plan = plan(entrants, seats, Format::Field { candidate: 0 }, Mode::Repeated, 1);
        let slots = schedule(&plan);
        assert_sound(&plan, &slots);
        let met: Vec<_> = by(&slots, |slot| slot.deal).iter().map(|deal| table(&deal[0])).collect();
        assert_eq!(met, tables, "{entrants} entrants, {seats} seats");
    };
    check(2, 4, &[&[0, 1, 1, 1]]);
    check(3, 4, &[&[0, 1, 1, 2], &[0, 1, 2, 2]]);
    check(3, 5, &[&[0, 1, 1, 2, 2]]);
    check(4, 3, &[&[0, 1, 2], &[0, 1, 3], &[0, 2, 3]]);
    let lone = plan(2, 4, Format::Field { candidate: 0 }, Mode::Repeated, 50);
    assert_eq!(lone.slots(), Some(50 * 4), "three seats of one entrant aren't permuted");
}

#[test]
fn at_five_seats_every_two_have_every_two_seats_equally_often() {
    let slots = schedule(&plan(5, 5, Format::RoundRobin, Mode::Repeated, 1));
    assert_eq!(slots.len(), 20, "120 permutations are too many, the affine ones are 5 * 4");
    let mut pairs: BTreeMap<[usize; 4], u32> = BTreeMap::new();
    for slot in &slots {
        for (one, other) in
            (0..5).flat_map(|one| (0..5).map(move |other| (one, other))).filter(|(a, b)| a != b)
        {
            *pairs.entry([one, other, slot.seats[one], slot.seats[other]]).or_default() += 1;
        }
    }
    assert_eq!(pairs.len(), 20 * 20);
    assert!(pairs.values().all(|&times| times == 1));
}

#[test]
fn independent_deals_go_through_all_seatings_and_stay_even() {
    let plan = plan(4, 4, Format::RoundRobin, Mode::Independent, 30);
    let slots = schedule(&plan);
    let first: BTreeSet<_> = slots[..24].iter().map(|slot| &slot.seats).collect();
    assert_eq!(first.len(), 24, "each of the 24 seatings once before any comes again");
    for so_far in 1..=slots.len() {
        for (entrant, times) in times(&slots[..so_far], 4) {
            let (most, least) = (times.iter().max().unwrap(), times.iter().min().unwrap());
            assert!(
                most - least <= 1,
                "after {so_far} deals entrant {entrant} had the seats {times:?} times"
            );
        }
    }
}

#[test]
fn in_a_swiss_tournament_winners_meet_winners_and_byes_go_round() {
    let plan = plan(9, 2, Format::Swiss { rounds: 9 }, Mode::Repeated, 1);
    let slots = schedule(&plan);
    let rounds = by(&slots, |slot| slot.round);
    let mut byes = [0; 9];
    for round in &rounds {
        let seated: BTreeSet<_> = round.iter().flat_map(|slot| slot.seats.clone()).collect();
        assert_eq!(seated.len(), 8);
        (0..9).filter(|entrant| !seated.contains(entrant)).for_each(|entrant| byes[entrant] += 1);
    }
    assert_eq!(byes, [1; 9], "each sits out once before any does twice");
    let meetings = by(&slots, table);
    assert!(
        meetings.iter().all(|games| games.len() <= 2 * 2),
        "no two meet in three of nine rounds"
    );
}

#[test]
fn in_a_ladder_entrants_come_and_go_and_meet_their_like() {
    let mut plan = plan(16, 4, Format::Ladder { rounds: 40 }, Mode::Independent, 4);
    plan.entrants[3] = Membership { from_round: 2, until_round: Some(4) };
    let slots = schedule(&plan);
    assert_sound(&plan, &slots);
    let rounds: BTreeSet<_> =
        slots.iter().filter(|slot| slot.seats.contains(&3)).map(|slot| slot.round).collect();
    assert!(rounds.is_subset(&BTreeSet::from([2, 3])) && !rounds.is_empty());
    let distance = |slots: &[Slot]| {
        let spread =
            |slot: &Slot| slot.seats.iter().max().unwrap() - slot.seats.iter().min().unwrap();
        slots.iter().map(spread).sum::<usize>() as f64 / slots.len() as f64
    };
    let (early, late): (Vec<_>, Vec<_>) = slots.iter().cloned().partition(|slot| slot.round < 2);
    assert!(
        distance(&late) < 0.85 * distance(&early),
        "{} after {}",
        distance(&late),
        distance(&early)
    );
    assert!(by(&late, table).len() > 15, "with noise, tables vary");
}

#[test]
fn plans_that_are_none_say_why() {
    let sound = plan(5, 4, Format::RoundRobin, Mode::Repeated, 3);
    let check = |change: &dyn Fn(&mut Plan), error: PlanError| {
        let mut plan = sound.clone();
        change(&mut plan);
        assert_eq!(plan.check(), Err(error));
        assert_eq!((plan.slots(), plan.round(0, 0, 0, &[])), (None, Vec::new()));
    };
    check(&|plan| plan.seats = 1, PlanError::Seats(1));
    check(&|plan| plan.seats = 11, PlanError::Seats(11));
    check(
        &|plan| plan.entrants.truncate(3),
        PlanError::TooFewEntrants { seats: 4, needed: 4, entrants: 3 },
    );
    check(&|plan| plan.entrants = vec![Membership::default(); 65], PlanError::TooManyEntrants(65));
    check(
        &|plan| plan.format = Format::Field { candidate: 5 },
        PlanError::Candidate { candidate: 5, entrants: 5 },
    );
    check(&|plan| plan.deals = 0, PlanError::Deals(0));
    check(&|plan| plan.format = Format::Swiss { rounds: 0 }, PlanError::Rounds(0));
    check(&|plan| plan.entrants[2].from_round = 1, PlanError::Moves(2));
    let gone = Membership { from_round: 1, until_round: Some(1) };
    check(
        &|plan| (plan.format, plan.entrants[2]) = (Format::Ladder { rounds: 3 }, gone),
        PlanError::Membership(2),
    );
    let late = Membership { from_round: 2, until_round: None };
    let come_late = |plan: &mut Plan| {
        plan.format = Format::Ladder { rounds: 3 };
        plan.entrants[..2].fill(late);
    };
    check(&come_late, PlanError::TooFewPresent { round: 0, present: 3, seats: 4 });
    check(&|plan| plan.deals = 10_000, PlanError::TooManySlots(5 * 10_000 * 24));
    let crowd =
        |plan: &mut Plan| (plan.entrants, plan.seats) = (vec![Membership::default(); 64], 10);
    check(&crowd, PlanError::TooManySlots(151_473_214_816 * 3 * 10));
    assert!(!format!("{sound:?}").contains("seed"), "the seed is never printed");
}

#[test]
fn schedules_never_change() {
    let seats = |plan: &Plan| {
        let plan = Plan { version: ArithmeticVersion::First, ..plan.clone() };
        schedule(&plan).into_iter().map(|slot| slot.seats).collect::<Vec<_>>()
    };
    assert_eq!(
        seats(&plan(3, 3, Format::RoundRobin, Mode::Independent, 4)),
        [[0, 2, 1], [2, 1, 0], [1, 0, 2], [2, 0, 1]]
    );
    assert_eq!(
        seats(&plan(5, 2, Format::Swiss { rounds: 2 }, Mode::Independent, 1)),
        [[3, 1], [4, 0], [0, 1], [2, 3]]
    );
    assert_eq!(
        seats(&plan(5, 2, Format::Ladder { rounds: 2 }, Mode::Independent, 1)),
        [[3, 1], [4, 0], [1, 2], [3, 4]]
    );
}

/// Of tournaments that began with the second version.
#[test]
fn s02_schedules_of_the_second_version_never_change() {
    let seats = |plan: &Plan| schedule(plan).into_iter().map(|slot| slot.seats).collect::<Vec<_>>();
    let swiss = seats(&plan(7, 3, Format::Swiss { rounds: 3 }, Mode::Independent, 1));
    let ladder = seats(&plan(7, 3, Format::Ladder { rounds: 6 }, Mode::Independent, 1));
    assert_eq!(swiss, [[1, 5, 2], [0, 6, 4], [3, 0, 1], [2, 4, 5], [3, 2, 0], [4, 1, 6]]);
    assert_eq!(
        ladder,
        [
            [1, 5, 2],
            [0, 6, 4],
            [2, 4, 0],
            [6, 3, 5],
            [4, 1, 3],
            [5, 0, 6],
            [3, 4, 5],
            [6, 2, 1],
            [5, 1, 0],
            [3, 2, 4],
            [1, 3, 2],
            [4, 0, 6]
        ]
    );
}
