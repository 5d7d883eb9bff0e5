//! Determinizations are uniform over all that a view allows: held against every possibility, found
//! by trying.

use super::game::Game;
use super::table::{A, B, C, Table, card, zone};
use crate::arcana::Guild::{Blades, Thieves, Usurers};
use crate::arcana::{Action, Arcana, Card, CardSet, Hidden, HiddenZone, View};
use crate::kit::{HiddenSampler, Hides, Set, Zone as _};
use crate::{Ruleset, Seed, Viewer};
use alloc::{collections::BTreeMap, format, string::String, vec::Vec};

/// Draws for each possibility.
const DRAWS: usize = 100;

/// Every way to put `cards` where the view allows.
fn all(zones: &mut [(HiddenZone, CardSet, u8)], cards: &[Card], so_far: Hidden) -> Vec<Hidden> {
    let Some((&card, rest)) = cards.split_first() else { return alloc::vec![so_far] };
    let mut found = Vec::new();
    for index in 0..zones.len() {
        let (zone, may_hold, room) = zones[index];
        if room > 0 && may_hold.contains(card) {
            let mut next = so_far;
            Arcana::put(&mut next, zone, card);
            zones[index].2 -= 1;
            found.extend(all(zones, rest, next));
            zones[index].2 += 1;
        }
    }
    found
}

fn possible(view: &View) -> Vec<Hidden> {
    let zones = HiddenZone::all(view).into_iter();
    let zones = zones.map(|zone| (zone, zone.may_hold(view), zone.bounds(view).size));
    let own = Arcana::own_cards(view).expect("a sound view");
    let hidden: Vec<Card> = Set::iter(CardSet::ALL.minus(view.seen_cards())).collect();
    all(&mut zones.collect::<Vec<_>>(), &hidden, own)
}

/// Compares counts with the mean of `DRAWS` by chi-square.
#[track_caller]
fn uniform(counts: impl Iterator<Item = usize>) {
    let counts: Vec<i64> = counts.map(|count| count as i64).collect();
    let statistic =
        counts.iter().map(|count| (count - DRAWS as i64).pow(2)).sum::<i64>() / DRAWS as i64;
    // Mean and variance of chi-square are its degrees of freedom and twice them.
    let freedom = counts.len() as i64 - 1;
    let excess = (statistic - freedom).max(0);
    assert!(
        excess * excess <= 25 * 2 * freedom.max(8),
        "{statistic} at {freedom} degrees of freedom"
    );
}

/// Every placement is drawn as often; there are at least `least` of them.
#[track_caller]
fn check(game: &Game, viewer: Viewer, least: usize) {
    let view = game.view(viewer);
    let possible = possible(&view);
    assert!(possible.len() >= least, "{} possibilities", possible.len());
    let sampler = HiddenSampler::new(&view).expect("there are some");
    assert!(sampler.is_exact());
    let mut counts: BTreeMap<String, usize> =
        possible.iter().map(|one| (format!("{one:?}"), 0)).collect();
    assert_eq!(counts.len(), possible.len());
    let mut rng = Seed::new([9; 32]).at(0, 0);
    for _ in 0..DRAWS * possible.len() {
        let drawn = sampler.draw(&mut rng).expect("there are some");
        *counts.get_mut(&format!("{drawn:?}")).expect("it is among the possible ones") += 1;
    }
    uniform(counts.into_values());
}

/// Three seats; B and C hold some cards, and B has laid two face down. Game End has come: it lies
/// in no pile.
fn table() -> Table {
    let table = Table::new(&[Blades, Thieves, Usurers]).stakes("ayane gader penthow ribeca");
    let table = table.last_round();
    let table = table.hand(A, "observatory recruit sellsword");
    let table =
        table.hand(B, "lookout thieves_house thieves_treasure").draw_pile(B, "smuggler cutpurse");
    table.hand(C, "forger fence").draw_pile(C, "poisoner")
}

#[test]
fn nothing_known_but_sizes() {
    let game = table().down(B, 1, "bruiser").game();
    for viewer in Viewer::all(3) {
        check(&game, viewer, 3);
    }
}

