//! What can be engaged, and that picking one card after the other comes to every such set and to no
//! other.

use super::notation::{P1, P2, card, cards, fields};
use super::table::Table;
use crate::arcanoid::engagement::{can_engage, is_engagement, next_picks};
use crate::arcanoid::{Action, CardSet, FieldSet, Illegal};
use alloc::vec::Vec;

#[track_caller]
fn check(letters: &str, words: &str, legal: bool) {
    assert_eq!(is_engagement(fields(letters), cards(words), true), legal, "{words} on {letters}");
}

#[test]
fn what_is_no_engagement() {
    let illegal = [
        "SK",
        "SQ",
        "SJ S2",
        "SJ SN",
        "M1 S4",
        "M6",
        "M3",
        "M4",
        "CJ",
        "C5",
        "M1 C5 D6",
        "M6 CK",
        "M21 S5",
        "",
        "F",
        "M1",
        "SJ S1 M1",
        "SJ C1",
        "SN S1 S2",
        "M6 M3 M4",
        "SQ SK M6",
        "M1 SJ S1 C1",
        "M6 S5",
        "M2",
        "SJ M1 C2",
    ];
    for words in illegal {
        check("S", words, false);
    }
    check("BC", "M6 BK", false);
    check("BC", "BK BQ", false);
    check("BC", "B5", false);
    check("BC", "M21", false);
}

#[test]
fn what_is_an_engagement() {
    for words in [
        "SJ M1 C1",
        "M1 C10",
        "M6 SK",
        "S4",
        "S1 S2 S10",
        "SN",
        "SN S1",
        "SQ SK",
        "M3 M4",
        "M6 M3",
        "M21",
    ] {
        check("S", words, true);
    }
    check("BD", "M6 M3", true);
    check("SB", "M3 M4", true);
    check("CD", "M6 M4", true);
}

/// All sets that picking in ascending order can come to, with the reserve taken in first.
fn reached(fields: FieldSet, taken: CardSet, rest: CardSet, world: bool, into: &mut Vec<CardSet>) {
    if is_engagement(fields, taken, world) {
        into.push(taken);
    }
    for card in next_picks(fields, taken, rest, world).iter() {
        reached(fields, taken.with(card), rest.after(card), world, into);
    }
}

/// All sets that hold the reserve and are engagements, found by trying every subset.
fn searched(fields: FieldSet, reserve: CardSet, hand: CardSet, world: bool) -> Vec<CardSet> {
    let hand: Vec<_> = hand.iter().collect();
    let subset = |bits: u32| {
        let chosen =
            hand.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, card)| *card);
        chosen.collect::<CardSet>().union(reserve)
    };
    (0..1 << hand.len()).map(subset).filter(|cards| is_engagement(fields, *cards, world)).collect()
}

#[test]
fn picks_come_to_every_engagement_and_lead_nowhere_else() {
    let hands = [
        "S1 S2 S9 SJ SN SQ SK C1 C5 D10 M1 M3 M4 M6 M21",
        "S1 S3 B1 B5 C1 CJ D1 M1 M6 F",
        "S4 C5 D6 M1 M2 M21",
        "SJ B1 C2 M1",
        "CK CQ DN D1 M1 M6 M4",
        "S5 S6 S7 M5",
        "C1 M1",
        "",
    ];
    let reserves =
        ["", "M1", "C5", "C5 M1", "S2 S3", "SJ", "M6", "M3", "M21", "SJ B1", "F", "SK", "C5 D6"];
    let mut found = 0;
    for hand in hands {
        for reserve in reserves {
            let reserve = cards(reserve);
            let hand = cards(hand).minus(reserve);
            for letters in ["S", "B", "C", "D", "SC", "BD"] {
                for world in [false, true] {
                    let mut picked = Vec::new();
                    reached(fields(letters), reserve, hand, world, &mut picked);
                    let mut all = searched(fields(letters), reserve, hand, world);
                    found += all.len();
                    picked.sort_by_key(|cards| cards.bits());
                    all.sort_by_key(|cards| cards.bits());
                    assert_eq!(picked, all, "{hand:?} with {reserve:?} on {letters}");
                    let first = next_picks(fields(letters), reserve, hand, world);
                    let complete = is_engagement(fields(letters), reserve, world);
                    assert_eq!(
                        first.is_empty() && !complete,
                        all.is_empty(),
                        "a pick leads somewhere"
                    );
                    if reserve.is_empty() {
                        assert_eq!(can_engage(fields(letters), hand, world), !all.is_empty());
                    }
                }
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

#[test]
fn cards_are_picked_in_order_while_they_can_become_an_engagement() {
    let engage = Action::Engage(fields("S"));
    let pick = |word| Action::Pick(card(word));
    Table::new(3)
        .hand(P1, "S4 S8 C5 C7 SJ M1")
        .hand(P2, "B2")
        .game()
        .act(P1, &[engage])
        .legal_is(P1, &[pick("S4"), pick("S8"), pick("SJ"), pick("C5"), pick("C7")])
        .refuses(P1, Action::Done, Illegal::NotAnEngagement)
        .act(P1, &[pick("S8")])
        .legal_is(P1, &[Action::Done, pick("C5"), pick("C7")])
        .refuses(P1, pick("S4"), Illegal::PicksAscend)
        .refuses(P1, pick("SJ"), Illegal::DoesNotFit)
        .act(P1, &[pick("C7")])
        .legal_is(P1, &[pick("M1")])
        .act(P1, &[pick("M1"), Action::Done])
        .all(Action::Pass)
        .stands(P1, 'S', "S8 C7 M1")
        .turn_of(P2);
}

#[test]
fn a_couple_of_rovers_stands_on_one_battlefield_or_two() {
    let game = Table::new(3).hand(P1, "M6 M3 S5 S6 S7 S8").engaged(P1, "C", "C5").game();
    game.offers(P1, Action::Engage(fields("SB")))
        .refuses(P1, Action::Engage(fields("SC")), Illegal::AlreadyEngaged)
        .engage(P1, "BD", "M6 M3")
        .stands(P1, 'B', "M6 M3")
        .stands(P1, 'D', "M6 M3")
        .free(P1, 'S')
        .holds(P1, 6)
        .turn_of(P2);
    let game = Table::new(3).hand(P1, "M6 BK S5 S6 S7 S8").game();
    game.refuses(P1, Action::Engage(fields("SB")), Illegal::OneFieldOnly)
        .engage(P1, "B", "M6 BK")
        .stands(P1, 'B', "M6 BK");
}

#[test]
fn nothing_of_the_engagement_shows_before_it_is_complete() {
    let mut game = Table::new(3).hand(P1, "S4 S8 C5 C7 SJ M1").game();
    let before = game.view(P2);
    for action in [Action::Engage(fields("S")), Action::Pick(card("S4")), Action::Pick(card("S8"))]
    {
        game = game.act(P1, &[action]);
        assert_eq!(game.view(P2), before);
        assert!(game.events_for(crate::Viewer::Spectator).is_empty());
    }
}
