//! What a seat sees of its decision, and so which answers are legal.
//!
//! Lists and checks are both made from a `Menu`. Nothing here can reach the truth: what a seat may
//! do follows from what it sees.

use super::Arcana;
use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, Effect};
use super::kind::Kind;
use super::menu::Menu;
use super::rows::{Slot, SlotAt};
use super::zone::{Zone, ZoneSet};
use crate::{Seat, kit};

/// What `seat` sees that bears on its decision.
pub type DecisionContext<'a> = kit::DecisionContext<'a, Arcana>;

impl DecisionContext<'_> {
    /// The kind of decision that a step puts to this seat.
    pub(super) fn kind_of(&self, step: Step) -> Option<Kind> {
        let begun = self.answer.begun.filter(|_| matches!(step, Step::Act { .. }));
        match begun {
            Some(Action::Place(_)) => Some(Kind::Place),
            Some(Action::Bribe(_)) => Some(Kind::Bribe),
            Some(Action::Enact(card)) => card.effect()?.kind(),
            _ => step.kind(),
        }
    }

    /// The legal answers to `step`; those that use a card of the hand only if it is one of `hand`.
    pub(super) fn menu(&self, step: Step, hand: CardSet) -> Menu {
        let mut menu = Menu::default();
        match step {
            Step::Guild { .. } => {
                self.public.free_guilds().iter().for_each(|it| menu.offer(Action::Guild(it)))
            }
            Step::Objectives => self.offer_objectives(&mut menu),
            Step::Act { .. } => match self.answer.begun {
                None => self.offer_actions(hand, &mut menu),
                Some(Action::Bribe(_)) => self.offer_bribe(&mut menu),
                Some(Action::Enact(card)) => self.offer_effect(card, &mut menu),
                Some(_) => menu.offer_zones(self.public.open_zones()),
            },
            Step::Muster { .. } => menu.offer_zones(self.public.open_zones()),
            Step::PeekAgain { first, .. } => {
                menu.offer(Action::Done);
                menu.offer_zones(self.public.peekable(self.seat).minus(ZoneSet::only(first)));
            }
            Step::Keep { .. } => {
                menu.offer(Action::ToPile);
                menu.offer(Action::UnderBase);
            }
            // The others ask nothing.
            Step::Deal
            | Step::Round { .. }
            | Step::Turn { .. }
            | Step::EffectOver { .. }
            | Step::TurnUp { .. }
            | Step::Struggle { .. }
            | Step::RoundOver => {}
        }
        menu
    }

    /// The first of two that ascend; then those that come after it, or equal it if it was dealt
    /// twice.
    fn offer_objectives(&self, menu: &mut Menu) {
        let Some(dealt) = self.own.dealt else { return };
        let first = self.answer.objectives[0];
        let left = match first {
            None => &dealt[..3],
            Some(first) => {
                let at = dealt.iter().position(|&it| it == first).unwrap_or(dealt.len() - 1);
                &dealt[at + 1..]
            }
        };
        left.iter().for_each(|&objective| menu.offer(Action::Objective(objective)));
    }

    fn offer_actions(&self, hand: CardSet, menu: &mut Menu) {
        let public = self.public;
        menu.discard = hand;
        let is_open = !public.open_zones().is_empty();
        if is_open {
            menu.place = hand.and(CardSet::OPERATIVES);
        }
        let relics = hand.and(CardSet::RELICS);
        if !relics.is_empty() {
            if !public.bribable(self.seat).is_empty() {
                menu.bribe = relics;
            }
            if is_open && public.militia.is_some_and(|size| size > 0) {
                menu.muster = relics;
            }
        }
        let locations = hand.and(CardSet::LOCATIONS);
        menu.enact = locations.iter().filter(|&card| self.has_effect(card)).collect();
    }

    /// Whether the effect of a location could do something.
    pub(super) fn has_effect(&self, card: Card) -> bool {
        match card.effect() {
            Some(Effect::Draw) => self.public.player(self.seat).draw_pile > 0,
            Some(Effect::Cover) => !self.public.covers.contains(self.seat),
            Some(Effect::MoveOwn { .. } | Effect::MoveRival)
                if self.public.open_zones().len() < 2 =>
            {
                false
            }
            _ => {
                let mut menu = Menu::default();
                self.offer_effect(card, &mut menu);
                menu != Menu::default()
            }
        }
    }

    /// The zone; then operatives there, ascending, at least one.
    fn offer_bribe(&self, menu: &mut Menu) {
        let Some(zone) = self.answer.zone() else {
            return menu.offer_zones(self.public.bribable(self.seat));
        };
        menu.offer_if(!self.answer.picks.is_empty(), Action::Done);
        menu.pick = self.later(self.operatives_in(ZoneSet::only(zone)));
    }

    /// Of these cards those after what has been picked.
    fn later(&self, cards: CardSet) -> CardSet {
        let last = self.answer.picks.last();
        last.map_or(cards, |last| cards.minus(CardSet::up_to(last)))
    }

    fn offer_effect(&self, card: Card, menu: &mut Menu) {
        let open = self.public.open_zones();
        let named = self.answer.zone();
        match card.effect() {
            Some(Effect::Swap) => {
                let last = open.last().map_or(ZoneSet::EMPTY, ZoneSet::only);
                menu.offer_zones(named.map_or(open.minus(last), |first| open.after(first)));
            }
            Some(Effect::MoveOwn { .. }) => {
                let done = self.answer.zone_count();
                if self.answer.picks.len() > done {
                    return self.offer_destinations(menu);
                }
                menu.offer_if(done > 0, Action::Done);
                menu.pick = self.later(self.operatives_in(open));
            }
            Some(Effect::MoveRival) if self.answer.picks.is_empty() => {
                menu.pick = self.public.rivals(self.seat)
            }
            Some(Effect::MoveRival) => self.offer_destinations(menu),
            Some(Effect::Recall) => menu.pick = self.operatives_in(open),
            Some(Effect::Expel) => menu.pick = self.public.rivals(self.seat),
            Some(Effect::Peek) => menu.offer_zones(self.public.peekable(self.seat)),
            Some(Effect::Cycle) => menu.offer_zones(self.cyclable()),
            Some(Effect::Retrieve { relics }) => menu.pick = self.retrievable(relics),
            Some(Effect::Lock) => menu.offer_zones(open),
            Some(Effect::Raid) => self.raided().for_each(|seat| menu.offer(Action::Seat(seat))),
            Some(Effect::Draw | Effect::Cover) | None => {}
        }
    }

    /// Open zones other than that of the operative picked last.
    fn offer_destinations(&self, menu: &mut Menu) {
        let from = self.answer.picks.last().and_then(|card| self.slot_of(card));
        let from = from.map_or(ZoneSet::EMPTY, |at| ZoneSet::only(at.zone));
        menu.offer_zones(self.public.open_zones().minus(from));
    }

    /// The face of a slot, if this seat sees it.
    pub(super) fn face(&self, slot: &Slot) -> Option<Card> {
        self.own.face(self.seat, slot)
    }

    /// Where a card lies that the seat sees.
    pub(super) fn slot_of(&self, card: Card) -> Option<SlotAt> {
        self.public.rows.find(|slot| self.face(slot) == Some(card))
    }

    /// The own operatives in these zones, face up or down.
    pub(super) fn operatives_in(&self, zones: ZoneSet) -> CardSet {
        let own = |slot: &&Slot| slot.owner == self.seat && zones.contains(slot.zone);
        let slots = self.public.rows.all().iter().filter(own);
        slots.filter_map(|slot| self.face(slot)).collect::<CardSet>().and(CardSet::OPERATIVES)
    }

    /// Zones whose stake can go under its pile.
    pub(super) fn cyclable(&self) -> ZoneSet {
        let public = self.public;
        let taken = public.rows.zones(|_| true);
        let has_pile = |zone: &Zone| public.piles[zone.index()].size > 0;
        public.open_zones().minus(taken).iter().filter(has_pile).collect()
    }

    /// What a location can bring back.
    pub(super) fn retrievable(&self, relics: bool) -> CardSet {
        let kinds =
            if relics { CardSet::OPERATIVES.union(CardSet::RELICS) } else { CardSet::OPERATIVES };
        self.public.player(self.seat).resources.and(kinds)
    }

    /// Whom a raid can hit.
    pub(super) fn raided(&self) -> impl Iterator<Item = Seat> + use<'_> {
        let others = Seat::all(self.public.seats).filter(|&seat| seat != self.seat);
        others.filter(|&seat| self.public.player(seat).hand > 0)
    }

    /// The effect of the location that the seat has begun to enact.
    fn effect_begun(&self) -> Option<Effect> {
        match self.answer.begun {
            Some(Action::Enact(card)) => card.effect(),
            _ => None,
        }
    }

    /// Whether this (legal) action completes the seat's answer.
    pub(super) fn completes(&self, step: Step, action: Action) -> bool {
        match (step, action, self.effect_begun()) {
            (Step::Objectives, ..) => self.answer.objectives[0].is_some(),
            (_, Action::Place(_) | Action::Bribe(_), _) => false,
            (_, Action::Enact(card), _) => card.effect().is_some_and(|it| it.kind().is_none()),
            (Step::Act { .. }, Action::Zone(_), effect) => {
                let zones = self.answer.zone_count() + 1;
                match effect {
                    Some(Effect::Swap) => zones == 2,
                    Some(Effect::MoveOwn { most }) => zones == most,
                    _ => !matches!(self.answer.begun, Some(Action::Bribe(_))),
                }
            }
            (Step::Act { .. }, Action::Pick(_), effect) => {
                matches!(effect, Some(Effect::Recall | Effect::Expel | Effect::Retrieve { .. }))
            }
            _ => true,
        }
    }
}
