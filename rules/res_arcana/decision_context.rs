//! What a seat sees of its decision, and so which answers are legal.
//!
//! Lists and checks are made from the same predicates. Nothing here can reach the truth: what a
//! seat may do follows from what it sees.

use super::ResArcana;
use super::action::{Action, PAIRS};
use super::agenda::{Part, Step, Use};
use super::cards::{
    Amount, Collect, Cost, Effect, Essence, Face, FaceSet, Source, Straightened, Types, When,
};
use super::illegal::Illegal;
use super::menu::{Menu, others};
use super::mix::{Form, Mix};
use super::pending_answer::PendingAnswer;
use super::public::{Public, amount_of};
use super::setup::MOVES_MAX;
use crate::{SeatSet, kit};
use alloc::vec::Vec;

/// What `seat` sees that bears on its decision.
pub type DecisionContext<'a> = kit::DecisionContext<'a, ResArcana>;

/// What becomes of a decision that need not be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forced {
    /// There is a choice.
    No,
    /// There is nothing to choose, and nothing happens.
    Skipped,
    /// One answer is legal.
    Action(Action),
    /// One amount is legal.
    Amount(Amount),
    /// The whole hand is discarded.
    Hand,
}

impl DecisionContext<'_> {
    /// Appends the legal answers, ascending by code.
    pub(super) fn list(&self, step: Step, into: &mut Vec<Action>) {
        match step {
            Step::Move { .. } => self.list_moves(into),
            _ => self.menu(step).list(into),
        }
    }

    /// Checks an action.
    ///
    /// # Errors
    /// If it is not legal, the rule that it breaks.
    pub(super) fn check(&self, step: Step, action: Action) -> Result<(), Illegal> {
        match step {
            Step::Move { .. } => self.check_move(action),
            _ if self.offers(step, action) => Ok(()),
            _ => Err(self.rule_broken(step, action)),
        }
    }

    fn pool(&self) -> Amount {
        self.public.pools[self.seat.index()]
    }

    fn components(&self) -> FaceSet {
        self.public.play[self.seat.index()]
    }

    /// Everything that the seat may do as its move.
    fn list_moves(&self, into: &mut Vec<Action>) {
        into.push(Action::Pass);
        if self.public.moves[self.seat.index()] >= MOVES_MAX {
            return;
        }
        let has_gold = self.check_monument().is_ok();
        if has_gold && self.public.monuments > 0 {
            into.push(Action::ClaimTop);
        }
        into.extend(
            self.own.hand.iter().filter(|&card| self.can_place(card, 0)).map(Action::Place),
        );
        into.extend(self.own.hand.iter().map(Action::Discard));
        if has_gold {
            into.extend(self.public.display.iter().map(Action::ClaimMonument));
        }
        let pool = self.pool();
        let payable = |face: &Face| face.data().price.fixed.is_within(pool);
        into.extend(self.public.places.iter().filter(payable).map(Action::ClaimPlace));
        for face in self.usable().iter() {
            for (number, power) in (1..).zip(face.data().powers) {
                if self.public.is_ready(face, power.when)
                    && self.public.can_pay_all(self.seat, face, power)
                {
                    into.push(Action::Use(face, number));
                }
            }
        }
    }

    /// Whether this may be the seat's move.
    fn check_move(&self, action: Action) -> Result<(), Illegal> {
        let rule = |holds: bool, broken: Illegal| if holds { Ok(()) } else { Err(broken) };
        if action != Action::Pass && self.public.moves[self.seat.index()] >= MOVES_MAX {
            return Err(Illegal::MovesSpent);
        }
        match action {
            Action::Pass => Ok(()),
            Action::Place(card) => {
                rule(self.own.hand.contains(card), Illegal::NotInHand)?;
                rule(self.can_place(card, 0), Illegal::CannotPay)
            }
            Action::Discard(card) => rule(self.own.hand.contains(card), Illegal::NotInHand),
            Action::ClaimMonument(face) => {
                rule(self.public.display.contains(face), Illegal::NotClaimable)?;
                self.check_monument()
            }
            Action::ClaimTop => {
                rule(self.public.monuments > 0, Illegal::NotClaimable)?;
                self.check_monument()
            }
            Action::ClaimPlace(face) => {
                rule(self.public.places.contains(face), Illegal::NotClaimable)?;
                rule(face.data().price.fixed.is_within(self.pool()), Illegal::CannotPay)
            }
            Action::Use(face, power) => self.check_use(face, power),
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
        if price.is_within(self.pool()) { Ok(()) } else { Err(Illegal::CannotPay) }
    }

    fn check_use(&self, face: Face, power: u8) -> Result<(), Illegal> {
        if !self.components().contains(face) {
            return Err(Illegal::NotOwn);
        }
        let Some(data) = Use::of(self.seat, face, power).data() else {
            return Err(Illegal::NoSuchPower);
        };
        if data.when.is_reaction() {
            return Err(Illegal::IsReaction);
        }
        if !self.public.is_ready(face, data.when) {
            return Err(Illegal::NotReady);
        }
        if self.public.can_afford(self.seat, face, power) {
            Ok(())
        } else {
            Err(Illegal::CannotPay)
        }
    }

    /// Whether a payment for an artefact exists, at so many units less than the components of the
    /// seat reduce it by.
    fn can_place(&self, card: Face, less: u8) -> bool {
        let less = less + self.public.discount(self.seat, card);
        self.public.price_mix(self.seat, card, less).exists()
    }

    /// The reactions that a victim can use.
    fn reactions(&self, attacker: Face) -> [FaceSet; 2] {
        let mut uses = [FaceSet::EMPTY; 2];
        let by_dragon = FaceSet::DRAGONS.contains(attacker);
        for face in self.components().and(FaceSet::REACTING).iter() {
            for (number, power) in (1..).zip(face.data().powers) {
                let reacts =
                    power.when == When::OnLoss || power.when == When::OnDragon && by_dragon;
                if reacts && self.public.can_afford(self.seat, face, number) {
                    uses[usize::from(number) - 1].insert(face);
                }
            }
        }
        uses
    }

    /// The legal answers to a step that isn't a move.
    fn menu(&self, step: Step) -> Menu {
        let public = self.public;
        match step {
            Step::FirstPlayer { .. } => {
                Menu { seats: SeatSet::first(public.seats), ..Menu::default() }
            }
            Step::Draft => Menu::choose(self.own.hand),
            Step::OpenDraft => Menu::choose(public.open),
            Step::Mage => Menu::choose(self.own.mages),
            Step::Item { .. } => Menu::choose(public.items),
            Step::TakeOrLeave { .. } => Menu::plain(&[Action::Take, Action::Leave]),
            Step::Forge { face, .. } => match face.data().collect {
                Collect::PayOrTurn(price) if price.is_within(self.pool()) => {
                    Menu::plain(&[Action::Pay, Action::Turn])
                }
                _ => Menu::plain(&[Action::Turn]),
            },
            Step::Income { .. } => {
                let gold = Types::of(&[Essence::Gold]);
                Menu { essences: gold, pairs: pairs_without_gold(), ..Menu::default() }
            }
            Step::LifeLoss { face, .. } => {
                let alternative =
                    Public::loss_by(face).1.filter(|&or| public.can_take(self.seat, or));
                let plain = [Some(Action::Suffer), alternative.map(|_| Action::Alternative)];
                Menu { plain, uses: self.reactions(face), ..Menu::default() }
            }
            Step::VictimDiscards { .. } => Menu::choose(self.own.hand),
            Step::VictimDestroys { .. } => Menu::choose(public.artefacts(self.seat)),
            Step::Statue { .. } => {
                let uses = [FaceSet::only(Face::GOLDEN_STATUE), FaceSet::EMPTY];
                Menu { plain: [Some(Action::Decline), None], uses, ..Menu::default() }
            }
            Step::PayCard { .. } | Step::Gain { .. } | Step::Lose { .. } => self.mix_menu(step),
            Step::Power(used) => self.power_menu(step, used),
            _ => Menu::default(),
        }
    }

    /// Whether an answer to a step that isn't a move is legal.
    fn offers(&self, step: Step, action: Action) -> bool {
        match self.public.mix(step) {
            Some((_, mix)) => mix_offers(&mix, self.answer, action),
            None => self.menu(step).offers(action),
        }
    }

    fn power_menu(&self, step: Step, used: Use) -> Menu {
        let (public, own) = (self.public, self.components());
        let Some(part) = used.part() else { return Menu::default() };
        match part {
            Part::Cost(Cost::PayX(types)) => match used.essence {
                None => Menu { essences: public.x_types(self.seat, types), ..Menu::default() },
                Some(essence) => {
                    Menu { amounts: Some((0, self.pool().get(essence))), ..Menu::default() }
                }
            },
            Part::Cost(Cost::TurnOther(tag)) => Menu::choose(
                public.artefacts(self.seat).minus(public.turned).and(FaceSet::with_tag(tag)),
            ),
            Part::Cost(Cost::Destroy(which)) => {
                Menu::choose(public.destroyable(self.seat, used.face, which))
            }
            Part::Cost(Cost::Discard) | Part::Effect(Effect::DiscardDrawn) => {
                Menu::choose(self.own.hand.minus(self.answer.cards))
            }
            Part::Effect(Effect::GainX(types)) => {
                Menu { essences: used.into_types(types), ..Menu::default() }
            }
            Part::Effect(Effect::GainPer { .. }) => {
                Menu { seats: others(self.seat, public.seats), ..Menu::default() }
            }
            Part::Effect(Effect::Straighten(which)) => {
                let eligible = match which {
                    Straightened::Any => own,
                    Straightened::Creature => own.and(FaceSet::CREATURES),
                };
                Menu {
                    plain: [Some(Action::Decline), None],
                    ..Menu::choose(eligible.and(public.turned))
                }
            }
            Part::Effect(Effect::PutPaidAnywhere) => Menu::choose(own),
            Part::Effect(Effect::Look) if used.pile.is_none() => self.deck_menu(),
            Part::Effect(Effect::Look) => {
                let orders = if used.x == 2 { 0b101 } else { 0b11_1111 };
                Menu { orders, ..Menu::default() }
            }
            Part::Effect(Effect::Place { from, dragon, less }) => {
                let cards = self.placeable(from, dragon, less);
                Menu { plain: [Some(Action::Decline), None], ..Menu::choose(cards) }
            }
            _ => self.mix_menu(step),
        }
    }

    fn deck_menu(&self) -> Menu {
        let i = self.seat.index();
        let own = self.public.deck_sizes[i] > 0 || !self.public.discards[i].is_empty();
        let monuments = self.public.monuments > 0;
        Menu {
            plain: [own.then_some(Action::OwnDeck), monuments.then_some(Action::MonumentDeck)],
            ..Menu::default()
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

    fn mix_menu(&self, step: Step) -> Menu {
        let Some((_, mix)) = self.public.mix(step) else { return Menu::default() };
        mix_menu(&mix, self.answer)
    }

    /// Whether this (legal) action completes the seat's answer.
    pub(super) fn completes(&self, step: Step, action: Action) -> bool {
        if let Action::Amount(count) = action {
            let Some((_, mix)) = self.public.mix(step) else { return true };
            let Form::Amount(essence, ..) = mix.form(self.answer.amount, self.answer.decided)
            else {
                return true;
            };
            let amount = mix.with(self.answer.amount, self.answer.decided, essence, count);
            return matches!(mix.form(amount, essence as u8 + 1), Form::Clear(_));
        }
        match step {
            Step::Power(used) if used.part() == Some(Part::Effect(Effect::DiscardDrawn)) => {
                self.answer.cards.len() + 1 >= used.x
            }
            _ => true,
        }
    }

    /// Whether the step asks this seat anything. For steps that are always asked it is not called.
    pub(super) fn forced(&self, step: Step) -> Forced {
        if let Step::Power(used) = step {
            match used.part() {
                Some(Part::Effect(Effect::GainX(_))) if used.x == 0 => return Forced::Skipped,
                Some(Part::Effect(Effect::Look)) if used.pile.is_some() && used.x < 2 => {
                    return Forced::Skipped;
                }
                Some(Part::Effect(Effect::DiscardDrawn)) if used.x == 0 => return Forced::Skipped,
                Some(Part::Effect(Effect::DiscardDrawn)) if used.x >= self.own.hand.len() => {
                    return Forced::Hand;
                }
                _ => {}
            }
        }
        if let Some((_, mix)) = self.public.mix(step) {
            return match mix.form(Amount::NOTHING, 0) {
                Form::Clear(amount) => Forced::Amount(amount),
                _ => Forced::No,
            };
        }
        let menu = self.menu(step);
        match menu.len() {
            0 => Forced::Skipped,
            1 => {
                let mut list = Vec::new();
                menu.list(&mut list);
                list.first().map_or(Forced::Skipped, |action| Forced::Action(*action))
            }
            _ => Forced::No,
        }
    }
}

fn pairs_without_gold() -> u16 {
    let gold = Essence::Gold;
    let has_none = |&(_, (one, other)): &(u16, (_, _))| one != gold && other != gold;
    (0..).zip(PAIRS).filter(has_none).fold(0, |pairs, (pair, _)| pairs | 1 << pair)
}

fn mix_menu(mix: &Mix, answer: &PendingAnswer) -> Menu {
    match mix.form(answer.amount, answer.decided) {
        Form::Clear(_) => Menu::default(),
        Form::Essence => Menu { essences: mix.singles(), ..Menu::default() },
        Form::Pair => Menu { pairs: mix.pairs(), ..Menu::default() },
        Form::Amount(_, least, most) => Menu { amounts: Some((least, most)), ..Menu::default() },
    }
}

/// Whether an answer to a mix is legal.
fn mix_offers(mix: &Mix, answer: &PendingAnswer, action: Action) -> bool {
    match (mix.form(answer.amount, answer.decided), action) {
        (Form::Essence, Action::Essence(_)) | (Form::Pair, Action::Pair(0..15)) => {
            mix.allows(amount_of(mix, answer, action))
        }
        (Form::Amount(_, least, most), Action::Amount(count)) => (least..=most).contains(&count),
        _ => false,
    }
}
