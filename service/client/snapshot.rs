//! What a viewer knows, in the types of the rules.

use super::Failure;
use crate::{
    pb::v1 as pb,
    wire::decode::{self, Reader},
};
use hierophant_rules::{
    Outcome,
    catalog::{Action, Event, RulesetId, Setup, View},
};

/// What is fixed about a game: enough to read all that its viewers are told.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The game as everybody may know it.
    pub game: pb::Game,
    /// What it was created with.
    pub setup: Setup,
    reader: Reader,
}

/// A viewer's knowledge at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Counts the changes that this viewer could see.
    pub version: u32,
    /// What the viewer may know.
    pub view: View,
    /// The viewer's open decision.
    pub decision: Option<Decision>,
    /// How it ended, once the game is over.
    pub ended: Option<Ended>,
    /// The viewer's own clock and counts; `None` for spectators, and in a game that counts nothing.
    pub account: Option<pb::SeatAccount>,
    /// Running digest of all that the viewer was told, 32 bytes.
    pub digest: Vec<u8>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How.
    pub ending: pb::GameEnding,
    /// What whoever ended it gave as the reason; mostly empty.
    pub reason: String,
    /// By seat, how its part ended.
    pub seats: Vec<pb::SeatEnding>,
    /// The result; `None` if the game was not played to its end.
    pub outcome: Option<Outcome>,
}

/// A decision put to the viewer's seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The seat's own count of decisions.
    pub id: u32,
    /// Its legal answers, ascending by code; never empty.
    pub legal: Vec<Action>,
}

impl GameInfo {
    /// Reads what is fixed about a game.
    ///
    /// # Errors
    /// It makes no sense: client and service disagree on the protocol.
    pub fn new(game: pb::Game) -> Result<GameInfo, Failure> {
        let message = game.setup.as_ref().ok_or_else(|| Failure::nonsense("the game has no setup"))?;
        let setup = decode::setup(message).map_err(|fields| unreadable("setup", &fields))?;
        let (ours, theirs) = (setup.ruleset().info().versions, game.rules_version);
        let other = || {
            Failure::nonsense(format!("the game is played by version {theirs} of its rules; this program has {ours:?}"))
        };
        let setup = setup.pinned(theirs).ok_or_else(other)?;
        let reader = Reader::new(&setup).map_err(|fields| unreadable("setup", &fields))?;
        Ok(GameInfo { game, setup, reader })
    }

    /// Whose rules it is played by.
    pub fn ruleset(&self) -> RulesetId {
        self.reader.ruleset()
    }

    /// What the seats are called, in seat order; empty for a seat without a name.
    pub fn names(&self) -> Vec<String> {
        self.game.seats.iter().map(|seat| seat.display_name.clone()).collect()
    }

    /// Reads a view.
    ///
    /// # Errors
    /// It makes no sense.
    pub fn snapshot(&self, view: &pb::View) -> Result<Snapshot, Failure> {
        let decision = view.decision.as_ref().map(|decision| self.decision(decision)).transpose()?;
        let ended = view.outcome.as_ref().map(Ended::read).transpose()?;
        Ok(Snapshot {
            version: view.view_version,
            view: self.reader.view(view).map_err(|field| unreadable("view", &[field]))?,
            decision,
            ended,
            account: view.account,
            digest: view.digest.clone(),
        })
    }

    /// Reads a decision.
    ///
    /// # Errors
    /// It makes no sense.
    pub fn decision(&self, decision: &pb::Decision) -> Result<Decision, Failure> {
        let legal = self.reader.legal(decision).map_err(|field| unreadable("decision", &[field]))?;
        Ok(Decision { id: decision.decision_id, legal })
    }

    /// Reads an event.
    ///
    /// # Errors
    /// It makes no sense.
    pub fn event(&self, event: &pb::Event) -> Result<Event, Failure> {
        self.reader.event(event).map_err(|field| unreadable("event", &[field]))
    }
}

impl Ended {
    /// Reads how a game ended.
    ///
    /// # Errors
    /// It makes no sense.
    pub fn read(outcome: &pb::Outcome) -> Result<Ended, Failure> {
        Ok(Ended {
            ending: outcome.ending(),
            reason: outcome.reason.clone(),
            seats: outcome.standings.iter().map(pb::Standing::ending).collect(),
            outcome: decode::outcome(outcome).map_err(|field| unreadable("outcome", &[field]))?,
        })
    }
}

impl Decision {
    /// The only legal answer, if there is but one.
    pub fn forced(&self) -> Option<Action> {
        match self.legal.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

fn unreadable(what: &str, fields: &[impl ToString]) -> Failure {
    let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
    Failure::nonsense(format!("the service's {what} cannot be read ({})", fields.join("; ")))
}
