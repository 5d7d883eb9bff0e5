//! From Res Arcana's types to its messages.

mod parameters;
mod view;

pub(in crate::wire) use super::event::encode as event;
pub(in crate::wire) use {parameters::parameters, view::view};

use crate::{
    pb::res_arcana::v1 as pb,
    wire::table::{Bounds, OnWire},
};
use hierophant_rules::res_arcana::{Action, Deal, Face, First, Kind, Setup};

/// What a game is created with, every default filled in.
pub(in crate::wire) fn setup(setup: &Setup) -> pb::Setup {
    use pb::setup::{Deal as Wire, First as WireFirst};
    let Setup { players, deal, places, first } = setup;
    let list = |faces: &[Face]| faces.iter().map(|face| face.encode(*players)).collect();
    pb::Setup {
        players: (*players).into(),
        deal: Some(match deal {
            Deal::Normal => Wire::Normal(pb::NormalDeal {}),
            Deal::Discovery => Wire::Discovery(pb::DiscoveryDeal {}),
            Deal::Draft => Wire::Draft(pb::DraftDeal {}),
            Deal::OpenDraft { mages, artefacts } => Wire::OpenDraft(pb::OpenDraftDeal {
                mages: list(mages),
                artefacts: list(artefacts),
            }),
            Deal::Given { mages, decks } => Wire::Given(pb::GivenDeal {
                mages: list(mages),
                decks: decks.iter().map(|deck| pb::FaceList { faces: list(deck) }).collect(),
            }),
        }),
        places: places.encode(*players),
        first: match first {
            First::Drawn => None,
            First::Seat(seat) => Some(WireFirst::FirstPlayer(seat.encode(*players))),
            First::ChosenBy(seat) => Some(WireFirst::ChosenBy(seat.encode(*players))),
        },
    }
}

/// An answer.
pub(in crate::wire) fn action(action: Action) -> pb::Action {
    action.encode(Bounds::ANY_GAME.players)
}

/// A kind of decision has the same number on the wire; the tests compare the names.
pub(in crate::wire) fn kind(kind: Kind) -> pb::DecisionKind {
    pb::DecisionKind::try_from(kind as i32).expect("every kind has a wire form, as the tests check")
}
