//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the
//! seat doesn't see.

use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, Field, FieldSet};
use super::decision_context::DecisionContext;
use super::engagement::can_engage;
use super::kind::Kind;
use super::player::Player;
use super::plays::PLAYED;
use crate::kit::illegal;

illegal! {
    NOT_ASKED = NotAsked: "no decision is open for this seat";
    NOT_AN_ANSWER = NotAnAnswer: "this decision takes other kinds of answer";
    CARD_NOT_USABLE = CardNotUsable: "the card is not among those that may be used";
    NOT_PLAYED = NotPlayed: "the card is not played for an effect of its own";
    NO_EFFECT = NoEffect: "the card would change nothing, it can only be discarded";
    ALREADY_ENGAGED = AlreadyEngaged: "there is an engagement on this battlefield already";
    FIELD_BLOCKED = FieldBlocked: "Temperance blocks this battlefield";
    NOTHING_TO_ENGAGE = NothingToEngage: "no cards make an engagement there";
    ONE_FIELD_ONLY = OneFieldOnly: "only couples of Lovers, Empress and Emperor stand on two battlefields";
    FIELD_NOT_VIRGIN = FieldNotVirgin: "the World needs a battlefield on which nobody has engaged in this round";
    DOES_NOT_FIT = DoesNotFit: "the card makes no engagement with those already taken in";
    NOT_AN_ENGAGEMENT = NotAnEngagement: "the cards taken in are no engagement yet";
    NO_CHARIOT = NoChariot: "there is no Chariot before this player";
    RESERVE_GOES_FIRST = ReserveGoesFirst: "the reserve is taken in before any other card, once";
    RESERVE_DOES_NOT_FIT = ReserveDoesNotFit: "the whole reserve makes no engagement there";
    PICKS_ASCEND = PicksAscend: "picks are made in canonical order";
    TOO_FEW_AFTER = TooFewAfter: "too few would be left to complete the choice";
    NOTHING_PICKED = NothingPicked: "at least one card has to be picked";
    NO_FOOL = NoFool: "the Fool is not among the cards that may be used";
    /// Its controller decides for it.
    DEVIL_CANNOT_STEAL = DevilCannotSteal: "the Devil cannot steal this engagement for you";
    PLAYER_NOT_ACTIVE = PlayerNotActive: "there is no such player in the round, or it has retired";
    PLAYER_HAS_NOTHING = PlayerHasNothing: "the player holds no such cards";
    OWN_TARGET = OwnTarget: "it has to be another player";
    NO_POOL = NoPool: "there is no pool with cards in it";
    OWN_ENGAGEMENT = OwnEngagement: "Temperance is not laid where its player has engaged";
    /// An abdication can't be.
    NOTHING_TO_DESTROY = NothingToDestroy: "there is no engagement that could be destroyed";
    WORLD_STANDS = WorldStands: "the World cannot be destroyed";
    /// Only minors can be, and with the Sun's first attempt majors but Judgement and World.
    NOT_CALLABLE = NotCallable: "this card cannot be called here";
}

