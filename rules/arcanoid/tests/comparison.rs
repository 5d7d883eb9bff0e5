//! Which engagement is stronger.

use super::notation::{card_list, cards};
use crate::arcanoid::cards::{Card, CardSet, Field};
use crate::arcanoid::engagement::{Strength, is_engagement};
use crate::arcanoid::{FieldSet, engagement::Tier};
use alloc::vec::Vec;
use core::cmp::Ordering;

#[track_caller]
fn check(left: &str, right: &str, stronger: Ordering) {
    let (left, right) = (Strength::of(cards(left)), Strength::of(cards(right)));
    assert_eq!(left.cmp(&right), stronger, "{left:?} {right:?}");
    assert_eq!(right.cmp(&left), stronger.reverse());
}

#[test]
fn value_then_cards_then_the_smallest_then_without_the_magician() {
    use Ordering::{Greater, Less};
    let cases = [
        ("S5 S10", "SJ", Greater),
        ("SJ S1", "S7 S8", Less),
        ("S1 S2 S3 S4 S5", "S7 S8", Greater),
        ("SN", "S8 S10", Less),
        ("SN S1", "S8 S10", Less),
        ("SN", "S7 S10", Greater),
        ("S5 S6", "S4 S7", Greater),
        ("S1 S10", "S2 S9", Less),
        ("M1 S8 C7", "S6 S9", Greater),
        ("M1 S8 C7", "SJ", Greater),
        ("S5", "M1 C5", Greater),
        ("S1 S2 S5", "M1 S3 S4 C1", Greater),
        ("M6 SJ", "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10", Greater),
        ("SQ SK", "M6 M4", Greater),
        ("M3 M4", "SQ SK", Greater),
        ("S1", "", Greater),
        ("M21", "M3 M4", Greater),
    ];
    for (left, right, stronger) in cases {
        check(left, right, stronger);
    }
}

#[test]
fn two_numbers_that_can_stand_on_one_battlefield_never_tie() {
    let all = numeric_engagements();
    assert_eq!(all.len(), 31_753);
    let mut by_strength: Vec<(Strength, CardSet)> =
        all.into_iter().map(|cards| (Strength::of(cards), cards)).collect();
    by_strength.sort_by_key(|one| one.0);
    for group in by_strength.chunk_by(|one, other| one.0 == other.0) {
        for (index, (_, one)) in group.iter().enumerate() {
            for (_, other) in &group[..index] {
                assert!(one.meets(*other), "{one:?} and {other:?} can both stand");
            }
        }
    }
}

/// Every set of cards that has a numeric value on swords.
fn numeric_engagements() -> Vec<CardSet> {
    let swords = FieldSet::only(Field::Swords);
    let own: Vec<Card> = CardSet::numerics_of(Field::Swords).iter().collect();
    let strangers = CardSet::NUMERICS.minus(CardSet::of(Field::Swords));
    let mut all = Vec::new();
    for bits in 0_u32..1 << own.len() {
        let chosen: CardSet = own
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, card)| *card)
            .collect();
        let magical = strangers.iter().map(|stranger| chosen.with(stranger).with(Card::MAGICIAN));
        all.extend(core::iter::once(chosen).chain(magical));
    }
    for court in card_list("SJ SN") {
        let aces = [cards("S1"), cards("B1 M1"), cards("C1 M1"), cards("D1 M1")];
        all.extend(core::iter::once(CardSet::EMPTY).chain(aces).map(|more| more.with(court)));
    }
    all.retain(|cards| is_engagement(swords, *cards, false));
    assert!(all.iter().all(|cards| Strength::of(*cards).tier == Tier::Numeric));
    all
}