#[test]
fn after_placements_and_a_look() {
    let look = [Action::Enact(card("observatory")), Action::Zone(zone(1)), Action::Done];
    let place = [Action::Place(card("lookout")), Action::Zone(zone(0))];
    let game = table().down(B, 1, "bruiser").game().codes(A, &[64]).act(B, &place);
    check(&game, Viewer::Seat(A), 30);
    let game = game.codes(C, &[64 + 30]).act(A, &look);
    for viewer in Viewer::all(3) {
        check(&game, viewer, 2);
    }
}

#[test]
fn the_militia_in_slots_hands_and_deck() {
    let table = table().modules(|setup| setup.militia = true).militia("patrol investigators");
    let table = table.hand(B, "thieves_treasure").draw_pile(B, "").hand(C, "forger");
    let game = table.turn(B).game().codes(B, &[314, 9]);
    for viewer in Viewer::all(3) {
        check(&game, viewer, 1);
    }
    let before = game.codes(C, &[64 + 30]);
    check(&before, Viewer::Seat(A), 6);
}

/// What a determinization holds, as text, of every one that can be drawn.
fn counted(
    game: &Game,
    viewer: Viewer,
    draws: usize,
    text: impl Fn(&crate::arcana::State) -> String,
) -> BTreeMap<String, usize> {
    let view = game.view(viewer);
    let mut rng = Seed::new([8; 32]).at(0, 0);
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        let mut drawn = Arcana::determinize(&view, &mut rng).expect("a sound view");
        *counts.entry(text(Arcana::state_mut(&mut drawn))).or_default() += 1;
    }
    counts
}

#[test]
fn game_end_and_the_order_of_the_free_zone_are_drawn_evenly() {
    // Four unseen cards and Game End, above a cycled one.
    let table = Table::new(&[Blades, Thieves]).stake(4, "penthow").hand(A, "city_gate recruit");
    let table = table.pile(4, "gader ayane ribeca game_end harlequin");
    let game = table.game().act(A, &[Action::Enact(card("city_gate")), Action::Zone(zone(4))]);
    assert_eq!(game.state.public.piles[4].cycled(), [card("penthow")]);
    let place = |state: &crate::arcana::State| {
        let pile = &state.secrets.piles[4][..5];
        assert_eq!(pile[0], Some(card("penthow")));
        format!("{:?}", pile.iter().position(Option::is_none))
    };
    let counts = counted(&game, Viewer::Spectator, 4 * DRAWS, place);
    assert_eq!(counts.len(), 4);
    uniform(counts.into_values());
}

#[test]
fn others_objectives_are_drawn_from_two_cards_of_each() {
    let table = Table::new(&[Blades, Thieves]).stake(4, "penthow").hand(A, "city_gate");
    let table =
        table.last_round().modules(|setup| setup.objectives = true).kept(A, [0, 1]).kept(B, [2, 3]);
    let game = table.game();
    // Seat A has seen both cards of two faces, and no other.
    let kept = |state: &crate::arcana::State| format!("{:?}", state.secrets.own[1].kept);
    let counts = counted(&game, Viewer::Seat(A), 153 * DRAWS, kept);
    // Nine faces are left: of 153 pairs of cards 9 are of one face, 4 of each pair of two.
    assert_eq!(counts.len(), 45);
    let is_pair = |text: &str| {
        let state =
            text.replace("Objective(", "").replace([')', '[', ']'], "").replace("Some(", "");
        let (one, other) = state.split_once(", ").expect("two of them");
        one == other
    };
    let each = |pair: bool| {
        let share = if pair { 1 } else { 4 };
        let of = counts.iter().filter(move |(text, _)| is_pair(text) == pair);
        of.map(move |(_, count)| count / share).collect::<Vec<_>>()
    };
    assert_eq!(each(true).len(), 9);
    uniform(each(true).into_iter());
    // Divided by four these vary half as much.
    uniform(each(false).into_iter());
}
