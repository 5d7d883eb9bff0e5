//! Messages around parts that are encoded already. Each has the fields of the message that it is
//! named after, and the same bytes; but a part that is encoded once is bytes here, and is neither
//! encoded nor decoded again.

use crate::pb::{
    log::v1::{AnswerTold, Created},
    v1 as pb,
};
use prost::{Message, Oneof, bytes::Bytes};
use prost_types::Timestamp;

/// A [`pb::ReplayEntry`].
#[derive(Clone, PartialEq, Message)]
pub(super) struct EncodedEntry {
    #[prost(message, tag = "1")]
    at: Option<Timestamp>,
    #[prost(oneof = "pb::replay_entry::Record", tags = "2, 3, 4, 5, 6, 7, 8, 9, 10, 11")]
    record: Option<pb::replay_entry::Record>,
    #[prost(message, repeated, tag = "16")]
    pub(super) events: Vec<EncodedEvent>,
}

/// A [`pb::ReplayEvent`].
#[derive(Clone, PartialEq, Message)]
pub(super) struct EncodedEvent {
    #[prost(message, repeated, tag = "1")]
    pub(super) variants: Vec<EncodedVariant>,
}

/// A [`pb::EventVariant`] with its event as bytes.
#[derive(Clone, PartialEq, Message)]
pub(super) struct EncodedVariant {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub(super) event: Option<Bytes>,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) seats: Vec<u32>,
    #[prost(bool, tag = "3")]
    pub(super) spectator: bool,
}

/// A [`pb::Setup`] with its ruleset's part as bytes: each live game has one, and seldom needs it.
#[derive(Clone, PartialEq, Eq, Hash, Message)]
pub struct EncodedSetup {
    #[prost(oneof = "RulesetSetup", tags = "16, 17, 18, 19")]
    ruleset: Option<RulesetSetup>,
}

/// The encoded setup of a ruleset.
#[derive(Clone, PartialEq, Eq, Hash, Oneof)]
enum RulesetSetup {
    /// Arcanum.
    #[prost(bytes = "vec", tag = "16")]
    Arcanum(Vec<u8>),
    /// Arcanoid.
    #[prost(bytes = "vec", tag = "17")]
    Arcanoid(Vec<u8>),
    /// Arcana.
    #[prost(bytes = "vec", tag = "18")]
    Arcana(Vec<u8>),
    /// Res Arcana.
    #[prost(bytes = "vec", tag = "19")]
    ResArcana(Vec<u8>),
}

impl From<&pb::Setup> for EncodedSetup {
    fn from(setup: &pb::Setup) -> EncodedSetup {
        EncodedSetup::decode(setup.encode_to_vec().as_slice()).expect("its fields are these")
    }
}

impl EncodedSetup {
    /// The message; `None` if it cannot be decoded.
    pub fn decoded(&self) -> Option<pb::Setup> {
        pb::Setup::decode(self.encode_to_vec().as_slice()).ok()
    }
}

/// A [`StoredReplay`](crate::pb::log::v1::StoredReplay) with its entries as bytes.
#[derive(Clone, PartialEq, Message)]
pub(super) struct EncodedReplay {
    #[prost(message, tag = "1")]
    pub(super) created: Option<Created>,
    #[prost(message, tag = "2")]
    pub(super) header: Option<pb::ReplayHeader>,
    #[prost(bytes = "bytes", repeated, tag = "3")]
    pub(super) entries: Vec<Bytes>,
    #[prost(message, repeated, tag = "4")]
    pub(super) answers: Vec<AnswerTold>,
    #[prost(message, repeated, tag = "5")]
    pub(super) views: Vec<pb::View>,
}

/// A [`pb::WatchGameResponse`] whose update may be bytes.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedWatchGameResponse {
    #[prost(oneof = "pb::watch_game_response::Message", tags = "1, 3, 4")]
    pub(super) message: Option<pb::watch_game_response::Message>,
    /// An encoded [`pb::GameUpdate`].
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub(super) update: Option<Bytes>,
}

impl From<pb::watch_game_response::Message> for EncodedWatchGameResponse {
    fn from(message: pb::watch_game_response::Message) -> EncodedWatchGameResponse {
        EncodedWatchGameResponse { message: Some(message), update: None }
    }
}

