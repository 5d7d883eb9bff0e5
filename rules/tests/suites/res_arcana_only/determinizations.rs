//! Determinizations of views that leave so little open that every possibility can be counted: each
//! comes up as often as any other.

use crate::play::{Table, chance, seed};
use hierophant_rules::res_arcana::cards::FaceSet;
use hierophant_rules::res_arcana::{ResArcana, View};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Rng, Ruleset, Viewer, bounded};
use std::collections::BTreeMap;

/// Possibilities that a view has at most.
const POSSIBILITIES_MAX: usize = 300;
/// Determinizations for each possibility.
const DRAWS_EACH: usize = 40;
/// Views tested of one game.
const VIEWS_MAX: usize = 2;

/// By zone, its cards: hands, mages, tops and rests of decks, the box.
type Placement = Vec<u128>;

/// What each zone may hold, and its size.
fn zones(view: &View) -> Vec<(FaceSet, u8)> {
    let (public, known) = (&view.public, &view.knowledge);
    let hands = known.hands.into_iter().zip(public.hand_sizes);
    let mages = known.mages.into_iter().zip(public.mages_dealt);
    let tops = known.tops.into_iter().zip(known.top_sizes);
    let decks = public.deck_sizes.into_iter().chain([public.monuments]);
    let rests =
        known.rests.into_iter().zip(decks.zip(known.top_sizes).map(|(size, top)| size - top));
    hands.chain(mages).chain(tops).chain(rests).chain([(known.boxed, public.boxed)]).collect()
}

/// Every placement that the view allows, one card after the other; `None` if there are too many.
fn possibilities(view: &View) -> Option<Vec<Placement>> {
    let zones = zones(view);
    let hidden = FaceSet::ARTEFACTS
        .union(FaceSet::MAGES)
        .union(FaceSet::MONUMENTS)
        .minus(view.public.open_faces());
    let mut placements: Vec<Placement> = vec![vec![0; zones.len()]];
    for card in hidden.iter() {
        let mut next = Vec::new();
        for placement in placements {
            for (index, (may_hold, size)) in zones.iter().enumerate() {
                if may_hold.contains(card) && placement[index].count_ones() < u32::from(*size) {
                    let mut with = placement.clone();
                    with[index] |= 1 << card.number();
                    next.push(with);
                }
            }
        }
        if next.len() > 30 * POSSIBILITIES_MAX {
            return None;
        }
        placements = next;
    }
    (placements.len() <= POSSIBILITIES_MAX).then_some(placements)
}

fn drawn(view: &View, rng: &mut dyn Rng) -> Placement {
    let sampler = ResArcana::hidden_sampler(view).expect("a game has produced this view");
    let hidden = ResArcana::draw(&sampler, rng).expect("there is a placement");
    hidden.0.iter().map(|set| set.bits()).collect()
}

/// A value that chi-square exceeds about once in 100,000 times (Wilson and Hilferty's
/// approximation).
fn threshold(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 4.26 * spread.sqrt()).powi(3)
}

/// Draws until chance can be told from favour; how many possibilities there were.
fn check(view: &View, case: u32) -> usize {
    let Some(placements) = possibilities(view).filter(|placements| placements.len() > 1) else {
        return 0;
    };
    let mut counts: BTreeMap<&Placement, u32> =
        placements.iter().map(|placement| (placement, 0)).collect();
    let mut rng = chance(21, case);
    for _ in 0..DRAWS_EACH * placements.len() {
        let placement = drawn(view, &mut rng);
        *counts
            .get_mut(&placement)
            .unwrap_or_else(|| panic!("case {case}: {placement:?} isn't possible")) += 1;
    }
    let expected = DRAWS_EACH as f64;
    let found: f64 =
        counts.values().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = (placements.len() - 1) as f64;
    assert!(
        found < threshold(freedom),
        "case {case}: chi-square {found} at {freedom} degrees of freedom"
    );
    placements.len()
}

#[test]
fn every_possibility_is_drawn_as_often() {
    let (mut tested, mut possible) = (0, 0);
    for (case, setup) in (0..).zip(ResArcana::setups().into_iter().cycle().take(60)) {
        let mut rng = chance(22, case);
        let mut table = Table::<ResArcana>::deal(&setup, &seed(case));
        let mut views = 0;
        while let Some(answer) = table.choose(&mut rng) {
            let viewers: Vec<Viewer> = table.viewers().collect();
            let viewer = viewers[bounded(&mut rng, viewers.len() as u32) as usize];
            if views < VIEWS_MAX && bounded(&mut rng, 12) == 0 {
                let count = check(&ResArcana::view(&table.state, viewer), case);
                views += usize::from(count > 0);
                tested += usize::from(count > 0);
                possible += count;
            }
            table.answer(answer);
        }
    }
    println!("{tested} views with {possible} possibilities");
    assert!(tested >= 20 && possible > 1_000);
}
