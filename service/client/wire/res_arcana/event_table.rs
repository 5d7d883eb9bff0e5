//! The table of events.

use super::{
    action::LAST_ORDER,
    words::{artefacts, items, mages, monuments, places},
};
use crate::{
    pb::res_arcana::v1 as pb,
    wire::table::{by_seat, wire_events},
};
use hierophant_rules::res_arcana::{Event, cards::FACES, sequence::LOOK, setup::ROUNDS_MAX};

/// Starter sets.
const SETS: u8 = 4;

wire_events! { Event <=> pb::event::Event, |players| {
    LaidOut { places by places, display by monuments },
    FirstPlayer { seat },
    MagesDealt { seat, faces by mages },
    Dealt { seat, faces by artefacts },
    DealtUnseen { seat, count ..= FACES },
    StarterSet { seat, set ..= SETS },
    PacketDealt { seat, faces by artefacts },
    Kept { seat, faces by artefacts },
    PacketsPassed { to_left, faces by by_seat },
    OpenLaid { cards by artefacts },
    OpenPicked { seat, card by artefacts },
    DeckGiven { seat, cards by artefacts },
    MagesShown { mages by shown_mages },
    Drew { seat, faces by artefacts },
    ItemTaken { seat, item by items },
    RoundBegan { round ..= ROUNDS_MAX },
    Collected { seat, amount },
    Moved { seat, action },
    Chose { seat, action },
    Placed { seat, card by artefacts, from },
    Discarded { seat, cards by artefacts },
    Destroyed { seat, card by artefacts },
    Claimed { seat, face, unseen },
    Refilled { face by monuments },
    Paid { seat, amount },
    Lost { seat, amount },
    Gained { seat, amount },
    Put { face, amount },
    StoreTaken { seat, face, amount },
    StorePaid { face, amount },
    Turned { face },
    Straightened { face },
    Reshuffled { seat, under },
    Looked { seat, pile as deck, count ..= LOOK, cards by looked_at },
    Reordered { seat, pile as deck, order ..= LAST_ORDER },
    Checked { points by by_seat },
    Asked { seats, agenda },
    Picked { seat, action, complete },
    Ended {},
} }

/// One mage for each seat; the rest of the array stays empty.
mod shown_mages {
    use super::mages;
    use crate::wire::{
        convert::{Result, array},
        table::{Bounds, OnWire},
    };
    use hierophant_rules::res_arcana::Face;

    pub(super) fn encode<const LEN: usize>(shown: &[Option<Face>; LEN], players: u8) -> Vec<u32> {
        shown.iter().flatten().map(|mage| mage.encode(players)).collect()
    }

    pub(super) fn decode<const LEN: usize>(
        list: &[u32],
        bounds: Bounds,
    ) -> Result<[Option<Face>; LEN]> {
        array(list, bounds.players, |number| mages::decode(&Some(number), bounds))
    }
}

/// What the looker sees; other viewers see nothing.
mod looked_at {
    use crate::wire::{
        convert::Result,
        table::{Bounds, OnWire},
    };
    use hierophant_rules::res_arcana::sequence::Sequence;

    pub(super) fn encode(cards: &Option<Sequence>, players: u8) -> Vec<u32> {
        cards.unwrap_or(Sequence::EMPTY).encode(players)
    }

    pub(super) fn decode(list: &Vec<u32>, bounds: Bounds) -> Result<Option<Sequence>> {
        (!list.is_empty()).then(|| Sequence::decode(list, bounds)).transpose()
    }
}
