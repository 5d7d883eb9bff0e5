//! Views as they are sent: the ruleset's part and the envelope around it.

use super::{header::Header, position::Position};
use crate::{
    pb::v1 as pb,
    wire::{self, decode::Reader},
};
use hierophant_rules::{ActionCode, Viewer, catalog::RulesetId};

/// Optional additions to messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Typed actions with each decision.
    pub legal_actions: bool,
    /// Text for human readers.
    pub text: bool,
    /// For a caller without a token: an outcome lacks the reason that a caller gave.
    pub without_reason: bool,
}

impl Extras {
    /// The same for a caller without a token.
    #[must_use]
    pub fn without_reason(self) -> Extras {
        Extras { without_reason: true, ..self }
    }
}

/// The view of a viewer at a position, without extras.
pub(super) fn view(header: &Header, position: &Position, viewer: Viewer, now_ms: u64) -> pb::View {
    let progress = position.progress[header.index(viewer)];
    let status =
        if position.outcome.is_some() { pb::GameStatus::Ended } else { pb::GameStatus::Live };
    pb::View {
        view_version: progress.version,
        status: status.into(),
        decision: position.decision(header, viewer),
        digest: progress.digest.to_vec(),
        outcome: position.outcome.as_deref().cloned(),
        account: position.seat_account(header, viewer, now_ms),
        seats: position.seats(header),
        ..wire::encode::view(&position.state.view(viewer))
    }
}

/// Adds extras to messages. Everything that is added follows from the message itself.
pub struct ViewExtras {
    extras: Extras,
    ruleset: Option<RulesetId>,
    reader: Option<Reader>,
    names: Vec<String>,
}

impl ViewExtras {
    /// For messages about the game of this header.
    pub fn new(header: &Header, extras: Extras) -> ViewExtras {
        let setup = extras.text.then(|| header.setup()).flatten();
        let reader = setup.and_then(|setup| Reader::new(&setup).ok());
        let names = if extras.text { header.names() } else { Vec::new() };
        ViewExtras { extras, ruleset: RulesetId::named(&header.ruleset), reader, names }
    }

    /// Adds the extras of a view.
    pub fn view(&self, mut view: pb::View) -> pb::View {
        view.decision = view.decision.map(|decision| self.decision(decision));
        if let Some(outcome) = view.outcome.as_mut().filter(|_| self.extras.without_reason) {
            outcome.reason.clear();
        }
        if let Some(read) = self.reader.as_ref().and_then(|reader| reader.view(&view).ok()) {
            view.text = read.render();
            if let Some(decision) = &view.decision {
                view.text.push_str(&answers(decision));
            }
        }
        view
    }

    /// Adds the extras of a decision.
    pub fn decision(&self, mut decision: pb::Decision) -> pb::Decision {
        let Some(ruleset) = self.ruleset else { return decision };
        let actions =
            || decision.legal_codes.iter().filter_map(|&code| ruleset.action(ActionCode(code)));
        if self.extras.legal_actions {
            decision.legal_actions = actions().map(wire::encode::action).collect();
        }
        if self.extras.text {
            decision.legal_texts = actions().map(|action| action.render()).collect();
            let question = decision.kind.as_ref().and_then(wire::encode::question);
            decision.text = question.unwrap_or_default().to_owned();
        }
        decision
    }

    /// An action in words; empty if its code names none, and without texts.
    pub(super) fn action_text(&self, code: u32) -> String {
        let ruleset = self.ruleset.filter(|_| self.extras.text);
        let action = ruleset.and_then(|ruleset| ruleset.action(ActionCode(code)));
        action.map_or_else(String::new, |action| action.render())
    }

    /// Adds the extras of an event.
    pub fn event(&self, mut event: pb::Event) -> pb::Event {
        if let Some(read) = self.reader.as_ref().and_then(|reader| reader.event(&event).ok()) {
            event.text = read.render(&self.names);
        }
        event
    }
}

/// The answers to a decision, one per line: the code that `SubmitAction` takes, and what it does.
fn answers(decision: &pb::Decision) -> String {
    let width = decision.legal_codes.last().map_or(0, |code| code.to_string().len());
    let mut text = format!("\nYour answers to decision {}, by code:\n", decision.decision_id);
    for (code, words) in decision.legal_codes.iter().zip(&decision.legal_texts) {
        text.push_str(&format!("  {code:>width$}: {words}\n"));
    }
    text
}
