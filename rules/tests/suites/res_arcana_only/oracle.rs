//! An oracle for legal lists: which answers the rules allow, stated once more from a view's fields.

use super::oracle_mixes::{Set, asked, of_types, out_of, payments};
use crate::play::{Table, chance, seed};
use hierophant_rules::res_arcana::action::PAIRS;
use hierophant_rules::res_arcana::agenda::{Step, Use};
use hierophant_rules::res_arcana::cards::{
    Alternative, Cost, Destroyed, Discount, Effect, FaceKind, Power, Price, Source, Straightened,
    Tag, When,
};
use hierophant_rules::res_arcana::public::Public;
use hierophant_rules::res_arcana::{Action, Amount, Essence, Face, FaceSet, Kind, ResArcana, View};
use hierophant_rules::testing::{Inspect, Testable};
use hierophant_rules::{Ruleset, Seat, Viewer};

#[test]
fn legal_lists_are_what_an_oracle_says() {
    let (mut judged, mut legal) = (vec![0; Kind::ALL.len()], Vec::new());
    for (case, setup) in (0..).zip(ResArcana::setups().into_iter().cycle().take(250)) {
        let mut rng = chance(20, case);
        let mut table = Table::<ResArcana>::deal(&setup, &seed(case));
        while let Some(answer) = table.choose(&mut rng) {
            let view = ResArcana::view(&table.state, Viewer::Seat(answer.0));
            let kind = ResArcana::decision(&table.state, answer.0).expect("it is asked").kind;
            let oracle =
                Oracle { view: &view, public: &view.public, seat: answer.0, hand: view.hand() };
            let mut expected = oracle.list(view.public.agenda.next().expect("something is asked"));
            expected.sort();
            ResArcana::legal(&table.state, answer.0, &mut legal);
            assert_eq!(legal, expected, "{kind:?} of {view:#?}");
            let always = matches!(
                kind,
                Kind::Move | Kind::LifeLoss | Kind::Mage | Kind::Draft | Kind::PlaceByPower
            );
            assert!(always || legal.len() > 1, "{kind:?} is asked for nothing");
            judged[ResArcana::kind_number(kind)] += 1;
            table.answer(answer);
        }
    }
    println!("judged by kind {judged:?}");
    assert!(judged.iter().all(|&count| count > 20), "{judged:?}");
}

struct Oracle<'a> {
    view: &'a View,
    public: &'a Public,
    seat: Seat,
    hand: FaceSet,
}

fn chosen(faces: impl IntoIterator<Item = Face>) -> Vec<Action> {
    faces.into_iter().map(Action::Choose).collect()
}

