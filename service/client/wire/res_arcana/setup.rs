//! What a creator asks for. Only what has no form in the rules is refused here; whether a game can
//! have it is for the rules to say.

use crate::{
    pb::res_arcana::v1 as pb,
    wire::{
        InvalidField,
        convert::{FieldErrors, InField, Result as FieldResult, each},
        table::{Bounds, OnWire},
    },
};
use hierophant_rules::res_arcana::{Deal, Face, First, Setup, cards::FACES};
use pb::setup::{Deal as Wire, First as WireFirst};

/// Maximum number of faces in a list of a setup.
const LIST_MAX: usize = FACES as usize;

/// What a game is created with, every default filled in.
pub(in crate::wire) fn encode(setup: &Setup) -> pb::Setup {
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

/// A setup, defaults filled in.
///
/// # Errors
/// Every invalid field.
pub(in crate::wire) fn decode(message: &pb::Setup) -> Result<Setup, Vec<InvalidField>> {
    let mut faults = FieldErrors::default();
    let pb::Setup { players, deal, places, first } = message;
    let default = Setup::default();
    let deal = match self::deal(deal.as_ref()) {
        Ok(deal) => deal,
        Err(field) => faults.note(None, Deal::Normal, &field.path, || field.reason.clone()),
    };
    let setup = Setup {
        players: if *players == 0 { default.players } else { faults.byte(*players, "players") },
        deal,
        places: faults.choice(*places, default.places, "places"),
        first: match first {
            None => First::Drawn,
            Some(WireFirst::FirstPlayer(number)) => {
                faults.seat(*number, "first_player").map_or(First::Drawn, First::Seat)
            }
            Some(WireFirst::ChosenBy(number)) => {
                faults.seat(*number, "chosen_by").map_or(First::Drawn, First::ChosenBy)
            }
        },
    };
    faults.finish(setup)
}

fn deal(message: Option<&Wire>) -> FieldResult<Deal> {
    Ok(match message {
        None | Some(Wire::Normal(pb::NormalDeal {})) => Deal::Normal,
        Some(Wire::Discovery(pb::DiscoveryDeal {})) => Deal::Discovery,
        Some(Wire::Draft(pb::DraftDeal {})) => Deal::Draft,
        Some(Wire::OpenDraft(pb::OpenDraftDeal { mages, artefacts })) => Deal::OpenDraft {
            mages: list(mages).in_field("open_draft.mages")?,
            artefacts: list(artefacts).in_field("open_draft.artefacts")?,
        },
        Some(Wire::Given(pb::GivenDeal { mages, decks })) => Deal::Given {
            mages: list(mages).in_field("given.mages")?,
            decks: each(decks, LIST_MAX, |deck| list(&deck.faces)).in_field("given.decks")?,
        },
    })
}

/// Faces in the order of the list, which may name one twice.
fn list(numbers: &[u32]) -> FieldResult<Vec<Face>> {
    each(numbers, LIST_MAX, |number| OnWire::decode(number, Bounds::ANY_GAME))
}
