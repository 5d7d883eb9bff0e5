//! What clients must observe of a game, computed from its deal and its answers by the rules alone.
//! It shares no code with the service's computation.

use super::observed::{VersionDigest, view_hash};
use hierophant::{pb::v1 as pb, wire};
use hierophant_rules::{
    ActionCode, Seat, Seed, Viewer,
    catalog::{Fact, Setup, State},
};
use prost::Message;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// An answer in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AnswerRecord {
    pub(super) seat: Seat,
    pub(super) decision: u32,
    pub(super) code: u32,
}

/// The response that a seat must receive for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpectedResponse {
    pub(super) code: u32,
    pub(super) version: u32,
    /// The decision that the answer opened for the same seat, with its legal codes.
    pub(super) next: Option<(u32, Vec<u32>)>,
}

impl ExpectedResponse {
    /// The same parts of a response of the service.
    pub(super) fn of(response: &pb::SubmitActionResponse) -> ExpectedResponse {
        let next = response.next_decision.as_ref();
        ExpectedResponse {
            code: response.action_code,
            version: response.view_version,
            next: next.map(|decision| (decision.decision_id, decision.legal_codes.clone())),
        }
    }
}

/// A game computed from its answers.
pub(super) struct ExpectedGame {
    state: State,
    viewers: Vec<Viewer>,
    answered: Vec<u32>,
    /// By viewer, its versions from 1.
    pub(super) versions: Vec<Vec<VersionDigest>>,
    /// By seat and decision.
    pub(super) responses: BTreeMap<(Seat, u32), ExpectedResponse>,
}

impl ExpectedGame {
    /// Deals the game and applies these answers.
    ///
    /// # Errors
    /// They are not answers of this game: a sentence.
    pub(super) fn new(
        setup: &Setup,
        seed: Seed,
        answers: &[AnswerRecord],
    ) -> Result<ExpectedGame, String> {
        let mut facts = Vec::new();
        let state =
            State::start(setup, &seed, &mut facts).map_err(|_| "its setup cannot be dealt")?;
        let viewers: Vec<_> = Viewer::all(setup.seats()).collect();
        let (versions, answered) =
            (vec![Vec::new(); viewers.len()], vec![0; usize::from(setup.seats())]);
        let mut expected =
            ExpectedGame { state, viewers, answered, versions, responses: BTreeMap::new() };
        expected.publish(&facts)?;
        for answer in answers {
            expected.apply(*answer, &mut facts)?;
        }
        Ok(expected)
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.state.outcome().is_some()
    }

    fn apply(&mut self, answer: AnswerRecord, facts: &mut Vec<Fact>) -> Result<(), String> {
        let AnswerRecord { seat, decision, code } = answer;
        let count = self.answered.get_mut(seat.index()).ok_or("an answer of an invalid seat")?;
        *count += 1;
        if *count != decision {
            return Err(format!("answer {count} of {seat} is to decision {decision}"));
        }
        let action =
            self.state.ruleset().action(ActionCode(code)).ok_or("an answer is no action")?;
        facts.clear();
        self.state
            .apply(seat, action, facts)
            .map_err(|illegal| format!("an answer is illegal: {}", illegal.rule))?;
        self.publish(facts)?;
        let codes = || self.state.legal(seat).iter().map(|action| action.code().0).collect();
        let next = self.state.decision(seat).map(|_| (decision + 1, codes()));
        let version = self.versions[seat.index()].len() as u32;
        self.responses.insert((seat, decision), ExpectedResponse { code, version, next });
        Ok(())
    }

    fn publish(&mut self, facts: &[Fact]) -> Result<(), String> {
        let seats = self.answered.len() as u8;
        for (index, viewer) in self.viewers.iter().enumerate() {
            let events: Vec<_> = facts.iter().filter_map(|fact| fact.visible_to(*viewer)).collect();
            let view = Some(view_hash(&self.state.view(*viewer)));
            let last = self.versions[index].last().copied();
            if events.is_empty() {
                if last.is_some_and(|last| last.view != view) {
                    return Err(format!("the view of {viewer:?} changes without an event"));
                }
                continue;
            }
            let digest =
                events.iter().fold(last.map_or([0; 32], |last| last.digest), |digest, event| {
                    let mut hash = Sha256::new();
                    hash.update(digest);
                    hash.update(wire::encode::event(event, seats).encode_to_vec());
                    hash.finalize().into()
                });
            self.versions[index].push(VersionDigest { digest, view });
        }
        Ok(())
    }
}
