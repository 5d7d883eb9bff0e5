//! A transition: one record of a game's log and its events, as each viewer may see them.
//!
//! Live games derive their transitions from the rules; ended games read them from the replay.

use super::{
    encoded::{EncodedEntry, EncodedVariant},
    header::timestamp,
    seen_events::{OwnEvents, SeenEvents, Viewers},
};
use crate::{pb::v1 as pb, wire};
use hierophant_rules::{
    Viewer,
    catalog::{Event, Fact},
};
use prost::{Message, bytes::Bytes};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// One record of a game's log, its events, and each viewer's progress after it.
pub struct Transition {
    /// An encoded [`pb::ReplayEntry`]: the record and its events, each with the viewers that see
    /// it. Decoded it would take ten times the memory.
    entry: Bytes,
    /// What viewers see of it.
    pub(super) seen: SeenEvents,
    /// By viewer: seats, then the spectator. Shared with the position after it.
    pub progress: Arc<[ViewerProgress]>,
}

/// A transition as one viewer sees it.
pub struct ViewerTransition {
    /// The viewer's progress after it.
    pub progress: ViewerProgress,
    pub(super) events: OwnEvents,
}

/// How far a viewer's stream of events has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewerProgress {
    /// How many transitions this viewer has seen.
    pub version: u32,
    /// Zeros at first; with each event SHA-256 over the previous digest and the encoded event.
    pub digest: [u8; 32],
}

impl ViewerProgress {
    /// The progress of so many viewers before the deal.
    pub(super) fn undealt(viewers: usize) -> Arc<[ViewerProgress]> {
        vec![ViewerProgress::default(); viewers].into()
    }
}

impl Transition {
    /// The transition of this entry, where viewers' progress before it is `progress`.
    pub fn after(progress: &[ViewerProgress], entry: pb::ReplayEntry) -> Transition {
        let mut shared: Arc<[ViewerProgress]> = progress.into();
        let next = Arc::get_mut(&mut shared).expect("nobody else has it yet");
        let spectator = next.len() - 1;
        let seen_without_event = seen_without_event(&entry).filter(|&seat| seat < spectator);
        let entry = EncodedEntry::from(entry);
        let variants = || entry.events.iter().flat_map(|event| &event.variants);
        let mut seen = SeenEvents::with_room_for(variants().map(event_of));
        // A seat sees that it is out, or that its time is over, even without an event.
        if let Some(seat) = seen_without_event {
            seen.viewers.insert(seat);
            next[seat].version = progress[seat].version + 1;
        }
        for variant in variants() {
            let event = event_of(variant);
            let seats = variant.seats.iter().map(|&seat| seat as usize);
            let seats = seats.filter(|&seat| seat < spectator);
            let mut viewers = Viewers::default();
            for viewer in seats.chain(variant.spectator.then_some(spectator)) {
                viewers.insert(viewer);
                next[viewer].digest = digest_after(&next[viewer].digest, event);
                next[viewer].version = progress[viewer].version + 1;
            }
            seen.push(viewers, event);
        }
        Transition { entry: entry.encode_to_vec().into(), seen, progress: shared }
    }

    /// The record and its events, as an encoded [`pb::ReplayEntry`].
    pub(super) fn encoded(&self) -> Bytes {
        self.entry.clone()
    }

    /// The transition as the viewer at `index` sees it.
    pub(super) fn as_seen_by(&self, index: usize) -> ViewerTransition {
        let events = OwnEvents::of(self.seen.part(), index);
        ViewerTransition { progress: self.progress[index], events }
    }
}

impl ViewerTransition {
    /// The events that the viewer sees, in order.
    pub fn events(&self) -> Vec<pb::Event> {
        self.events.decode()
    }
}

fn event_of(variant: &EncodedVariant) -> &[u8] {
    variant.event.as_deref().unwrap_or_default()
}

/// A viewer's digest after an encoded event.
pub(super) fn digest_after(digest: &[u8; 32], event: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(digest).chain_update(event).finalize().into()
}

/// Whether a variant for these seats, and for spectators or not, is the viewer's.
fn is_visible_to(seats: &[u32], spectator: bool, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Seat(seat) => seats.contains(&u32::from(seat.number())),
        Viewer::Spectator => spectator,
    }
}

/// The events of an entry that a viewer sees, in order.
pub(super) fn events_for(
    entry: &pb::ReplayEntry,
    viewer: Viewer,
) -> impl Iterator<Item = &pb::Event> {
    entry.events.iter().filter_map(move |event| {
        let mut variants = event.variants.iter();
        let own = variants.find(|it| is_visible_to(&it.seats, it.spectator, viewer))?;
        own.event.as_ref()
    })
}

/// The seat that sees a record even without an event.
fn seen_without_event(entry: &pb::ReplayEntry) -> Option<usize> {
    match entry.record.as_ref()? {
        pb::replay_entry::Record::SeatOut(out) => Some(out.seat as usize),
        pb::replay_entry::Record::Answered(answered) if answered.by() == pb::AnsweredBy::Expiry => {
            Some(answered.seat as usize)
        }
        _ => None,
    }
}

/// The entry for a record and the facts that it led to, in a game with `seats` seats.
pub(super) fn replay_entry(
    at_ms: u64,
    record: pb::replay_entry::Record,
    facts: &[Fact],
    seats: u8,
) -> pb::ReplayEntry {
    pb::ReplayEntry {
        at: Some(timestamp(at_ms)),
        record: Some(record),
        events: events(facts, seats),
    }
}

/// The facts as events, each with the viewers that see it, in a game with `seats` seats.
pub fn events(facts: &[Fact], seats: u8) -> Vec<pb::ReplayEvent> {
    facts.iter().map(|fact| masked_for_viewers(fact, seats)).collect()
}

/// Viewers that see the same share a variant.
fn masked_for_viewers(fact: &Fact, seats: u8) -> pb::ReplayEvent {
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
