//! What a seat sees of its decision, and so which answers are legal.
//!
//! Lists and checks are made from the same predicates. Nothing here can reach the truth: what a
//! seat may do follows from what it sees.

use super::ResArcana;
use super::action::{Action, PAIRS};
use super::agenda::{Part, Step, Use, power_of};
use super::cards::{
    Amount, Collect, Cost, Effect, Essence, Face, FaceSet, Power, Source, Straightened, When,
};
use super::illegal::Illegal;
use super::menu::Menu;
use super::mix::{Form, Mix};
use super::public::Public;
use super::setup::MOVES_MAX;
use crate::{Seat, kit};
use alloc::vec::Vec;

/// What `seat` sees that bears on its decision.
pub type DecisionContext<'a> = kit::DecisionContext<'a, ResArcana>;

/// What becomes of a decision that need not be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    /// There is nothing to choose, and nothing happens.
    Skipped,
    /// One answer is legal.
    Action(Action),
    /// One amount is legal.
    Amount(Amount),
    /// These cards are discarded: the whole hand.
    Discard(FaceSet),
}

/// Whether a rule holds.
fn rule(holds: bool, broken: Illegal) -> Result<(), Illegal> {
    if holds { Ok(()) } else { Err(broken) }
}

/// The powers of these faces, each with its number.
fn powers(faces: FaceSet) -> impl Iterator<Item = (Face, u8, &'static Power)> {
    faces
        .iter()
        .flat_map(|face| (1..).zip(face.data().powers).map(move |(n, power)| (face, n, power)))
}

