//! Draws against brute force: every assignment that fits is drawn equally often, and no other is
//! drawn.

use super::*;
use crate::{Seed, bounded};
use alloc::{collections::BTreeMap, vec};
use rand_chacha::ChaCha12Rng;
use ruint::aliases::U256;

/// Draws per assignment in a test of uniformity.
const DRAWS_EACH: u64 = 40;

struct Problem {
    zones: Vec<Zone>,
    cards: Vec<HiddenCard>,
}

fn rng(purpose: u32, count: u32) -> ChaCha12Rng {
    Seed::new([11; 32]).at(purpose, count)
}

fn zone(size: u8, least: u8, most: u8) -> Zone {
    Zone { size, least, most }
}

fn counted(zones: &[usize]) -> HiddenCard {
    HiddenCard { counted: true, zones: zones.iter().copied().collect() }
}

fn uncounted(zones: &[usize]) -> HiddenCard {
    HiddenCard { counted: false, ..counted(zones) }
}

impl Problem {
    fn fits(&self, assignment: &[u8]) -> bool {
        let allowed = self
            .cards
            .iter()
            .zip(assignment)
            .all(|(card, &at)| card.zones.contains(usize::from(at)));
        let kept = (0..).zip(&self.zones).all(|(index, zone): (u8, _)| {
            let here = self.cards.iter().zip(assignment).filter(|(_, at)| **at == index);
            let minors = here.clone().filter(|(card, _)| card.counted).count();
            here.count() == usize::from(zone.size)
                && (usize::from(zone.least)..=usize::from(zone.most)).contains(&minors)
        });
        assignment.len() == self.cards.len() && allowed && kept
    }

    /// Every assignment that fits, by brute force.
    fn enumerate(&self) -> Vec<Vec<u8>> {
        let mut partial = vec![Vec::new()];
        for card in &self.cards {
            let mut longer = Vec::new();
            for start in &partial {
                for at in card.zones.iter().filter(|&at| at < self.zones.len()) {
                    let taken = start.iter().filter(|&&other| usize::from(other) == at).count();
                    if taken < usize::from(self.zones[at].size) {
                        let mut next: Vec<u8> = start.clone();
                        next.push(at as u8);
                        longer.push(next);
                    }
                }
            }
            partial = longer;
        }
        partial.retain(|assignment| self.fits(assignment));
        partial
    }

    /// Up to 7 cards in up to 4 zones, most of them with a solution.
    fn small(rng: &mut dyn Rng) -> Problem {
        let count = 2 + bounded(rng, 3) as usize;
        let kinds = 1 + bounded(rng, 2);
        let mut zones = vec![zone(0, 0, 0); count];
        let mut cards = Vec::new();
        for _ in 0..2 + bounded(rng, 6) {
            let home = bounded(rng, count as u32) as usize;
            let counted = bounded(rng, kinds) == 0;
            let (reach, strays) = (bounded(rng, 16), bounded(rng, 12) == 0);
            zones[home].size += 1;
            zones[home].least += u8::from(counted);
            let may_be = (0..count).filter(|&at| at == home && !strays || reach >> at & 1 == 1);
            cards.push(HiddenCard { counted, zones: may_be.collect() });
        }
        for zone in &mut zones {
            let minors = zone.least;
            zone.least = minors.saturating_sub(bounded(rng, 3) as u8);
            zone.most = minors + bounded(rng, 3) as u8;
        }
        Problem { zones, cards }
    }

    /// As large as games get: hands, face-down rows, a pile of each kind; classes as a game's
    /// events would leave them.
    fn large(rng: &mut dyn Rng) -> Problem {
        let seats = 2 + bounded(rng, 4) as usize;
        let mut homes = Vec::new();
        for number in 0..78usize {
            let pile = 2 * seats + usize::from(number >= 56);
            let at = bounded(rng, 2 * seats as u32 + 3) as usize;
            let goes = at < seats || at < 2 * seats && number < 56;
            homes.push(if goes { at } else { pile });
        }
        let (shuffled_in, kinds) = (bounded(rng, 4), bounded(rng, 6) + 1);
        let masks: Vec<u32> = (0..kinds).map(|_| rng.next_u32() | rng.next_u32()).collect();
        let mut zones = vec![zone(0, 0, 0); 2 * seats + 2];
        let mut cards = Vec::new();
        for (number, &home) in homes.iter().enumerate() {
            let counted = number < 56;
            let mask = masks[bounded(rng, kinds) as usize];
            let may_be = (0..zones.len()).filter(|&at| {
                let possible =
                    if counted { at <= 2 * seats } else { at < seats || at == 2 * seats + 1 };
                at == home || possible && (shuffled_in == 0 || mask >> at & 1 == 1)
            });
            zones[home].size += 1;
            zones[home].least += u8::from(counted);
            zones[home].most += u8::from(counted);
            cards.push(HiddenCard { counted, zones: may_be.collect() });
        }
        for zone in &mut zones {
            if bounded(rng, 3) == 0 {
                zone.least = zone.least.saturating_sub(bounded(rng, 3) as u8);
                zone.most += bounded(rng, 3) as u8;
            }
        }
        Problem { zones, cards }
    }