impl DecisionContext<'_> {
    /// Checks an answer to a step.
    ///
    /// # Errors
    /// If it is not legal, the rule that it breaks.
    pub(super) fn check(&self, step: Step, action: Action) -> Result<(), Illegal> {
        if self.menu(step).offers(action) { Ok(()) } else { Err(self.rule_broken(step, action)) }
    }

    /// Why `action`, which isn't on the menu, isn't.
    fn rule_broken(&self, step: Step, action: Action) -> Illegal {
        let kind = self.decision().map(|decision| decision.kind);
        match (kind, action) {
            (Some(Kind::Act), Action::Discard(_)) => Illegal::CardNotUsable,
            (Some(Kind::Act), Action::Play(card)) => self.play_refused(card),
            (Some(Kind::Act), Action::Abdicate(_)) => Illegal::AlreadyEngaged,
            (Some(Kind::Act), Action::Engage(fields)) => self.engage_refused(fields),
            (Some(Kind::Act), Action::AddToReserve) if self.has_chariot() => {
                Illegal::NothingToEngage
            }
            (Some(Kind::Act), Action::AddToReserve | Action::DiscardReserve) => Illegal::NoChariot,
            (Some(Kind::Engage), Action::UseReserve) => self.reserve_refused(),
            (Some(Kind::Engage), Action::Done) => Illegal::NotAnEngagement,
            (Some(Kind::Engage), Action::Pick(card)) => self.pick_refused(card),
            (Some(Kind::AddToReserve), Action::Done) => Illegal::NothingPicked,
            (Some(Kind::AddToReserve | Kind::LayReserve), Action::Pick(card)) => {
                if self.accessible().contains(card) {
                    Illegal::PicksAscend
                } else {
                    Illegal::CardNotUsable
                }
            }
            (Some(Kind::Wheel), Action::Pick(card)) => self.wheel_refused(card),
            (Some(Kind::Steal), Action::Steal) => Illegal::NoFool,
            (Some(Kind::Steal), Action::StealForDevil) => Illegal::DevilCannotSteal,
            (Some(Kind::Look | Kind::Hang), Action::Player(player)) => {
                self.player_refused(step, player)
            }
            (Some(Kind::Hang), Action::Pool) => Illegal::NoPool,
            (Some(Kind::Block), Action::Field(_)) => Illegal::OwnEngagement,
            (Some(Kind::Destroy), Action::At(player, field)) => self.tower_refused(player, field),
            (Some(Kind::Judge), Action::At(player, _)) => self.judgement_refused(player),
            (Some(Kind::Call), Action::Call(_)) => Illegal::NotCallable,
            _ => Illegal::NotAnAnswer,
        }
    }

    fn has_chariot(&self) -> bool {
        self.public.reserve(self.public.turn).is_some()
    }

    fn play_refused(&self, card: Card) -> Illegal {
        if !self.accessible().contains(card) {
            Illegal::CardNotUsable
        } else if PLAYED.contains(card) {
            Illegal::NoEffect
        } else {
            Illegal::NotPlayed
        }
    }

    fn engage_refused(&self, fields: FieldSet) -> Illegal {
        let player = self.public.turn;
        let free = FieldSet::ALL.minus(self.public.engaged(player));
        if !fields.is_within(free) {
            Illegal::AlreadyEngaged
        } else if !fields.is_within(self.public.open_fields(player)) {
            Illegal::FieldBlocked
        } else if fields.len() > 1 {
            Illegal::OneFieldOnly
        } else if can_engage(fields, self.accessible(), true) {
            Illegal::FieldNotVirgin
        } else {
            Illegal::NothingToEngage
        }
    }

    fn reserve_refused(&self) -> Illegal {
        if !self.has_chariot() {
            Illegal::NoChariot
        } else if self.answer.reserve || !self.answer.cards.is_empty() {
            Illegal::ReserveGoesFirst
        } else {
            Illegal::ReserveDoesNotFit
        }
    }

    fn pick_refused(&self, card: Card) -> Illegal {
        let taken = self.taken();
        if !self.accessible().contains(card) {
            Illegal::CardNotUsable
        } else if self.answer.cards.last().is_some_and(|last| card <= last) {
            Illegal::PicksAscend
        } else if card == Card::WORLD && taken.is_empty() && self.answer.fields.len() == 1 {
            Illegal::FieldNotVirgin
        } else {
            Illegal::DoesNotFit
        }
    }

    fn wheel_refused(&self, card: Card) -> Illegal {
        if !self.wheel_hand().contains(card) {
            Illegal::CardNotUsable
        } else if self.answer.cards.last().is_some_and(|last| card <= last) {
            Illegal::PicksAscend
        } else {
            Illegal::TooFewAfter
        }
    }

    fn player_refused(&self, step: Step, player: Player) -> Illegal {
        if !self.public.is_active(player) {
            Illegal::PlayerNotActive
        } else if step == Step::Look && player == self.public.turn {
            Illegal::OwnTarget
        } else {
            Illegal::PlayerHasNothing
        }
    }

    fn tower_refused(&self, player: Player, field: Field) -> Illegal {
        if !self.public.is_active(player) {
            return Illegal::PlayerNotActive;
        }
        let cards = self.public.engagements[player.index()][field.index()]
            .map_or(CardSet::EMPTY, |own| own.cards);
        if cards.contains(Card::WORLD) { Illegal::WorldStands } else { Illegal::NothingToDestroy }
    }

    fn judgement_refused(&self, player: Player) -> Illegal {
        if !self.public.is_active(player) {
            Illegal::PlayerNotActive
        } else if player == self.public.turn {
            Illegal::OwnTarget
        } else {
            Illegal::AlreadyEngaged
        }
    }
}
