//! Which rule an illegal answer breaks. One variant per rule; the texts reveal nothing that the
//! seat doesn't see.

use super::action::Action;
use super::agenda::Step;
use super::cards::Card;
use super::decision_context::DecisionContext;
use super::kind::Kind;
use super::zone::Zone;
use crate::kit::illegal;

illegal! {
    NOT_ASKED = NotAsked: "no decision is open for this seat";
    NOT_AN_ANSWER = NotAnAnswer: "this decision takes other kinds of answer";
    GUILD_TAKEN = GuildTaken: "another seat plays this guild";
    OBJECTIVE_NOT_DEALT = ObjectiveNotDealt: "the objective is not among those that were dealt";
    OBJECTIVES_ASCEND = ObjectivesAscend: "two objectives are kept, named in canonical order";
    CARD_NOT_IN_HAND = CardNotInHand: "the card is not in the hand";
    NOT_AN_OPERATIVE = NotAnOperative: "only operatives are placed";
    NOT_A_RELIC = NotARelic: "only relics bribe or call the militia";
    NOT_A_LOCATION = NotALocation: "only locations are enacted";
    NO_OPEN_ZONE = NoOpenZone: "no zone has a stake and is not locked";
    NOTHING_TO_BRIBE = NothingToBribe: "no open zone has an own operative and a personality with a price";
    NO_MILITIA = NoMilitia: "the militia is not played with, or its deck is empty";
    NO_EFFECT = NoEffect: "the location could change nothing, it can only be discarded";
    NO_SUCH_ZONE = NoSuchZone: "this table has no such zone";
    ZONE_NOT_OPEN = ZoneNotOpen: "the zone has no stake, or is locked";
    ZONE_DOES_NOT_FIT = ZoneDoesNotFit: "this cannot be done in that zone";
    ZONES_ASCEND = ZonesAscend: "zones are named in ascending order";
    NOT_PICKED = NotPicked: "an operative has to be picked first";
    CARD_DOES_NOT_FIT = CardDoesNotFit: "the card is not among those that can be picked here";
    PICKS_ASCEND = PicksAscend: "picks are made in canonical order";
    OWN_HAND = OwnHand: "a raid hits another seat";
    HAND_EMPTY = HandEmpty: "there is no such seat, or it holds no cards";
}

impl DecisionContext<'_> {
    /// Checks an answer to a step.
    ///
    /// # Errors
    /// If it is not legal, the rule that it breaks.
    pub(super) fn check_answer(&self, step: Step, action: Action) -> Result<(), Illegal> {
        let menu = self.menu(step, self.own.hand.and(action.card().into()));
        if menu.offers(action) { Ok(()) } else { Err(self.rule_broken(step, action)) }
    }

    /// Why `action`, which isn't on the menu, isn't.
    fn rule_broken(&self, step: Step, action: Action) -> Illegal {
        let Some(kind) = self.kind_of(step) else { return Illegal::NotAsked };
        match (kind, action) {
            (Kind::Guild, Action::Guild(_)) => Illegal::GuildTaken,
            (Kind::Objectives, Action::Objective(objective)) => {
                let dealt = self.own.dealt.is_some_and(|dealt| dealt.contains(&objective));
                if dealt { Illegal::ObjectivesAscend } else { Illegal::ObjectiveNotDealt }
            }
            (
                Kind::Act,
                Action::Discard(card)
                | Action::Place(card)
                | Action::Bribe(card)
                | Action::Muster(card)
                | Action::Enact(card),
            ) => self.use_refused(action, card),
            (Kind::Raid, Action::Seat(seat)) => {
                if seat == self.seat {
                    Illegal::OwnHand
                } else {
                    Illegal::HandEmpty
                }
            }
            (Kind::Raid | Kind::Recall | Kind::Expel | Kind::Retrieve, Action::Zone(_))
            | (Kind::Act | Kind::Keep | Kind::Guild | Kind::Objectives, Action::Zone(_)) => {
                Illegal::NotAnAnswer
            }
            (_, Action::Zone(zone)) => self.zone_refused(kind, zone),
            (
                Kind::Bribe
                | Kind::MoveOwn
                | Kind::MoveRival
                | Kind::Recall
                | Kind::Expel
                | Kind::Retrieve,
                Action::Pick(card),
            ) => {
                let is_early = self.answer.picks.last().is_some_and(|last| card <= last);
                if is_early { Illegal::PicksAscend } else { Illegal::CardDoesNotFit }
            }
            (Kind::Bribe | Kind::MoveOwn, Action::Done) => Illegal::NotPicked,
            _ => Illegal::NotAnAnswer,
        }
    }

    fn use_refused(&self, action: Action, card: Card) -> Illegal {
        let is_open = !self.public.open_zones().is_empty();
        match action {
            _ if !self.own.hand.contains(card) => Illegal::CardNotInHand,
            Action::Place(_) if !card.is_operative() => Illegal::NotAnOperative,
            Action::Bribe(_) | Action::Muster(_) if !card.is_relic() => Illegal::NotARelic,
            Action::Enact(_) if !card.is_location() => Illegal::NotALocation,
            Action::Place(_) => Illegal::NoOpenZone,
            Action::Bribe(_) => Illegal::NothingToBribe,
            Action::Muster(_) if is_open => Illegal::NoMilitia,
            Action::Muster(_) => Illegal::NoOpenZone,
            _ => Illegal::NoEffect,
        }
    }

    fn zone_refused(&self, kind: Kind, zone: Zone) -> Illegal {
        let picks = self.answer.picks.len();
        if !self.public.zones().any(|other| other == zone) {
            return Illegal::NoSuchZone;
        }
        if !self.public.open_zones().contains(zone) {
            return Illegal::ZoneNotOpen;
        }
        match kind {
            Kind::Swap => Illegal::ZonesAscend,
            Kind::MoveOwn | Kind::MoveRival if picks == self.answer.zone_count() => {
                Illegal::NotPicked
            }
            _ => Illegal::ZoneDoesNotFit,
        }
    }
}
