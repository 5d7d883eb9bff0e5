//! What the parts of the benchmark share: what is measured, how, and what came of it.

use super::super::CommandError;
use clap::ValueEnum;
use hierophant::pb::v1 as pb;
use prost::Message;
use std::time::Duration;

/// The file in which the bare server finds what to answer.
pub(super) const ANSWERS_FILE: &str = "answers";

/// Seats of a game.
pub(super) const SEATS: usize = 4;

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// GetView, beside the bare server.
    View,
    /// SubmitAction with the store on disk, beside the bare server.
    Submit,
    /// Whole games, each seat by a stream and SubmitAction.
    Games,
    /// One SubmitAction after the other, beside the bare server and the disk.
    Sequential,
    /// A game beside connections that behave badly, and with many who watch. Only if it is asked for.
    #[value(alias = "abuse")]
    HostileClients,
    /// Memory of live games, and the time to resume them.
    Idle,
    /// Memory while games come and go; only if asked for: it takes minutes.
    #[value(alias = "life")]
    Churn,
}

/// By which socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Transport {
    Tcp,
    Unix,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) part: Part,
    pub(super) transport: Transport,
    pub(super) connections: usize,
    pub(super) in_flight: usize,
}

/// A case, and how long it is measured.
#[derive(Clone, Copy)]
pub(super) struct Load {
    pub(super) case: Case,
    pub(super) time: Duration,
}

/// What a case came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Measured {
    pub(super) calls_per_second: f64,
    pub(super) micros_median: f64,
    pub(super) micros_p99: f64,
    /// Of the server, per call.
    pub(super) cpu_micros: Option<f64>,
    /// Calls that were counted.
    pub(super) calls: usize,
    /// Games that ended meanwhile.
    pub(super) games: usize,
}

/// What calls took, in microseconds.
#[derive(Default)]
pub(super) struct Latencies {
    pub(super) view: Vec<f64>,
    pub(super) submit: Vec<f64>,
}

/// What the bare server answers: messages of the service, from the middle of a game.
#[derive(Clone, PartialEq)]
pub(super) struct Answers {
    pub(super) view: pb::GetViewResponse,
    pub(super) submit: pb::SubmitActionResponse,
}

impl Answers {
    /// As bytes: two length-delimited messages.
    pub(super) fn save(&self) -> Vec<u8> {
        [self.view.encode_length_delimited_to_vec(), self.submit.encode_length_delimited_to_vec()].concat()
    }

    /// What [`Answers::save`] has made.
    pub(super) fn load(mut bytes: &[u8]) -> Result<Answers, CommandError> {
        let view = pb::GetViewResponse::decode_length_delimited(&mut bytes)?;
        Ok(Answers { view, submit: pb::SubmitActionResponse::decode_length_delimited(&mut bytes)? })
    }
}
