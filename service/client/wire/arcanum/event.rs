//! An event, in the form in which one viewer receives it.

use super::step::HOUSES;
use crate::{
    pb::arcanum::v1 as pb,
    wire::table::{by_seat, wire_events},
};
use hierophant_rules::arcanum::{Event, cards::CARDS, public::PRESTIGE_MAX};

wire_events! { Event <=> pb::event::Event, |players| {
    TurnBegan { turn, first as first_player },
    FiguresPlaced { at as locations },
    ActivationBegan { seat },
    ActivationEnded { seat },
    Drew { seat, pile, faces },
    Vaulted { seat, faces },
    Reshuffled { pile },
    Discarded { seat, cards },
    Hid { seat, faces },
    FoolHidden { seat },
    ShowsMinors { seat, least ..= CARDS, most ..= CARDS },
    Declined { seat },
    MinorPlayed { seat, card, idle },
    MajorPlayed { seat, card },
    CardDone { card },
    DevilInvoked {},
    FigureMoved { figure, to },
    PrestigeChanged { house, change, levels ..= PRESTIGE_MAX },
    VictoryPointsChanged { seat, change, total },
    TowerLaid { seat, covered },
    TowerLifted {},
    FiguresRemoved { seat, figures },
    FigureReturned { seat, figure, to },
    Passed { passed by all_hands; seats = players },
    Exchanged { seat, count ..= CARDS, opened, taken, given },
    TurnedUp { seat, cards },
    ScoringBegan { reduced, places ..= HOUSES },
    Shown { seat, house, cards },
    FoolDeclared { seat, house },
    HouseScored { house, place ..= HOUSES, awards by by_seat },
    RowsDiscarded { cards },
    Asked { seats, agenda },
    Picked { seat, action, complete },
    Ended {},
} }

/// The cards that each seat passes on; the rest of the array stays empty.
mod all_hands {
    use super::pb;
    use crate::wire::{
        convert::{Result, invalid},
        table::{Bounds, OnWire},
    };
    use hierophant_rules::arcanum::{CardFaces, CardSet, setup::SEATS_MAX};

    const N: usize = SEATS_MAX as usize;

    pub(super) fn encode(passed: &[CardFaces; N], players: u8) -> Vec<pb::Faces> {
        passed[..usize::from(players)].iter().map(|faces| faces.encode(players)).collect()
    }

    pub(super) fn decode(list: &[pb::Faces], bounds: Bounds) -> Result<[CardFaces; N]> {
        if list.len() != usize::from(bounds.players) {
            return invalid(format!("{} entries for {} seats", list.len(), bounds.players));
        }
        let mut passed = [CardFaces::shown(CardSet::EMPTY); N];
        for (entry, message) in passed.iter_mut().zip(list) {
            *entry = CardFaces::decode(message, bounds)?;
        }
        Ok(passed)
    }
}
