//! The log of a live game in memory, in few bytes: an answer mostly takes six, as a [`GameRecord`] it
//! takes four times as many.

use super::history::{AnsweredBy, GameRecord, RecordKind, RequestDigest};
use crate::pb::{log::v1::TokenReplacer, v1 as pb};
use hierophant_rules::{SEATS_MAX, Seat, Viewer};
use prost::encoding::{decode_varint, encode_varint};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// By how many bytes the records grow at a time.
const GROWTH_BYTES: usize = 64;
/// A record takes fewer: its first byte, five numbers, and a digest.
const RECORD_BYTES_MAX: usize = 1 + 5 * 10 + size_of::<RequestDigest>();

/// What a record is. Its first byte is this and the viewer's number.
mod form {
    /// The seat's own answer within its time: its code.
    pub(super) const ANSWERED: u8 = 0x00;
    /// Another answer: its code, who gave it, the grace used, the time not charged.
    pub(super) const ANSWERED_OTHERWISE: u8 = 0x10;
    /// The ending, and [`BY_AGENT`] and [`RANKS_LAST`].
    pub(super) const SEAT_OUT: u8 = 0x20;
    /// The decision, the code.
    pub(super) const ILLEGAL_ANSWER: u8 = 0x30;
    /// Whether clocks stand.
    pub(super) const RESUMED: u8 = 0x40;
    /// Nothing more.
    pub(super) const ATTENDED: u8 = 0x50;
    /// Nothing more.
    pub(super) const CLOCKS_STARTED: u8 = 0x60;
    /// The credit.
    pub(super) const CLOCKS_CREDITED: u8 = 0x70;
    /// Who sent it, the request's digest.
    pub(super) const TOKEN_REPLACED: u8 = 0x80;

    pub(super) const MASK: u8 = 0xF0;
    pub(super) const BY_AGENT: u64 = 1;
    pub(super) const RANKS_LAST: u64 = 2;
}

/// The viewer's number in a record about spectators, or about no viewer.
const NO_SEAT: u8 = 0x0F;
const _: () = assert!(SEATS_MAX <= NO_SEAT);

/// These bytes never leave the process.
const OURS: &str = "it was packed here";

/// All records of a game, in order; only the game's task adds to it. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Log(Arc<RwLock<PackedRecords>>);

impl Log {
    /// Adds a record.
    pub(super) fn push(&self, record: GameRecord) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(record);
    }

    /// The first records, `count` of them or all there are.
    pub(super) fn first(&self, count: usize) -> Vec<GameRecord> {
        self.read().iter().take(count).collect()
    }

    /// The requests that have replaced a viewer's token, and who sent them, the earliest first.
    pub(super) fn replacements(&self, viewer: Viewer) -> Vec<(RequestDigest, TokenReplacer)> {
        let request = |record: GameRecord| match record.kind {
            RecordKind::TokenReplaced { viewer: whose, request, replacer } if whose == viewer => {
                Some((request, replacer))
            }
            _ => None,
        };
        self.read().iter().filter_map(request).collect()
    }

    /// The index of the answer to a seat's decision, its code, and who gave it.
    pub(super) fn answer_of(
        &self,
        seat: Seat,
        decision_id: u32,
    ) -> Option<(usize, u32, AnsweredBy)> {
        let log = self.read();
        let answers = log
            .iter()
            .enumerate()
            .filter_map(|(index, record)| Some((index, record.kind.answer()?)));
        let mut own = answers.filter(|(_, (whose, ..))| *whose == seat);
        let (index, (_, code, by)) = own.nth((decision_id as usize).checked_sub(1)?)?;
        Some((index, code, by))
    }

    fn read(&self) -> RwLockReadGuard<'_, PackedRecords> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records one after the other. After its first byte, each has the time since the one before.
#[derive(Default)]
struct PackedRecords {
    bytes: Vec<u8>,
    /// When the last one happened, in milliseconds since 1970.
    last_ms: u64,
}