impl EncodedWatchGameResponse {
    /// The message with this encoded [`pb::GameUpdate`].
    pub fn with_update(update: Bytes) -> EncodedWatchGameResponse {
        EncodedWatchGameResponse { message: None, update: Some(update) }
    }
}

impl From<pb::ReplayEntry> for EncodedEntry {
    fn from(entry: pb::ReplayEntry) -> EncodedEntry {
        let pb::ReplayEntry { at, record, events } = entry;
        let variant = |variant: pb::EventVariant| {
            let pb::EventVariant { event, seats, spectator } = variant;
            EncodedVariant {
                event: event.map(|event| event.encode_to_vec().into()),
                seats,
                spectator,
            }
        };
        let event = |event: pb::ReplayEvent| EncodedEvent {
            variants: event.variants.into_iter().map(variant).collect(),
        };
        EncodedEntry { at, record, events: events.into_iter().map(event).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            at_every_kind::{header, transitions},
            transition::events_for,
        },
        *,
    };
    use crate::{pb::log::v1::StoredReplay, wire};
    use hierophant_rules::{Viewer, catalog::RulesetId};

    /// Answers of a game, enough for most kinds of event.
    const ANSWERS: usize = 300;

    #[test]
    fn the_bytes_are_those_of_the_messages() {
        for &ruleset in RulesetId::ALL {
            let (mut entries, mut encoded) = (Vec::new(), Vec::new());
            for transition in transitions(ruleset, ANSWERS) {
                let bytes = transition.encoded();
                let entry = pb::ReplayEntry::decode(bytes.clone()).expect("it is an entry");
                assert_eq!(entry.encode_to_vec(), bytes);
                assert_eq!(EncodedEntry::from(entry.clone()).encode_to_vec(), bytes);
                for viewer in Viewer::all(header(ruleset, 3, None).seats()) {
                    let events: Vec<_> = events_for(&entry, viewer).cloned().collect();
                    let index = header(ruleset, 3, None).index(viewer);
                    assert_eq!(transition.as_seen_by(index).events(), events, "{viewer:?}");
                }
                entries.push(entry);
                encoded.push(bytes);
            }
            let created = Some(header(ruleset, 3, None).created);
            let replay_header = Some(pb::ReplayHeader { seed: vec![1; 32], ..Default::default() });
            let answers = vec![AnswerTold { seat: 1, response: None }];
            let views = vec![pb::View { view_version: 2, ..Default::default() }];
            let replay = StoredReplay {
                created: created.clone(),
                header: replay_header.clone(),
                entries,
                answers: answers.clone(),
                views: views.clone(),
            };
            let with_bytes =
                EncodedReplay { created, header: replay_header, entries: encoded, answers, views };
            assert_eq!(with_bytes.encode_to_vec(), replay.encode_to_vec());
        }
    }

    #[test]
    fn a_setup_of_every_ruleset_is_kept() {
        for &ruleset in RulesetId::ALL {
            let setup = wire::encode::ruleset(ruleset).default_setup.expect("it has a default");
            let encoded = EncodedSetup::from(&setup);
            assert_eq!(encoded.encode_to_vec(), setup.encode_to_vec());
            assert_eq!(encoded.decoded(), Some(setup));
        }
    }

    #[test]
    fn every_record_is_in_an_entry() {
        use pb::replay_entry::Record;
        let records = [
            Record::Dealt(pb::GameDealt {}),
            Record::Answered(pb::DecisionAnswered { seat: 1, ..Default::default() }),
            Record::SeatOut(pb::SeatOut { seat: 1, ..Default::default() }),
            Record::IllegalAnswer(pb::IllegalAnswerCounted { seat: 1, ..Default::default() }),
            Record::Resumed(pb::GameResumed { clocks_stand: true }),
            Record::Cut(pb::GameCut { reason: "a".to_owned(), ..Default::default() }),
            Record::TokenReplaced(pb::TokenReplaced { seat: Some(0) }),
            Record::SeatAttended(pb::SeatAttended { seat: 1 }),
            Record::ClocksStarted(pb::ClocksStarted {}),
            Record::ClocksCredited(pb::ClocksCredited { credit_ms: 1 }),
        ];
        for record in records {
            let at = Some(Timestamp { seconds: 1, nanos: 2 });
            let entry = pb::ReplayEntry { at, record: Some(record), events: Vec::new() };
            assert_eq!(EncodedEntry::from(entry.clone()).encode_to_vec(), entry.encode_to_vec());
        }
    }
}
