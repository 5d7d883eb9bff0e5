//! Types that the modules of the benchmark share.

use super::super::CommandError;
use clap::ValueEnum;
use hierophant::pb::v1 as pb;
use prost::Message;
use std::time::Duration;

/// The file with the responses of the bare server.
pub(super) const ANSWERS_FILE: &str = "answers";

/// Seats of a game.
pub(super) const SEATS: usize = 4;

/// A part of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// GetView, compared with the bare server.
    View,
    /// SubmitAction with the store on disk, compared with the bare server and the bare append.
    Submit,
    /// Whole games, with a stream and SubmitAction for each seat.
    Games,
    /// Whole games of a registered agent that has all seats, by its stream.
    Agents,
    /// A tournament of built-in agents.
    Tournaments,
    /// A game with many spectators, compared with as many streams of the bare server.
    Spectators,
    /// One SubmitAction after the other, compared with the bare server and the disk.
    Sequential,
    /// A game while hostile clients call the service, and with many watchers. Only on request.
    #[value(alias = "abuse")]
    HostileClients,
    /// Memory of live games, and the time to resume them.
    Idle,
    /// Memory while games are created and ended. Only on request: it takes minutes.
    #[value(alias = "life")]
    Churn,
}

/// The transport of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Tcp,
    Unix,
}

/// What a case measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) part: Part,
    pub(super) transport: Transport,
    pub(super) connections: usize,
    pub(super) in_flight: usize,
}

/// A case and its duration.
#[derive(Clone, Copy)]
pub(super) struct Load {
    pub(super) case: Case,
    pub(super) time: Duration,
}

/// The result of a case.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    pub(super) calls_per_second: f64,
    pub(super) micros_median: f64,
    pub(super) micros_p99: f64,
    /// Processor time of the server per call, in microseconds.
    pub(super) cpu_micros: Option<f64>,
    /// Calls that were counted.
    pub(super) calls: usize,
    /// Calls, those before the measured time included.
    pub(super) calls_in_all: usize,
    /// Games that ended during the case.
    pub(super) games: usize,
}

/// What a call is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floor {
    /// The same calls of the bare server.
    pub(super) echo: Measured,
    /// Processor time of the bare append for a row, in microseconds, if the call stores one.
    pub(super) append_cpu_micros: Option<f64>,
}

impl Floor {
    /// How many times the processor time of the floor, bare server and bare append, a call takes;
    /// `None` if it stores nothing or the system does not report the times.
    pub(super) fn ratio(&self, own: &Measured) -> Option<f64> {
        Some(own.cpu_micros? / (self.echo.cpu_micros? + self.append_cpu_micros?))
    }
}

/// What a tournament took.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayedTournament {
    pub(super) games: u32,
    pub(super) answers: u64,
    pub(super) time: Duration,
    /// Processor time of the service; `None` if the system does not report it.
    pub(super) cpu: Option<Duration>,
}

/// What an update of a game with many spectators costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpectatorCost {
    /// Whether each update has a view.
    pub(super) with_views: bool,
    pub(super) spectators: usize,
    /// The mean size of an update.
    pub(super) update_bytes: usize,
    /// Processor time of the service for an update to all spectators, in microseconds; `None` if
    /// the system does not report it.
    pub(super) own: Option<f64>,
    /// The same of the bare server.
    pub(super) bare: Option<f64>,
}

/// Durations of calls, in microseconds.
#[derive(Default)]
pub(super) struct Latencies {
    pub(super) view: Vec<f64>,
    pub(super) submit: Vec<f64>,
}

/// The responses of the bare server: messages of the service, from the middle of a game.
#[derive(Clone, PartialEq)]
pub(super) struct Answers {
    pub(super) view: pb::GetViewResponse,
    pub(super) submit: pb::SubmitActionResponse,
    /// What streams are sent, one for each SubmitAction.
    pub(super) updates: Vec<pb::GameUpdate>,
}

impl Answers {
    /// As bytes: length-delimited messages.
    pub(super) fn save(&self) -> Vec<u8> {
        let updates = self.updates.iter().flat_map(Message::encode_length_delimited_to_vec);
        [self.view.encode_length_delimited_to_vec(), self.submit.encode_length_delimited_to_vec()]
            .concat()
            .into_iter()
            .chain(updates)
            .collect()
    }

    /// Reads what [`Answers::save`] has written.
    pub(super) fn load(mut bytes: &[u8]) -> Result<Answers, CommandError> {
        let view = pb::GetViewResponse::decode_length_delimited(&mut bytes)?;
        let submit = pb::SubmitActionResponse::decode_length_delimited(&mut bytes)?;
        let mut updates = Vec::new();
        while !bytes.is_empty() {
            updates.push(pb::GameUpdate::decode_length_delimited(&mut bytes)?);
        }
        Ok(Answers { view, submit, updates })
    }
}
