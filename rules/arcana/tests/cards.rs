//! The table of cards against its own totals.

use crate::arcana::cards::{Arcanum, Card, CardSet, Effect, Fief, Guild};
use alloc::{collections::BTreeSet, vec::Vec};

/// Faces, thresholds, staff, sword, cup, ducats, victory points; each times its weight.
fn totals(cards: CardSet, weight: impl Fn(Card) -> u32) -> [u32; 6] {
    cards.iter().fold([0; 6], |mut sums, card| {
        let ducats = card.price().unwrap_or(card.gift());
        let [staff, sword, cup] = card.values();
        let row = [card.threshold(), staff, sword, cup, ducats, card.points()];
        sums.iter_mut().zip(row).for_each(|(sum, it)| *sum += u32::from(it) * weight(card));
        sums
    })
}

fn of(fits: impl Fn(&Card) -> bool) -> CardSet {
    CardSet::ALL.iter().filter(|card| !card.is_militia()).filter(fits).collect()
}

#[test]
fn the_totals_are_those_of_the_list() {
    let one = |_: Card| 1;
    for (guild, [staff, sword, cup]) in
        Guild::ALL.into_iter().zip([[13, 12, 11], [11, 12, 13], [11, 13, 12], [12, 12, 12]])
    {
        let operatives = guild.cards().and(CardSet::OPERATIVES);
        assert_eq!(totals(operatives, one), [0, staff, sword, cup, 0, 0], "{guild}");
        assert_eq!((operatives.len(), guild.cards().len()), (9, 11));
        let values: Vec<u8> = operatives.iter().flat_map(Card::values).collect();
        assert_eq!(values.iter().filter(|&&value| value == 3).count(), 6);
        assert!(values.iter().all(|&value| value <= 3));
        assert!(guild.cards().iter().all(|card| card.guild() == Some(guild)));
        assert_eq!((guild.treasure().gift(), guild.house().effect()), (3, Some(Effect::Recall)));
    }
    assert_eq!(totals(of(|card| card.is_personality()), one), [165, 87, 89, 86, 190, 61]);
    let market = |card: &Card| CardSet::MARKET.contains(*card);
    assert_eq!(totals(of(|card| card.is_relic() && market(card)), one), [94, 0, 0, 0, 98, 61]);
    assert_eq!(totals(of(|card| card.is_relic() && !market(card)), one), [0, 0, 0, 0, 12, 0]);
    assert_eq!(totals(of(|card| card.is_location() && market(card)), one), [105, 0, 0, 0, 0, 75]);
    assert_eq!(totals(of(|_| true), one), [364, 134, 138, 134, 300, 197]);
    assert_eq!(totals(CardSet::MILITIA, one), [0, 12, 12, 12, 0, 0]);
    let [threshold, staff, sword, cup, _, points] =
        totals(of(|_| true), |card| u32::from(card.number()) + 1);
    assert_eq!([threshold, staff, sword, cup, points], [29762, 5131, 5861, 6125, 17650]);
}

#[test]
fn fiefs_and_main_arcana_are_those_of_the_list() {
    let fief = |fief: Fief| of(move |card| card.fief() == Some(fief));
    assert_eq!(Fief::ALL.map(|it| fief(it).len()), [7, 7, 8, 8, 8, 8, 8, 7, 8, 8, 8]);
    let points = Fief::ALL.map(|it| totals(fief(it), |_| 1)[5]);
    assert_eq!(points, [15, 18, 16, 23, 19, 19, 17, 18, 18, 16, 18]);
    let count = |fits: fn(&Card) -> bool, main: Option<Arcanum>| {
        CardSet::MARKET.iter().filter(|card| fits(card) && card.main() == main).count()
    };
    let mains = [Some(Arcanum::Staff), Some(Arcanum::Sword), Some(Arcanum::Cup), None];
    assert_eq!(mains.map(|main| count(|card| card.is_personality(), main)), [12, 12, 11, 2]);
    assert_eq!(mains.map(|main| count(|card| card.is_relic(), main)), [8, 8, 8, 0]);
    assert_eq!(mains.map(|main| count(|card| card.is_location(), main)), [8, 8, 8, 0]);
    let unsold = of(|card| card.is_personality() && card.price().is_none());
    assert_eq!(unsold, super::table::cards("spy_moth oracle_of_the_well harlequin"));
    for card in CardSet::MARKET.iter().filter(|card| card.is_personality()) {
        if let Some(main) = card.main() {
            assert_eq!(card.value(main), card.threshold(), "{card}");
            let others = Arcanum::ALL.into_iter().filter(|&arcanum| arcanum != main);
            assert!(others.map(|arcanum| card.value(arcanum)).all(|value| value <= 2), "{card}");
        }
    }
}

#[test]
fn every_effect_is_on_two_cards_of_the_market() {
    let effects: Vec<Effect> = CardSet::MARKET.iter().filter_map(Card::effect).collect();
    let count = |effect: Effect| effects.iter().filter(|&&it| it == effect).count();
    let single =
        |effect: &Effect| matches!(effect, Effect::MoveOwn { .. } | Effect::Retrieve { .. });
    assert!(effects.iter().all(|effect| count(*effect) == if single(effect) { 1 } else { 2 }));
    assert_eq!(effects.len(), 24);
}

#[test]
fn ids_are_distinct_and_in_snake_case() {
    let ids: BTreeSet<&str> = CardSet::ALL.iter().map(Card::id).collect();
    assert_eq!(ids.len(), 135);
    let fits = |id: &&str| id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    assert!(ids.iter().all(fits));
    assert!(CardSet::ALL.iter().all(|card| Card::named(card.id()) == Some(card)));
}