impl PackedRecords {
    /// Adds a record.
    fn push(&mut self, GameRecord { at_ms, kind }: GameRecord) {
        if self.bytes.capacity() - self.bytes.len() < RECORD_BYTES_MAX {
            // Doubling would leave half of it empty; games are many, and their records come slowly.
            self.bytes.reserve_exact(GROWTH_BYTES.max(RECORD_BYTES_MAX));
        }
        let passed_ms = at_ms.wrapping_sub(self.last_ms).cast_signed();
        self.last_ms = at_ms;
        let bytes = &mut self.bytes;
        let mut pack = |form: u8, seat: Option<Seat>, numbers: &[u64]| {
            bytes.push(form | seat.map_or(NO_SEAT, Seat::number));
            encode_varint(zigzag(passed_ms), bytes);
            numbers.iter().for_each(|&number| encode_varint(number, bytes));
        };
        match kind {
            RecordKind::Answered {
                seat,
                code,
                by: AnsweredBy::Seat,
                grace_used_ms: 0,
                uncharged_ms: 0,
            } => {
                pack(form::ANSWERED, Some(seat), &[code.into()]);
            }
            RecordKind::Answered { seat, code, by, grace_used_ms, uncharged_ms } => {
                let by = number(by.into());
                let numbers = [code.into(), by, grace_used_ms.into(), uncharged_ms.into()];
                pack(form::ANSWERED_OTHERWISE, Some(seat), &numbers);
            }
            RecordKind::SeatOut { seat, ending, by_agent, ranks_last } => {
                let by_agent = if by_agent { form::BY_AGENT } else { 0 };
                let ranks_last = if ranks_last { form::RANKS_LAST } else { 0 };
                let numbers = [number(ending.into()), by_agent | ranks_last];
                pack(form::SEAT_OUT, Some(seat), &numbers);
            }
            RecordKind::IllegalAnswer { seat, decision_id, code } => {
                pack(form::ILLEGAL_ANSWER, Some(seat), &[decision_id.into(), code.into()]);
            }
            RecordKind::Resumed { clocks_stand } => {
                pack(form::RESUMED, None, &[clocks_stand.into()]);
            }
            RecordKind::Attended { seat } => pack(form::ATTENDED, Some(seat), &[]),
            RecordKind::ClocksStarted => pack(form::CLOCKS_STARTED, None, &[]),
            RecordKind::ClocksCredited { credit_ms } => {
                pack(form::CLOCKS_CREDITED, None, &[credit_ms.into()]);
            }
            RecordKind::TokenReplaced { viewer, request, replacer } => {
                pack(form::TOKEN_REPLACED, viewer.seat(), &[number(replacer.into())]);
                bytes.extend(request);
            }
        }
    }

    /// The records, in order.
    fn iter(&self) -> impl Iterator<Item = GameRecord> {
        Records { rest: &self.bytes, last_ms: 0 }
    }
}

/// Reads records one after the other.
struct Records<'a> {
    rest: &'a [u8],
    last_ms: u64,
}

impl Iterator for Records<'_> {
    type Item = GameRecord;

    fn next(&mut self) -> Option<GameRecord> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        let viewer = Seat::new(first & !form::MASK).map_or(Viewer::Spectator, Viewer::Seat);
        let seat = || viewer.seat().expect(OURS);
        self.last_ms = self.last_ms.wrapping_add(unzigzag(self.number()).cast_unsigned());
        let kind = match first & form::MASK {
            form::ANSWERED => RecordKind::Answered {
                seat: seat(),
                code: self.word(),
                by: AnsweredBy::Seat,
                grace_used_ms: 0,
                uncharged_ms: 0,
            },
            form::ANSWERED_OTHERWISE => RecordKind::Answered {
                seat: seat(),
                code: self.word(),
                by: self.named::<pb::AnsweredBy>().into(),
                grace_used_ms: self.word(),
                uncharged_ms: self.word(),
            },
            form::SEAT_OUT => {
                let (ending, flags) = (self.named(), self.number());
                let by_agent = flags & form::BY_AGENT != 0;
                let ranks_last = flags & form::RANKS_LAST != 0;
                RecordKind::SeatOut { seat: seat(), ending, by_agent, ranks_last }
            }
            form::ILLEGAL_ANSWER => RecordKind::IllegalAnswer {
                seat: seat(),
                decision_id: self.word(),
                code: self.word(),
            },
            form::RESUMED => RecordKind::Resumed { clocks_stand: self.number() != 0 },
            form::ATTENDED => RecordKind::Attended { seat: seat() },
            form::CLOCKS_STARTED => RecordKind::ClocksStarted,
            form::CLOCKS_CREDITED => RecordKind::ClocksCredited { credit_ms: self.word() },
            form::TOKEN_REPLACED => {
                let replacer = self.named::<TokenReplacer>();
                let (&request, rest) = self.rest.split_first_chunk().expect(OURS);
                self.rest = rest;
                RecordKind::TokenReplaced { viewer, request, replacer }
            }
            _ => unreachable!("{OURS}"),
        };
        Some(GameRecord { at_ms: self.last_ms, kind })
    }
}