impl DecisionContext<'_> {
    fn pool(&self) -> Amount {
        self.public.pools[self.seat.index()]
    }

    fn components(&self) -> FaceSet {
        self.public.play[self.seat.index()]
    }

    /// Appends everything that the seat may do as its move, ascending by code.
    pub(super) fn list_moves(&self, into: &mut Vec<Action>) {
        let (public, hand, pool) = (self.public, self.own.hand, self.pool());
        into.push(Action::Pass);
        if public.moves[self.seat.index()] >= MOVES_MAX {
            return;
        }
        let has_gold = self.check_monument().is_ok();
        if has_gold && public.monuments > 0 {
            into.push(Action::ClaimTop);
        }
        into.extend(hand.iter().filter(|&card| self.can_place(card, 0)).map(Action::Place));
        into.extend(hand.iter().map(Action::Discard));
        if has_gold {
            into.extend(public.display.iter().map(Action::ClaimMonument));
        }
        let payable = |face: &Face| face.data().price.fixed.is_within(pool);
        into.extend(public.places.iter().filter(payable).map(Action::ClaimPlace));
        let usable = |&(face, _, power): &(Face, u8, &Power)| {
            public.is_ready(face, power.when) && public.can_pay_all(self.seat, face, power)
        };
        let uses = powers(self.usable()).filter(usable);
        into.extend(uses.map(|(face, number, _)| Action::Use(face, number)));
    }

    /// Whether this may be the seat's move.
    pub(super) fn check_move(&self, action: Action) -> Result<(), Illegal> {
        let (public, hand) = (self.public, self.own.hand);
        if action != Action::Pass && public.moves[self.seat.index()] >= MOVES_MAX {
            return Err(Illegal::MovesSpent);
        }
        match action {
            Action::Pass => Ok(()),
            Action::Place(card) => {
                rule(hand.contains(card), Illegal::NotInHand)?;
                rule(self.can_place(card, 0), Illegal::CannotPay)
            }
            Action::Discard(card) => rule(hand.contains(card), Illegal::NotInHand),
            Action::ClaimMonument(face) => {
                rule(public.display.contains(face), Illegal::NotClaimable)?;
                self.check_monument()
            }
            Action::ClaimTop => {
                rule(public.monuments > 0, Illegal::NotClaimable)?;
                self.check_monument()
            }
            Action::ClaimPlace(face) => {
                rule(public.places.contains(face), Illegal::NotClaimable)?;
                rule(face.data().price.fixed.is_within(self.pool()), Illegal::CannotPay)
            }
            Action::Use(face, number) => {
                rule(self.components().contains(face), Illegal::NotOwn)?;
                let power = power_of(face, number).ok_or(Illegal::NoSuchPower)?;
                rule(!power.when.is_reaction(), Illegal::IsReaction)?;
                rule(public.is_ready(face, power.when), Illegal::NotReady)?;
                rule(public.can_pay_all(self.seat, face, power), Illegal::CannotPay)
            }
            _ => Err(Illegal::NotAnAnswer),
        }
    }

    /// The components of the seat that have a power as a move, as far as they are turned for it.
    fn usable(&self) -> FaceSet {
        let (components, turned) = (self.components(), self.public.turned);
        let straight = components.minus(turned).and(FaceSet::USABLE_STRAIGHT);
        straight.union(components.and(turned).and(FaceSet::USABLE_TURNED))
    }

    fn check_monument(&self) -> Result<(), Illegal> {
        let price =
            FaceSet::MONUMENTS.first().map_or(Amount::NOTHING, |face| face.data().price.fixed);
        rule(price.is_within(self.pool()), Illegal::CannotPay)
    }

    /// Whether a payment for an artefact exists, at so many units less than the components of the
    /// seat reduce it by.
    fn can_place(&self, card: Face, less: u8) -> bool {
        let less = less + self.public.discount(self.seat, card);
        self.public.price_mix(self.seat, card, less).exists()
    }

    /// The reactions that a victim can use.
    fn reactions(&self, attacker: Face) -> impl Iterator<Item = Action> {
        let by_dragon = FaceSet::DRAGONS.contains(attacker);
        let reacts = move |&(face, _, power): &(Face, u8, &Power)| {
            (power.when == When::OnLoss || power.when == When::OnDragon && by_dragon)
                && self.public.can_pay_all(self.seat, face, power)
        };
        let reacting = powers(self.components().and(FaceSet::REACTING)).filter(reacts);
        reacting.map(|(face, number, _)| Action::Use(face, number))
    }

    /// The legal answers to a step that isn't a move.
    pub(super) fn menu(&self, step: Step) -> Menu {
        let (public, hand) = (self.public, self.own.hand);
        match step {
            Step::FirstPlayer { .. } => Menu::of(Seat::all(public.seats).map(Action::Seat)),
            Step::Draft | Step::VictimDiscards { .. } => Menu::choose(hand, None),
            Step::OpenDraft => Menu::choose(public.open, None),
            Step::Mage => Menu::choose(self.own.mages, None),
            Step::Item { .. } => Menu::choose(public.items, None),
            Step::TakeOrLeave { .. } => Menu::of([Action::Take, Action::Leave]),
            Step::Forge { face, .. } => match face.data().collect {
                Collect::PayOrTurn(price) if price.is_within(self.pool()) => {
                    Menu::of([Action::Pay, Action::Turn])
                }
                _ => Menu::of([Action::Turn]),
            },
            Step::Income { .. } => {
                let no_gold = |&(_, (one, other)): &(u8, (Essence, Essence))| {
                    one != Essence::Gold && other != Essence::Gold
                };
                let pairs = (0..).zip(PAIRS).filter(no_gold).map(|(pair, _)| Action::Pair(pair));
                Menu::of(pairs.chain([Action::Essence(Essence::Gold)]))
            }
            Step::LifeLoss { face, .. } => {
                let alternative =
                    Public::loss_by(face).1.filter(|&or| public.can_take(self.seat, or));
                let answers = alternative.map(|_| Action::Alternative).into_iter();
                Menu::of(answers.chain([Action::Suffer]).chain(self.reactions(face)))
            }
            Step::VictimDestroys { .. } => Menu::choose(public.artefacts(self.seat), None),
            Step::Statue { .. } => Menu::of([Action::Decline, Action::Use(Face::GOLDEN_STATUE, 1)]),
            Step::Power(used) if public.mix(step).is_none() => self.power_menu(used),
            _ => public.mix(step).map_or(Menu::default(), |(_, mix)| self.mix_menu(&mix)),
        }
    }

    /// The legal answers to the next part of a power that asks for no mix.
    fn power_menu(&self, used: Use) -> Menu {
        let (public, own) = (self.public, self.components());
        let Some(part) = used.part() else { return Menu::default() };
        match part {
            Part::Cost(Cost::PayX(types)) => match used.essence {
                None => Menu::of(self.pool().among(types).types().iter().map(Action::Essence)),
                Some(essence) => Menu::of((0..=self.pool().get(essence)).map(Action::Amount)),
            },
            Part::Cost(Cost::TurnOther(tag)) => {
                let straight = public.artefacts(self.seat).minus(public.turned);
                Menu::choose(straight.and(FaceSet::with_tag(tag)), None)
            }
            Part::Cost(Cost::Destroy(which)) => {
                Menu::choose(public.destroyable(self.seat, used.face, which), None)
            }
            Part::Cost(Cost::Discard) | Part::Effect(Effect::DiscardDrawn) => {
                Menu::choose(self.own.hand.minus(self.answer.cards), None)
            }
            Part::Effect(Effect::GainX(types)) => {
                Menu::of(used.into_types(types).iter().map(Action::Essence))
            }
            Part::Effect(Effect::GainPer { .. }) => {
                Menu::of(public.rivals(self.seat).map(Action::Seat))
            }
            Part::Effect(Effect::Straighten(which)) => {
                let eligible = match which {
                    Straightened::Any => own,
                    Straightened::Creature => own.and(FaceSet::CREATURES),
                };
                Menu::choose(eligible.and(public.turned), Some(Action::Decline))
            }
            Part::Effect(Effect::PutPaidAnywhere) => Menu::choose(own, None),
            Part::Effect(Effect::Look) if used.pile.is_none() => {
                let i = self.seat.index();
                let has_own = public.deck_sizes[i] > 0 || !public.discards[i].is_empty();
                let own = has_own.then_some(Action::OwnDeck);
                let monuments = (public.monuments > 0).then_some(Action::MonumentDeck);
                Menu::of(own.into_iter().chain(monuments))
            }
            // Two cards lie in their order or the other way round.
            Part::Effect(Effect::Look) if used.x == 2 => Menu::of([0, 2].map(Action::Order)),
            Part::Effect(Effect::Look) => Menu::of((0..6).map(Action::Order)),
            Part::Effect(Effect::Place { from, dragon, less }) => {
                Menu::choose(self.placeable(from, dragon, less), Some(Action::Decline))
            }
            _ => Menu::default(),
        }
    }

    /// The cards that a power can place.
    fn placeable(&self, from: Source, dragon: bool, less: Option<u8>) -> FaceSet {
        let cards = match from {
            Source::Hand => self.own.hand,
            Source::OwnDiscards => self.public.discards[self.seat.index()],
            Source::AllDiscards => {
                self.public.discards.iter().fold(FaceSet::EMPTY, |all, set| all.union(*set))
            }
        };
        let cards = if dragon { cards.and(FaceSet::DRAGONS) } else { cards };
        cards.iter().filter(|&card| less.is_none_or(|less| self.can_place(card, less))).collect()
    }

    fn mix_menu(&self, mix: &Mix) -> Menu {
        match mix.form(self.answer.amount, self.answer.decided) {
            Form::Clear(_) => Menu::default(),
            Form::Essence => Menu::of(mix.singles().iter().map(Action::Essence)),
            Form::Pair => Menu::of(mix.pairs().map(Action::Pair)),
            Form::Amount(_, least, most) => Menu::of((least..=most).map(Action::Amount)),
        }
    }

    /// Whether this (legal) action completes the seat's answer.
    pub(super) fn completes(&self, step: Step, action: Action) -> bool {
        match step {
            _ if matches!(action, Action::Amount(_)) => {
                self.public.mix(step).is_none_or(|(_, mix)| {
                    mix.whole(self.answer.amount, self.answer.decided, action).is_some()
                })
            }
            Step::Power(used) if used.part() == Some(Part::Effect(Effect::DiscardDrawn)) => {
                self.answer.cards.len() + 1 >= used.x
            }
            _ => true,
        }
    }

    /// What becomes of the step without a question; `None` if the seat has a choice. For steps that
    /// are always asked it is not called.
    pub(super) fn forced(&self, step: Step) -> Option<Forced> {
        if let Step::Power(used) = step {
            match used.part() {
                Some(Part::Effect(Effect::GainX(_) | Effect::DiscardDrawn)) if used.x == 0 => {
                    return Some(Forced::Skipped);
                }
                Some(Part::Effect(Effect::Look)) if used.pile.is_some() && used.x < 2 => {
                    return Some(Forced::Skipped);
                }
                Some(Part::Effect(Effect::DiscardDrawn)) if used.x >= self.own.hand.len() => {
                    return Some(Forced::Discard(self.own.hand));
                }
                _ => {}
            }
        }
        if let Some((_, mix)) = self.public.mix(step) {
            return match mix.form(Amount::NOTHING, 0) {
                Form::Clear(amount) => Some(Forced::Amount(amount)),
                _ => None,
            };
        }
        let menu = self.menu(step);
        match menu.len() {
            0 => Some(Forced::Skipped),
            1 => menu.iter().next().map(Forced::Action),
            _ => None,
        }
    }
}
