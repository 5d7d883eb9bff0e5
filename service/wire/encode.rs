//! From the rules to the wire.

use super::arcanum;
use crate::pb::v1 as pb;
use hierophant_rules::catalog::{Action, Setup};

#[cfg(feature = "server")]
pub use told::*;

/// What a game was, or shall be, created with.
pub fn setup(setup: &Setup) -> pb::Setup {
    pb::Setup {
        ruleset: Some(match setup {
            Setup::Arcanum(setup) => pb::setup::Ruleset::Arcanum(arcanum::encode::setup(setup)),
        }),
    }
}

/// An answer.
pub fn action(action: Action) -> pb::Action {
    pb::Action {
        ruleset: Some(match action {
            Action::Arcanum(action) => pb::action::Ruleset::Arcanum(arcanum::encode::action(action)),
        }),
    }
}

/// What viewers are told: the server's part.
#[cfg(feature = "server")]
mod told {
    use super::{arcanum, pb};
    use hierophant_rules::{
        Actor, Question, Seat, SeatSet, Viewer,
        catalog::{Action, Event, Kind, RulesetId, Setup, View},
    };

    /// A view, as far as the rules know it: viewer, asked seats and the ruleset's part. Version, status, decision,
    /// digest, text and outcome are the service's to fill in.
    pub fn view(view: &View) -> pb::View {
        let (viewer, asked, ruleset) = match view {
            View::Arcanum(view) => {
                (view.viewer, view.public.asked, pb::view::Ruleset::Arcanum(arcanum::encode::view(view)))
            }
        };
        pb::View {
            viewer: Some(self::viewer(viewer)),
            asked_seats: seats(asked),
            ruleset: Some(ruleset),
            ..pb::View::default()
        }
    }

    /// Whose eyes.
    pub fn viewer(viewer: Viewer) -> pb::view::Viewer {
        match viewer {
            Viewer::Seat(seat) => pb::view::Viewer::Seat(seat.number().into()),
            Viewer::Spectator => pb::view::Viewer::Spectator(pb::Spectator {}),
        }
    }

    /// An event of a game of `players` seats, without text.
    pub fn event(event: &Event, players: u8) -> pb::Event {
        let ruleset = match event {
            Event::Arcanum(event) => pb::event::Ruleset::Arcanum(arcanum::encode::event(event, players)),
        };
        pb::Event { text: String::new(), ruleset: Some(ruleset) }
    }

    /// A seat's open decision with its legal actions, `typed` as well or as codes alone; without a clock.
    pub fn decision(decision_id: u32, question: &Question<Kind>, legal: &[Action], typed: bool) -> pb::Decision {
        let actor = match question.actor {
            Actor::Seat(seat) => pb::decision::Actor::Seat(seat.number().into()),
            Actor::Virtual => pb::decision::Actor::VirtualPlayer(pb::VirtualPlayer {}),
        };
        let kind = match question.kind {
            Kind::Arcanum(kind) => pb::decision::Kind::Arcanum(arcanum::encode::kind(kind).into()),
        };
        pb::Decision {
            decision_id,
            actor: Some(actor),
            continues: question.continues,
            legal_codes: legal.iter().map(|action| action.code().0).collect(),
            legal_actions: if typed { legal.iter().copied().map(super::action).collect() } else { Vec::new() },
            decide_by: None,
            kind: Some(kind),
        }
    }

    /// A ruleset, as it is described to clients. House agents are the service's to fill in.
    pub fn ruleset(ruleset: RulesetId) -> pb::Ruleset {
        let facts = ruleset.facts();
        let (default_setup, description, parameters) = match ruleset {
            RulesetId::Arcanum => (
                Setup::Arcanum(hierophant_rules::arcanum::Setup::default()),
                arcanum::DESCRIPTION,
                pb::ruleset::Parameters::Arcanum(arcanum::encode::parameters()),
            ),
        };
        pb::Ruleset {
            id: facts.id.to_owned(),
            version: facts.version,
            versions: facts.versions.to_vec(),
            seats_min: facts.seats.0.into(),
            seats_max: facts.seats.1.into(),
            action_space: facts.action_space,
            legal_max: u32::try_from(facts.legal_max).expect("a legal list fits into an answer"),
            answers_max: facts.answers_max,
            house_agents: Vec::new(),
            default_setup: Some(super::setup(&default_setup)),
            description: description.to_owned(),
            parameters: Some(parameters),
        }
    }

    /// Seats, ascending.
    pub fn seats(seats: SeatSet) -> Vec<u32> {
        seats.iter().map(|seat: Seat| seat.number().into()).collect()
    }
}