impl Records<'_> {
    fn number(&mut self) -> u64 {
        decode_varint(&mut self.rest).expect(OURS)
    }

    fn word(&mut self) -> u32 {
        self.number() as u32
    }

    /// The value of an enum with this number.
    fn named<T: TryFrom<i32>>(&mut self) -> T {
        T::try_from(self.word().cast_signed()).ok().expect(OURS)
    }
}

/// The number of an enum's value.
fn number(value: i32) -> u64 {
    value.cast_unsigned().into()
}

/// A signed number as one that is small if its magnitude is.
fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)).cast_unsigned()
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(number: u32, code: u32, by: AnsweredBy, grace_used_ms: u32) -> RecordKind {
        let seat = Seat::new(number as u8).expect("it is a seat");
        RecordKind::Answered { seat, code, by, grace_used_ms, uncharged_ms: 0 }
    }

    #[test]
    fn records_are_read_as_they_were_written() {
        let seat = Seat::new(SEATS_MAX - 1).expect("it is a seat");
        let ending = pb::SeatEnding::TimedOut;
        let kinds = [
            answered(0, 0, AnsweredBy::Seat, 0),
            answered(9, u32::MAX, AnsweredBy::Seat, 0),
            answered(9, u32::MAX, AnsweredBy::Seat, u32::MAX),
            answered(1, 300, AnsweredBy::Expiry, 0),
            answered(1, 300, AnsweredBy::Default, 1),
            answered(1, 300, AnsweredBy::BuiltInAgent, 0),
            RecordKind::Answered {
                seat,
                code: 1,
                by: AnsweredBy::Seat,
                grace_used_ms: 0,
                uncharged_ms: u32::MAX,
            },
            RecordKind::SeatOut { seat, ending, by_agent: true, ranks_last: false },
            RecordKind::SeatOut { seat, ending, by_agent: false, ranks_last: true },
            RecordKind::IllegalAnswer { seat, decision_id: 0, code: u32::MAX },
            RecordKind::IllegalAnswer { seat, decision_id: u32::MAX, code: 1 },
            RecordKind::Resumed { clocks_stand: true },
            RecordKind::Resumed { clocks_stand: false },
            RecordKind::Attended { seat },
            RecordKind::ClocksStarted,
            RecordKind::ClocksCredited { credit_ms: u32::MAX },
            RecordKind::TokenReplaced {
                viewer: Viewer::Seat(seat),
                request: [0xFF; 8],
                replacer: TokenReplacer::Creator,
            },
            RecordKind::TokenReplaced {
                viewer: Viewer::Spectator,
                request: [0; 8],
                replacer: TokenReplacer::Unspecified,
            },
        ];
        // Times forward, not at all, far, and back: a log may come from anywhere.
        let times = [1_800_000_000_000, 1_800_000_000_000, u64::MAX, 0, 5, 1 << 63, 42];
        let (mut packed, mut records) = (PackedRecords::default(), Vec::new());
        for (&at_ms, &kind) in times.iter().cycle().zip(kinds.iter().cycle()).take(126) {
            let before = packed.bytes.len();
            packed.push(GameRecord { at_ms, kind });
            assert!(packed.bytes.len() - before <= RECORD_BYTES_MAX);
            records.push(GameRecord { at_ms, kind });
            assert_eq!(packed.iter().collect::<Vec<_>>(), records);
        }
    }

    #[test]
    fn an_answer_takes_few_bytes() {
        let mut packed = PackedRecords::default();
        let at_ms = 1_800_000_000_000;
        packed.push(GameRecord { at_ms, kind: answered(0, 1, AnsweredBy::Seat, 0) });
        let first = packed.bytes.len();
        let kind = answered(3, 9_999, AnsweredBy::Seat, 0);
        packed.push(GameRecord { at_ms: at_ms + 100_000, kind });
        assert_eq!(packed.bytes.len() - first, 6);
    }
}
