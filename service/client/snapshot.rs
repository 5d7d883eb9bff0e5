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

/// The constant data of a game, which is needed to decode its views and events.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The game's public data.
    pub game: pb::Game,
    /// The setup that it was created with.
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
    /// The viewer's own clock and counts; `None` for spectators, and in a game without either.
    pub account: Option<pb::SeatAccount>,
    /// Running digest of all events sent to the viewer, 32 bytes.
    pub digest: Vec<u8>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// How it ended.
    pub ending: pb::GameEnding,
    /// The reason that the caller gave who ended it; mostly empty.
    pub reason: String,
    /// By seat, how its participation ended.
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
    /// Decodes the constant data of a game.
    ///
    /// # Errors
    /// The message is invalid: client and service disagree on the protocol.
    pub fn new(game: pb::Game) -> Result<GameInfo, Failure> {
        let message =
            game.setup.as_ref().ok_or_else(|| Failure::nonsense("the game has no setup"))?;
        let setup = decode::setup(message).map_err(|fields| unreadable("setup", &fields))?;
        let (supported, served) = (setup.ruleset().info().versions, game.rules_version);
        let other = || {
            Failure::nonsense(format!(
                "the game is played by version {served} of its rules; this program has {supported:?}"
            ))
        };
        let setup = setup.pinned(served).ok_or_else(other)?;
        let reader = Reader::new(&setup).map_err(|fields| unreadable("setup", &fields))?;
        Ok(GameInfo { game, setup, reader })
    }

    /// The ruleset.
    pub fn ruleset(&self) -> RulesetId {
        self.reader.ruleset()
    }

    /// The display names in seat order; empty for a seat without one.
    pub fn names(&self) -> Vec<String> {
        self.game.seats.iter().map(|seat| seat.display_name.clone()).collect()
    }

    /// Decodes a view.
    ///
    /// # Errors
    /// The message is invalid.
    pub fn snapshot(&self, view: &pb::View) -> Result<Snapshot, Failure> {
        let decision =
            view.decision.as_ref().map(|decision| self.decision(decision)).transpose()?;
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

    /// Decodes a decision.
    ///
    /// # Errors
    /// The message is invalid.
    pub fn decision(&self, decision: &pb::Decision) -> Result<Decision, Failure> {
        let legal =
            self.reader.legal(decision).map_err(|field| unreadable("decision", &[field]))?;
        Ok(Decision { id: decision.decision_id, legal })
    }

    /// Decodes an event.
    ///
    /// # Errors
    /// The message is invalid.
    pub fn event(&self, event: &pb::Event) -> Result<Event, Failure> {
        self.reader.event(event).map_err(|field| unreadable("event", &[field]))
    }
}

impl Ended {
    /// Decodes how a game ended.
    ///
    /// # Errors
    /// The message is invalid.
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
    /// The only legal answer, if there is exactly one.
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