impl Oracle<'_> {
    fn pool(&self) -> Amount {
        self.public.pools[self.seat.index()]
    }

    fn own(&self) -> impl Iterator<Item = Face> + '_ {
        self.public.play[self.seat.index()].iter()
    }

    fn artefacts(&self) -> impl Iterator<Item = Face> + '_ {
        self.own().filter(|face| face.kind() == FaceKind::Artefact)
    }

    fn is_turned(&self, face: Face) -> bool {
        self.public.turned.contains(face)
    }

    /// What own components take off the price of an artefact.
    fn discount(&self, card: Face) -> u8 {
        let less = |face: Face| match face.data().discount {
            Discount::Nothing => 0,
            Discount::Artefacts(less) => less,
            Discount::Dragons(less) => {
                if card.has(Tag::Dragon) {
                    less
                } else {
                    0
                }
            }
        };
        self.own().map(less).sum()
    }

    fn payments(&self, card: Face, less: u8) -> Set {
        payments(card.data().price, less + self.discount(card), self.pool())
    }

    fn list(&self, step: Step) -> Vec<Action> {
        let seats = Seat::all(self.public.seats);
        match step {
            Step::FirstPlayer { .. } => seats.map(Action::Seat).collect(),
            Step::Draft => chosen(self.hand.iter()),
            Step::OpenDraft => chosen(self.public.open.iter()),
            Step::Mage => chosen(self.view.knowledge.mages[self.seat.index()].iter()),
            Step::Item { .. } => {
                let is_free = |item: &Face| {
                    seats.clone().all(|seat| !self.public.play[seat.index()].contains(*item))
                };
                chosen(FaceSet::ITEMS.iter().filter(is_free))
            }
            Step::TakeOrLeave { face, .. } => {
                assert!(self.public.stores[face.index()].sum() > 0, "an empty store");
                vec![Action::Take, Action::Leave]
            }
            Step::Forge { .. } => vec![Action::Pay, Action::Turn],
            Step::Move { .. } => self.moves(),
            Step::Income { .. } => {
                let no_gold = |(one, other)| one != Essence::Gold && other != Essence::Gold;
                let pairs = (0..15)
                    .filter(|&pair: &u8| no_gold(PAIRS[usize::from(pair)]))
                    .map(Action::Pair);
                [Action::Essence(Essence::Gold)].into_iter().chain(pairs).collect()
            }
            Step::PayCard { card, less, .. } => {
                asked(&payments(card.data().price, less, self.pool()), &self.view.answer)
            }
            Step::Gain { count, types, .. } => asked(&of_types(count, types), &self.view.answer),
            Step::Lose { count, .. } => asked(&out_of(count, self.pool()), &self.view.answer),
            Step::LifeLoss { face, .. } => self.reactions(face),
            Step::VictimDiscards { .. } => chosen(self.hand.iter()),
            Step::VictimDestroys { .. } => chosen(self.artefacts()),
            Step::Statue { .. } => vec![Action::Decline, Action::Use(Face::GOLDEN_STATUE, 1)],
            Step::Power(used) => self.part(used),
            other => panic!("{other:?} asks nothing"),
        }
    }

    fn moves(&self) -> Vec<Action> {
        let mut moves = vec![Action::Pass];
        if self.public.moves[self.seat.index()] >= 100 {
            return moves;
        }
        let is_payable = |face: Face| !payments(face.data().price, 0, self.pool()).is_empty();
        if self.pool().get(Essence::Gold) >= 4 {
            moves.extend((self.public.monuments > 0).then_some(Action::ClaimTop));
            moves.extend(self.public.display.iter().map(Action::ClaimMonument));
        }
        moves.extend(
            self.public.places.iter().filter(|&face| is_payable(face)).map(Action::ClaimPlace),
        );
        moves.extend(self.hand.iter().map(Action::Discard));
        moves.extend(
            self.hand.iter().filter(|&card| !self.payments(card, 0).is_empty()).map(Action::Place),
        );
        for face in self.own() {
            for (number, power) in (1..).zip(face.data().powers) {
                let wanted = match power.when {
                    When::Straight => !self.is_turned(face),
                    When::Turned => self.is_turned(face),
                    When::OnLoss | When::OnDragon | When::OnCheck => false,
                };
                if wanted && self.can_pay(face, power) {
                    moves.push(Action::Use(face, number));
                }
            }
        }
        moves
    }

    fn can_pay(&self, face: Face, power: &Power) -> bool {
        power.costs.iter().all(|cost| match *cost {
            Cost::Turn => !self.is_turned(face),
            Cost::Pay(price) => !payments(price, 0, self.pool()).is_empty(),
            Cost::PayOneOf(types) => types.iter().any(|essence| self.pool().get(essence) > 0),
            Cost::PayX(_) => true,
            Cost::Take(amount) => Essence::ALL.iter().all(|&essence| {
                self.public.stores[face.index()].get(essence) >= amount.get(essence)
            }),
            Cost::TurnOther(tag) => self.straight_beasts(tag).next().is_some(),
            Cost::Destroy(which) => self.destroyable(face, which).next().is_some(),
            Cost::Discard => !self.hand.is_empty(),
        })
    }

    fn straight_beasts(&self, tag: Tag) -> impl Iterator<Item = Face> + '_ {
        self.artefacts().filter(move |&face| face.has(tag) && !self.is_turned(face))
    }

    fn destroyable(&self, by: Face, which: Destroyed) -> impl Iterator<Item = Face> + '_ {
        self.artefacts().filter(move |&face| match which {
            Destroyed::Itself => face == by,
            Destroyed::Own => true,
            Destroyed::Other => face != by,
            Destroyed::Beast => face.has(Tag::Dragon) || face.has(Tag::Creature),
        })
    }

    fn reactions(&self, attacker: Face) -> Vec<Action> {
        let mut list = vec![Action::Suffer];
        let effects = attacker.data().powers.iter().flat_map(|power| power.effects);
        let offered = effects
            .filter_map(|effect| if let Effect::Loss { or, .. } = effect { *or } else { None });
        let can_take = |alternative: Alternative| match alternative {
            Alternative::Pay(essence) => self.pool().get(essence) > 0,
            Alternative::Discard => !self.hand.is_empty(),
            Alternative::Destroy => self.artefacts().next().is_some(),
        };
        list.extend(
            offered.filter(|&alternative| can_take(alternative)).map(|_| Action::Alternative),
        );
        for face in self.own() {
            for (number, power) in (1..).zip(face.data().powers) {
                let answers = power.when == When::OnLoss
                    || power.when == When::OnDragon && attacker.has(Tag::Dragon);
                if answers && self.can_pay(face, power) {
                    list.push(Action::Use(face, number));
                }
            }
        }
        list
    }

    /// What the next part of a power asks.
    fn part(&self, used: Use) -> Vec<Action> {
        let power = &used.face.data().powers[usize::from(used.power) - 1];
        let mix = |set: Set| asked(&set, &self.view.answer);
        let done = usize::from(used.done);
        if let Some(cost) = power.costs.get(done) {
            return match *cost {
                Cost::Pay(Price { fixed, wild }) => {
                    mix(payments(Price { fixed, wild }, 0, self.pool()))
                }
                Cost::PayOneOf(types) => {
                    let held = types.iter().filter(|&essence| self.pool().get(essence) > 0);
                    held.map(Action::Essence).collect()
                }
                Cost::PayX(types) => match used.essence {
                    None => {
                        let held = types.iter().filter(|&essence| self.pool().get(essence) > 0);
                        held.map(Action::Essence).collect()
                    }
                    Some(essence) => (0..=self.pool().get(essence)).map(Action::Amount).collect(),
                },
                Cost::TurnOther(tag) => chosen(self.straight_beasts(tag)),
                Cost::Destroy(which) => chosen(self.destroyable(used.face, which)),
                Cost::Discard => chosen(self.hand.iter()),
                Cost::Turn | Cost::Take(_) => panic!("{cost:?} asks nothing"),
            };
        }
        match power.effects[done - power.costs.len()] {
            Effect::GainMix(count, types) | Effect::PutMix(count, types) => {
                mix(of_types(count, types))
            }
            Effect::GainCost { more, types } => {
                let Price { fixed, wild } = used.card.expect("a card was given up").data().price;
                mix(of_types(fixed.sum() as u8 + wild + more, types))
            }
            Effect::GainX(types) => types
                .iter()
                .filter(|&essence| Some(essence) != used.essence)
                .map(Action::Essence)
                .collect(),
            Effect::GainPer { .. } => Seat::all(self.public.seats)
                .filter(|&seat| seat != self.seat)
                .map(Action::Seat)
                .collect(),
            Effect::Straighten(which) => {
                let fits = |face: &Face| which == Straightened::Any || face.has(Tag::Creature);
                let mut list = chosen(self.own().filter(fits).filter(|&face| self.is_turned(face)));
                list.push(Action::Decline);
                list
            }
            Effect::PutPaidAnywhere => chosen(self.own()),
            Effect::DiscardDrawn => {
                chosen(self.hand.iter().filter(|&card| !self.view.answer.cards.contains(card)))
            }
            Effect::Look if used.pile.is_some() => match used.x {
                2 => vec![Action::Order(0), Action::Order(2)],
                _ => (0..6).map(Action::Order).collect(),
            },
            Effect::Look => vec![Action::OwnDeck, Action::MonumentDeck],
            Effect::Place { from, dragon, less } => {
                let discards = |seat: Seat| self.public.discards[seat.index()].iter();
                let cards: Vec<Face> = match from {
                    Source::Hand => self.hand.iter().collect(),
                    Source::OwnDiscards => discards(self.seat).collect(),
                    Source::AllDiscards => {
                        Seat::all(self.public.seats).flat_map(discards).collect()
                    }
                };
                let fits = |card: &Face| {
                    (!dragon || card.has(Tag::Dragon))
                        && less.is_none_or(|less| !self.payments(*card, less).is_empty())
                };
                let mut list = chosen(cards.into_iter().filter(fits));
                list.push(Action::Decline);
                list
            }
            effect => panic!("{effect:?} asks nothing"),
        }
    }
}
