//! The table of faces against the totals of the printed game.

use super::notation::{amount, set};
use crate::ActionCode;
use crate::res_arcana::cards::{
    Collect, Cost, Discount, Face, FaceKind, FaceSet, Power, Tag, When,
};
use crate::res_arcana::{ACTION_SPACE, Action, Amount};

fn all(kind: FaceKind) -> impl Iterator<Item = Face> {
    FaceSet::of(kind).iter()
}

fn everything() -> impl Iterator<Item = Face> {
    FaceSet::ALL.iter()
}

fn powers() -> impl Iterator<Item = &'static Power> {
    everything().flat_map(|face| face.data().powers)
}

#[test]
fn there_are_78_faces_of_five_kinds() {
    use FaceKind::{Artefact, Item, Mage, Monument, Place};
    let counts = [Artefact, Mage, Item, Monument, Place].map(|kind| FaceSet::of(kind).len());
    assert_eq!(counts, [40, 10, 8, 10, 10]);
    for kind in [Artefact, Mage, Item, Monument, Place] {
        assert!(all(kind).all(|face| face.kind() == kind));
    }
    assert!(
        everything().all(|face| Face::named(face.data().id) == Some(face)),
        "identifiers are different"
    );
}

#[test]
fn prices_and_points_add_up() {
    let prices = |kind| {
        all(kind).fold((Amount::NOTHING, 0), |(fixed, wild), face| {
            let price = face.data().price;
            (fixed.plus(price.fixed), wild + price.wild)
        })
    };
    assert_eq!(prices(FaceKind::Artefact), (amount("32E+24L+31C+22D+12G"), 13));
    assert_eq!(prices(FaceKind::Place), (amount("30E+24L+19C+21D+4G"), 0));
    assert!(all(FaceKind::Monument).all(|face| face.data().price.fixed == amount("4G")));
    let points = |kind| all(kind).map(|face| face.data().points.printed).sum::<u8>();
    assert_eq!([FaceKind::Artefact, FaceKind::Monument, FaceKind::Place].map(points), [12, 16, 8]);
}

#[test]
fn powers_add_up() {
    let of = |kind| all(kind).map(|face| face.data().powers.len()).sum::<usize>();
    use FaceKind::{Artefact, Item, Mage, Monument, Place};
    assert_eq!([Artefact, Mage, Item, Monument, Place].map(of), [53, 10, 6, 7, 18]);
    let when = |when| powers().filter(|power| power.when == when).count();
    let by_when =
        [When::Straight, When::Turned, When::OnLoss, When::OnDragon, When::OnCheck].map(when);
    assert_eq!(by_when, [81, 1, 10, 1, 1]);
    let with = |count| everything().filter(|face| face.data().powers.len() == count).count();
    assert_eq!([with(0), with(1), with(2)], [8, 46, 24]);
    let costs = |matches: fn(&Cost) -> bool| {
        powers().flat_map(|power| power.costs).filter(|cost| matches(cost)).count()
    };
    assert_eq!(costs(|cost| matches!(cost, Cost::Turn)), 77);
    assert_eq!(costs(|cost| matches!(cost, Cost::Pay(_))), 44);
    assert_eq!(costs(|cost| matches!(cost, Cost::Destroy(_))), 6);
    assert_eq!(costs(|cost| matches!(cost, Cost::PayX(_))), 3);
    assert_eq!(costs(|cost| matches!(cost, Cost::TurnOther(_))), 2);
    assert_eq!(costs(|cost| matches!(cost, Cost::Take(_))), 1);
    assert_eq!(costs(|cost| matches!(cost, Cost::PayOneOf(_))), 1);
    assert_eq!(costs(|cost| matches!(cost, Cost::Discard)), 1);
}

#[test]
fn what_is_collected_and_all_else_add_up() {
    let collects = |matches: fn(Collect) -> bool| {
        everything().filter(|face| matches(face.data().collect)).count()
    };
    assert_eq!(collects(|collect| matches!(collect, Collect::Gain(_))), 19);
    assert_eq!(collects(|collect| matches!(collect, Collect::Mix(..))), 7);
    let special = |collect: Collect| {
        matches!(collect, Collect::IfLeft { .. } | Collect::Grow(_) | Collect::PayOrTurn(_))
    };
    let special: FaceSet = everything().filter(|face| special(face.data().collect)).collect();
    assert_eq!(special, set("vault windup_man cursed_forge"));
    let tagged = |tag| everything().filter(|face| face.has(tag)).collect::<FaceSet>();
    assert_eq!((tagged(Tag::Dragon).len(), tagged(Tag::Creature).len()), (6, 7));
    assert_eq!(tagged(Tag::Dragon).and(tagged(Tag::Creature)), set("sea_serpent"));
    assert_eq!(everything().filter(|face| face.data().discount != Discount::Nothing).count(), 3);
    assert_eq!(
        everything().filter(|face| face.data().claimed.is_some()).collect::<FaceSet>(),
        set("obelisk")
    );
    for number in 1..=4 {
        let marked: FaceSet =
            FaceSet::MARKED.iter().filter(|face| face.data().set == Some(number)).collect();
        assert_eq!(
            (marked.and(FaceSet::MAGES).len(), marked.and(FaceSet::ARTEFACTS).len()),
            (1, 3)
        );
    }
    assert_eq!(FaceSet::MARKED.len(), 16);
}

#[test]
fn there_are_413_actions() {
    let named =
        (0..ACTION_SPACE).filter(|&code| Action::from_code(ActionCode(code)).is_some()).count();
    assert_eq!(named, 11 + 5 + 6 + 4 + 15 + 100 + 78 + 40 + 40 + 10 + 10 + 94);
}
