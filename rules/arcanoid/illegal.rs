//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the seat doesn't see.

use super::action::Action;
use super::agenda::Step;
use super::cards::{Card, CardSet, Field, FieldSet};
use super::decision_context::DecisionContext;
use super::engagement::can_engage;
use super::kind::Kind;
use super::player::Player;
use super::plays::PLAYED;
use core::fmt;

/// The rule that an action breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// No decision is open for this seat.
    NotAsked,
    /// The decision takes other kinds of answer.
    NotAnAnswer,
    /// The player may not use the card.
    CardNotUsable,
    /// The card isn't played for an effect of its own.
    NotPlayed,
    /// A card whose effect could change nothing isn't played.
    NoEffect,
    /// A player engages once on a battlefield.
    AlreadyEngaged,
    /// Temperance blocks the battlefield.
    FieldBlocked,
    /// No card of the player's makes an engagement there.
    NothingToEngage,
    /// Only couples with Lovers, Empress or Emperor stand on two battlefields.
    OneFieldOnly,
    /// The World needs a battlefield on which no player has engaged.
    FieldNotVirgin,
    /// The card makes no engagement with those already taken in.
    DoesNotFit,
    /// What has been taken in is no engagement yet.
    NotAnEngagement,
    /// The player has no Chariot.
    NoChariot,
    /// The reserve goes in first, and once.
    ReserveGoesFirst,
    /// The reserve makes no engagement there.
    ReserveDoesNotFit,
    /// Things are picked in canonical order.
    PicksAscend,
    /// So few would be left that the choice could not be completed.
    TooFewAfter,
    /// At least one card has to be picked.
    NothingPicked,
    /// Only who may use the Fool steals.
    NoFool,
    /// The Devil can't steal now.
    DevilCannotSteal,
    /// There is no such player, or it has retired.
    PlayerNotActive,
    /// The player has nothing that could be looked at or taken.
    PlayerHasNothing,
    /// It must be another player.
    OwnTarget,
    /// There is no pool with cards.
    NoPool,
    /// Temperance isn't laid where its player has engaged.
    OwnEngagement,
    /// There is no engagement that could be destroyed; an abdication can't be.
    NothingToDestroy,
    /// The World is indestructible.
    WorldStands,
    /// Only minors can be called here, or with the Sun's first attempt majors but Judgement and World.
    NotCallable,
}

impl Illegal {
    /// The rule's stable name and what it says.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Illegal::NotAsked => ("NOT_ASKED", "no decision is open for this seat"),
            Illegal::NotAnAnswer => ("NOT_AN_ANSWER", "this decision takes other kinds of answer"),
            Illegal::CardNotUsable => ("CARD_NOT_USABLE", "the card is not among those that may be used"),
            Illegal::NotPlayed => ("NOT_PLAYED", "the card is not played for an effect of its own"),
            Illegal::NoEffect => ("NO_EFFECT", "the card would change nothing, it can only be discarded"),
            Illegal::AlreadyEngaged => ("ALREADY_ENGAGED", "there is an engagement on this battlefield already"),
            Illegal::FieldBlocked => ("FIELD_BLOCKED", "Temperance blocks this battlefield"),
            Illegal::NothingToEngage => ("NOTHING_TO_ENGAGE", "no cards make an engagement there"),
            Illegal::OneFieldOnly => {
                ("ONE_FIELD_ONLY", "only couples of Lovers, Empress and Emperor stand on two battlefields")
            }
            Illegal::FieldNotVirgin => {
                ("FIELD_NOT_VIRGIN", "the World needs a battlefield on which nobody has engaged in this round")
            }
            Illegal::DoesNotFit => ("DOES_NOT_FIT", "the card makes no engagement with those already taken in"),
            Illegal::NotAnEngagement => ("NOT_AN_ENGAGEMENT", "the cards taken in are no engagement yet"),
            Illegal::NoChariot => ("NO_CHARIOT", "there is no Chariot before this player"),
            Illegal::ReserveGoesFirst => ("RESERVE_GOES_FIRST", "the reserve is taken in before any other card, once"),
            Illegal::ReserveDoesNotFit => ("RESERVE_DOES_NOT_FIT", "the whole reserve makes no engagement there"),
            Illegal::PicksAscend => ("PICKS_ASCEND", "picks are made in canonical order"),
            Illegal::TooFewAfter => ("TOO_FEW_AFTER", "too few would be left to complete the choice"),
            Illegal::NothingPicked => ("NOTHING_PICKED", "at least one card has to be picked"),
            Illegal::NoFool => ("NO_FOOL", "the Fool is not among the cards that may be used"),
            Illegal::DevilCannotSteal => ("DEVIL_CANNOT_STEAL", "the Devil cannot steal this engagement for you"),
            Illegal::PlayerNotActive => {
                ("PLAYER_NOT_ACTIVE", "there is no such player in the round, or it has retired")
            }
            Illegal::PlayerHasNothing => ("PLAYER_HAS_NOTHING", "the player holds no such cards"),
            Illegal::OwnTarget => ("OWN_TARGET", "it has to be another player"),
            Illegal::NoPool => ("NO_POOL", "there is no pool with cards in it"),
            Illegal::OwnEngagement => ("OWN_ENGAGEMENT", "Temperance is not laid where its player has engaged"),
            Illegal::NothingToDestroy => ("NOTHING_TO_DESTROY", "there is no engagement that could be destroyed"),
            Illegal::WorldStands => ("WORLD_STANDS", "the World cannot be destroyed"),
            Illegal::NotCallable => ("NOT_CALLABLE", "this card cannot be called here"),
        }
    }

    /// The rule's stable name, SCREAMING_SNAKE_CASE.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts().1)
    }
}

impl DecisionContext<'_> {
    /// Checks an action against the open decision, which it returns.
    ///
    /// # Errors
    /// `NotAsked` if no decision is open for the seat; otherwise, if the action is not legal, the rule that it breaks.
    pub(super) fn check(&self, action: Action) -> Result<Step, Illegal> {
        let step = self.open_step().ok_or(Illegal::NotAsked)?;
        let menu = self.menu(step);
        if menu.offers(action) { Ok(step) } else { Err(self.rule_broken(step, action)) }
    }

    /// Why `action`, which isn't on the menu, isn't.
    fn rule_broken(&self, step: Step, action: Action) -> Illegal {
        let kind = self.decision().map(|decision| decision.kind);
        match (kind, action) {
            (Some(Kind::Act), Action::Discard(_)) => Illegal::CardNotUsable,
            (Some(Kind::Act), Action::Play(card)) => self.play_refused(card),
            (Some(Kind::Act), Action::Abdicate(_)) => Illegal::AlreadyEngaged,
            (Some(Kind::Act), Action::Engage(fields)) => self.engage_refused(fields),
            (Some(Kind::Act), Action::AddToReserve) if self.has_chariot() => Illegal::NothingToEngage,
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
            (Some(Kind::Look | Kind::Hang), Action::Player(player)) => self.player_refused(step, player),
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
        let cards = self.public.engagements[player.index()][field.index()].map_or(CardSet::EMPTY, |own| own.cards);
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
