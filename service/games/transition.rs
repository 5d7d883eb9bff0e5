//! One record of a game's log and what happened by it, as each viewer is told.
//!
//! Live games derive their steps from the rules; ended games read them from the replay. Both look the same from here on.

use super::header::timestamp;
use crate::{pb::v1 as pb, wire};
use hierophant_rules::{
    Viewer,
    catalog::{Event, Fact},
};
use prost::Message;
use sha2::{Digest, Sha256};

/// See the module.
pub struct Transition {
    /// A [`pb::ReplayEntry`] as bytes: the record and its events, each with the viewers who are told it. As messages it
    /// would take ten times the memory.
    entry: Box<[u8]>,
    /// By viewer: seats, then the spectator.
    pub progress: Vec<ViewerProgress>,
}

/// How far a viewer's own stream of events has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewerProgress {
    /// Counts the steps that told this viewer something.
    pub version: u32,
    /// Zeros at first; with each event SHA-256 over the digest before and the serialized event.
    pub digest: [u8; 32],
}

impl Transition {
    /// The step that follows where viewers have come to `marks`.
    pub fn after(progress: &[ViewerProgress], entry: &pb::ReplayEntry) -> Transition {
        let mut next = progress.to_vec();
        let spectator = next.len() - 1;
        for variant in entry.events.iter().flat_map(|event| &event.variants) {
            let pb::EventVariant { event, seats, spectator: to_spectator } = variant;
            let bytes = event.as_ref().map(Message::encode_to_vec).unwrap_or_default();
            let seats = seats.iter().map(|&seat| seat as usize).filter(|&seat| seat < spectator);
            for viewer in seats.chain(to_spectator.then_some(spectator)) {
                let mut hash = Sha256::new();
                hash.update(next[viewer].digest);
                hash.update(&bytes);
                next[viewer].digest = hash.finalize().into();
                next[viewer].version = progress[viewer].version + 1;
            }
        }
        // A seat notices that it is out, or that its time is over, whatever else it is told.
        if let Some(seat) = noticed_by(entry).filter(|&seat| seat < spectator) {
            next[seat].version = progress[seat].version + 1;
        }
        Transition { entry: entry.encode_to_vec().into(), progress: next }
    }

    /// The record and its events.
    pub fn entry(&self) -> pb::ReplayEntry {
        pb::ReplayEntry::decode(&*self.entry).expect("it was encoded here")
    }

    /// What a viewer is told, in order.
    pub fn events_for(&self, viewer: Viewer) -> Vec<pb::Event> {
        let is_visible = |variant: &pb::EventVariant| match viewer {
            Viewer::Seat(seat) => variant.seats.contains(&u32::from(seat.number())),
            Viewer::Spectator => variant.spectator,
        };
        let own = |event: pb::ReplayEvent| event.variants.into_iter().find(is_visible)?.event;
        self.entry().events.into_iter().filter_map(own).collect()
    }
}

/// The seat that notices a record even if nothing happened by it that it may know.
fn noticed_by(entry: &pb::ReplayEntry) -> Option<usize> {
    match entry.record.as_ref()? {
        pb::replay_entry::Record::SeatOut(out) => Some(out.seat as usize),
        pb::replay_entry::Record::Answered(answered) if answered.by() == pb::AnsweredBy::Expiry => {
            Some(answered.seat as usize)
        }
        _ => None,
    }
}

/// The entry for a record and the facts that came of it, at a table of `seats`.
pub(super) fn entry(at_ms: u64, record: pb::replay_entry::Record, facts: &[Fact], seats: u8) -> pb::ReplayEntry {
    pb::ReplayEntry { at: Some(timestamp(at_ms)), record: Some(record), events: events(facts, seats) }
}

/// What happened, with the viewers of a table of `seats` who are told it.
pub fn events(facts: &[Fact], seats: u8) -> Vec<pb::ReplayEvent> {
    facts.iter().map(|fact| with_variants(fact, seats)).collect()
}

/// Viewers who are told the same share a variant.
fn with_variants(fact: &Fact, seats: u8) -> pb::ReplayEvent {
    let mut variants: Vec<(Event, Vec<u32>, bool)> = Vec::new();
    for viewer in Viewer::all(seats) {
        let Some(event) = fact.visible_to(viewer) else { continue };
        let index = variants.iter().position(|(known, ..)| *known == event).unwrap_or_else(|| {
            variants.push((event, Vec::new(), false));
            variants.len() - 1
        });
        match viewer {
            Viewer::Seat(seat) => variants[index].1.push(seat.number().into()),
            Viewer::Spectator => variants[index].2 = true,
        }
    }
    let variant = |(event, visible_to, spectator): (Event, Vec<u32>, bool)| pb::EventVariant {
        event: Some(wire::encode::event(&event, seats)),
        seats: visible_to,
        spectator,
    };
    pb::ReplayEvent { variants: variants.into_iter().map(variant).collect() }
}