    /// Whether the draws spread over the assignments that fit as equal chances would.
    fn spreads_evenly(&self, mut draw: impl FnMut() -> Vec<u8>) -> bool {
        let mut seen: BTreeMap<Vec<u8>, u64> =
            self.enumerate().into_iter().map(|fits| (fits, 0)).collect();
        let freedom = seen.len() as u64 - 1;
        for _ in 0..DRAWS_EACH * seen.len() as u64 {
            match seen.get_mut(&draw()) {
                Some(count) => *count += 1,
                None => return false,
            }
        }
        let chi_square =
            seen.values().map(|count| count.abs_diff(DRAWS_EACH).pow(2)).sum::<u64>() / DRAWS_EACH;
        // Six standard deviations, and some more for the long tail of few degrees of freedom.
        chi_square <= freedom + 6 * (2 * freedom).isqrt() + 6
    }
}

#[test]
fn small_problems_are_drawn_uniformly() {
    let (mut solvable, mut hopeless) = (0, 0);
    for case in 0..400 {
        let mut rng = rng(1, case);
        let problem = Problem::small(&mut rng);
        let assignments = problem.enumerate();
        let sampler = Sampler::new(&problem.zones, &problem.cards);
        assert_eq!(sampler.is_none(), assignments.is_empty(), "case {case}");
        let Some(sampler) = sampler else {
            hopeless += 1;
            continue;
        };
        assert!(sampler.is_exact());
        if assignments.len() <= 400 {
            solvable += 1;
            assert!(problem.spreads_evenly(|| sampler.draw(&mut rng)), "case {case}");
        }
    }
    assert!(solvable > 250 && hopeless > 25, "{solvable} solvable, {hopeless} hopeless");
}

#[test]
fn the_random_walk_comes_close_on_small_problems() {
    let mut walked = 0;
    for case in 0..80 {
        let mut rng = rng(2, case);
        let problem = Problem::small(&mut rng);
        let assignments = problem.enumerate();
        let sampler = Sampler::within(&problem.zones, &problem.cards, 0);
        assert_eq!(sampler.is_none(), assignments.is_empty(), "case {case}");
        if let Some(sampler) = sampler.filter(|_| assignments.len() <= 12) {
            assert!(!sampler.is_exact());
            walked += 1;
            assert!(problem.spreads_evenly(|| sampler.draw(&mut rng)), "case {case}");
        }
    }
    assert!(walked > 15, "{walked}");
}

#[test]
fn large_problems_keep_every_constraint() {
    let mut exact = 0;
    for case in 0..80 {
        let mut rng = rng(3, case);
        let problem = Problem::large(&mut rng);
        let sampler = Sampler::new(&problem.zones, &problem.cards).expect("made from a solution");
        exact += u32::from(sampler.is_exact());
        for _ in 0..3 {
            assert!(problem.fits(&sampler.draw(&mut rng)), "case {case}");
        }
    }
    assert!(exact >= 60, "{exact}");
}

#[test]
fn the_random_walk_keeps_every_constraint_of_large_problems() {
    for case in 0..10 {
        let mut rng = rng(4, case);
        let problem = Problem::large(&mut rng);
        let sampler =
            Sampler::within(&problem.zones, &problem.cards, 0).expect("made from a solution");
        assert!(!sampler.is_exact());
        assert!(problem.fits(&sampler.draw(&mut rng)), "case {case}");
    }
}

#[test]
fn one_generator_state_gives_one_assignment() {
    let problem = Problem::large(&mut rng(5, 0));
    let sampler = Sampler::new(&problem.zones, &problem.cards).expect("made from a solution");
    let draws: Vec<Vec<u8>> = (0..2).map(|_| sampler.draw(&mut rng(5, 1))).collect();
    assert_eq!(draws[0], draws[1]);
    assert_ne!(draws[0], sampler.draw(&mut rng(5, 2)));
}

