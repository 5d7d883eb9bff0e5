//! Whole pages and lines, held against what they should be.

use super::notation::{DEVIL, P1, P2, P3, card, cards, fields, seat};
use super::table::Table;
use crate::arcanoid::event::{CardFaces, Event};
use crate::arcanoid::text::{event, view};
use crate::arcanoid::{Action, Arcanoid, CardSet, Category, Player};
use crate::{Ruleset, Viewer};
use alloc::{string::String, vec::Vec};

/// A position with much on the table; P2 is to steal or not.
fn page(viewer: Viewer) -> String {
    let table = Table::new(3)
        .hand(P1, "S8 S9 D2 M1")
        .hand(P2, "F M20 CK")
        .hand(P3, "B2 B3")
        .on_top("C1")
        .stock(12);
    let table = table
        .engaged(P1, "BC", "M3 M4")
        .engaged(P2, "B", "B4 B9")
        .abdicated(P2, "C")
        .engaged(P3, "D", "DN");
    let table = table
        .chariot(P3, "C7 C8")
        .hermit(P1, 2)
        .strength(Some(P2), 2)
        .open_extra("D9 D10")
        .temperance(P3, 'D');
    let table = table.devil(P3, "B10 M2").shared().discards("S1 S2 M13");
    let game = table.game().act(
        P1,
        &[Action::Engage(fields("S")), Action::Pick(card("S8")), Action::Pick(card("S9"))],
    );
    let game = game.act(P1, &[Action::Done]);
    view(&Arcanoid::view(&game.state, viewer))
}

#[test]
fn a_page_shows_the_battlefields_the_table_the_hand_and_the_question() {
    let expected = "\
ARCANOID   round 1 of 1, started by seat 0
turn of: seat 0
stock: 12 cards, renewed 0 of 3 times, 37 cards removed unseen
declared: seat 0 on Swords: 8S 9S

                 won  hand  Swords               Staves               Cups                 Coins
>  seat 0          0     2  -                    III IV               III IV               -
   seat 1   (you)  0     3  -                    13: 4B 9B            abdicated            -
   seat 2          0     2  -                    -                    -                    18: KnD
   the Devil       0     2  -                    -                    -                    -
 > turn   . retired
A ace  Kv Knave  Kn Knight  Q Queen  K King    S Swords  B Staves  C Cups  D Coins

Chariot       seat 2, reserve: 7C 8C
Justice       the Devil's hand is everybody's
Hermit        seat 0, 2 extra turns left
Strength      you, 2 cards more: 9D 10D
Temperance    seat 2, on Coins
Devil         for seat 2, hand: 10B II
Discards:     AS 2S XIII
Your hand:    King of Cups, 0 Fool, XX Judgement

You decide. Steal the engagement with the Fool?
Asked together with you: seat 2.
";
    let text = page(Viewer::Seat(seat(P2)));
    assert_eq!(text, expected, "\n{text}");
}

#[test]
fn a_spectators_page_has_no_hand() {
    let text = page(Viewer::Spectator);
    assert!(!text.contains("Your hand") && !text.contains("you"), "{text}");
    assert!(text.ends_with("Asked: seats 1, 2. Steal the engagement with the Fool?\n"), "{text}");
}

#[track_caller]
fn check(what: Event, line: &str) {
    let names: Vec<String> = ["Ada".into(), "Bob".into()].to_vec();
    assert_eq!(event(&what, &names), line);
}

#[test]
fn events_are_lines() {
    check(Event::RoundBegan { round: 2, starter: seat(P2) }, "Round 2 begins; Bob starts");
    check(Event::Drew { seat: seat(P1), faces: CardFaces::hidden(2) }, "Ada draws 2 cards");
    check(
        Event::Drew { seat: seat(P1), faces: CardFaces::shown(cards("S1")) },
        "Ada draws 1 card: Ace of Swords",
    );
    check(
        Event::Declared {
            player: DEVIL,
            fields: fields("S"),
            cards: cards("S8 S9"),
            reserve: false,
        },
        "The Devil engages 8 of Swords, 9 of Swords (17) on Swords",
    );
    check(
        Event::Declared { player: P3, fields: fields("SC"), cards: cards("M3 M4"), reserve: false },
        "seat 2 engages III Empress, IV Emperor on Swords and Cups",
    );
    check(Event::Stolen { thief: P2 }, "Bob steals it with the Fool");
    let cups = Category::Cups;
    check(
        Event::Shown { seat: seat(P1), category: cups, cards: CardSet::EMPTY },
        "Ada has none of Cups to show",
    );
    check(
        Event::Called { player: P1, card: card("SK"), giver: Some(DEVIL) },
        "Ada calls King of Swords: the Devil gives it away",
    );
    check(
        Event::Called { player: P1, card: card("SK"), giver: None },
        "Ada calls King of Swords: nobody gives it",
    );
    check(Event::StockEnded { buried: 3 }, "The stock is removed unseen: 3 cards");
    check(Event::Retired { player: P2, hand: cards("M13") }, "Bob retires and discards XIII Death");
    let winners = [P1, P2, DEVIL, P1];
    let scored = winners.map(Player::seat);
    check(
        Event::RoundEnded { winners, scored },
        "The round is over; won by battlefield: Swords Ada, Staves Bob, Cups the Devil, Coins Ada",
    );
    check(Event::NotStolen, "");
}