#[test]
fn what_cannot_be_is_refused() {
    let check = |why: &str, zones: &[Zone], cards: &[HiddenCard]| {
        assert!(Sampler::new(zones, cards).is_none(), "{why}");
        assert!(Sampler::within(zones, cards, 0).is_none(), "{why}, by matching");
    };
    let (here, both) = ([0], [0, 1]);
    check("a card too few", &[Zone::of_size(2)], &[counted(&here)]);
    check("a card too many", &[Zone::of_size(1)], &[counted(&here), counted(&here)]);
    check("a card without a zone", &[Zone::of_size(1)], &[counted(&[])]);
    check("a card in a zone that isn't there", &[Zone::of_size(1)], &[counted(&[3])]);
    check("bounds that cross", &[zone(1, 1, 0)], &[counted(&here)]);
    check("bounds beyond the size", &[zone(1, 2, 2)], &[counted(&here)]);
    check(
        "too many uncounted",
        &[zone(1, 1, 1), zone(1, 0, 1)],
        &[uncounted(&both), uncounted(&both)],
    );
    let (two, one) = (Zone::of_size(2), Zone::of_size(1));
    check(
        "three for two",
        &[two, two],
        &[counted(&here), counted(&here), counted(&here), counted(&both)],
    );
    check("total of least", &[zone(2, 1, 2), zone(2, 1, 2)], &[uncounted(&both); 4]);
    let crowd = [counted(&[0, 1]), counted(&[0, 1]), counted(&[0, 1]), counted(&[2, 3])];
    check("three for two zones of one", &[one, one, one, one], &crowd);
    check("too many zones", &[Zone::of_size(0); ZONES_MAX + 1], &[]);
    check("too many cards", &[Zone::of_size(129)], &[counted(&here); 129]);
}

#[test]
fn nothing_to_place_is_one_assignment() {
    let sampler = Sampler::new(&[Zone::of_size(0)], &[]).expect("nothing fits nowhere");
    assert!(sampler.is_exact());
    assert!(sampler.draw(&mut rng(6, 0)).is_empty());
}

#[test]
fn counts_of_the_largest_tables_fit() {
    // Arcanum to a spectator: 56 Minors in hands, rows or a pile, 21 Majors in hands or a pile, and
    // a Fool at large.
    let groups = [(56, 11u32), (21, 6), (1, 11)];
    let widths = groups
        .into_iter()
        .flat_map(|(cards, width)| core::iter::repeat_n(U256::from(width), cards));
    assert!(
        widths
            .into_iter()
            .try_fold(U256::ONE, |product, width| product.checked_mul(width))
            .is_some()
    );
}

/// A biased sampler: deals card by card to any zone from which the deal can still be completed.
fn deal_naively(problem: &Problem, rng: &mut dyn Rng) -> Vec<u8> {
    let mut left = problem.enumerate();
    for card in 0..problem.cards.len() {
        let mut zones: Vec<u8> = left.iter().map(|assignment| assignment[card]).collect();
        zones.sort_unstable();
        zones.dedup();
        let at = zones[bounded(rng, zones.len() as u32) as usize];
        left.retain(|assignment| assignment[card] == at);
    }
    left.remove(0)
}

#[test]
fn a_biased_dealer_is_found_out() {
    let (mut fair, mut caught) = (0, 0);
    for case in 0..60 {
        let mut rng = rng(7, case);
        let problem = Problem::small(&mut rng);
        if !(6..=60).contains(&problem.enumerate().len()) {
            continue;
        }
        if problem.spreads_evenly(|| deal_naively(&problem, &mut rng)) {
            fair += 1
        } else {
            caught += 1
        }
    }
    assert!(caught > 2 * fair, "{caught} caught, {fair} not");
}

#[test]
fn a_missing_assignment_is_found_out() {
    let problem = Problem {
        zones: vec![Zone::of_size(2), Zone::of_size(2)],
        cards: vec![counted(&[0, 1]); 4],
    };
    let sampler = Sampler::new(&problem.zones, &problem.cards).expect("it fits");
    let mut rng = rng(8, 0);
    let skipped = problem.enumerate()[3].clone();
    let mut draw = || loop {
        let assignment = sampler.draw(&mut rng);
        if assignment != skipped {
            return assignment;
        }
    };
    assert!(!problem.spreads_evenly(&mut draw));
}
