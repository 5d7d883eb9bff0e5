//! From the rules to the wire.

use crate::{
    pb::v1 as pb,
    wire::{
        convert::numbers,
        table::{Bounds, OnWire},
    },
};
use hierophant_rules::{
    Actor, OpenDecision, Viewer,
    catalog::{Action, Event, Kind, RulesetId, Setup, View},
};

macro_rules! setup_and_action {
    ($($name:ident = $ruleset:ident),+) => {
        /// What a game was, or shall be, created with.
        pub fn setup(setup: &Setup) -> pb::Setup {
            let ruleset = match setup {
                $(Setup::$name(setup) => pb::setup::Ruleset::$name(crate::wire::$ruleset::setup::encode(setup))),+
            };
            pb::Setup { ruleset: Some(ruleset) }
        }

        /// An answer.
        pub fn action(action: Action) -> pb::Action {
            let ruleset = match action {
                $(Action::$name(action) => pb::action::Ruleset::$name(OnWire::encode(&action, Bounds::ANY_GAME.players))),+
            };
            pb::Action { ruleset: Some(ruleset) }
        }
    };
}

for_rulesets!(setup_and_action);

macro_rules! views {
    ($($name:ident = $ruleset:ident),+) => {
        /// A view, as far as the rules know it: viewer, asked seats and the ruleset's part.
        /// Version, status, decision, digest, text and outcome are the service's to fill in.
        pub fn view(view: &View) -> pb::View {
            let (viewer, asked, ruleset) = match view {
                $(View::$name(view) => {
                    (view.viewer, view.public.asked, pb::view::Ruleset::$name(crate::wire::$ruleset::view::encode(view)))
                })+
            };
            pb::View {
                viewer: Some(self::viewer(viewer)),
                asked_seats: numbers(asked),
                ruleset: Some(ruleset),
                ..pb::View::default()
            }
        }

        /// An event of a game of `players` seats, without text.
        pub fn event(event: &Event, players: u8) -> pb::Event {
            let ruleset = match event {
                $(Event::$name(event) => pb::event::Ruleset::$name(crate::wire::$ruleset::event::encode(event, players))),+
            };
            pb::Event { text: String::new(), ruleset: Some(ruleset) }
        }

        /// A kind of decision has the same number on the wire; the tests compare the names.
        fn kind(kind: Kind) -> pb::decision::Kind {
            match kind {
                $(Kind::$name(kind) => pb::decision::Kind::$name(kind as i32)),+
            }
        }

        /// What a decision of this kind asks, as a question; `None` if there is no such kind.
        pub fn question(kind: &pb::decision::Kind) -> Option<&'static str> {
            match kind {
                $(pb::decision::Kind::$name(number) => {
                    let mut kinds = hierophant_rules::$ruleset::Kind::ALL.into_iter();
                    kinds.find(|kind| *kind as i32 == *number).map(|kind| kind.prompt())
                })+
            }
        }

        /// The rules of a ruleset in full, in Markdown.
        pub fn documentation(ruleset: RulesetId) -> &'static str {
            match ruleset { $(RulesetId::$name => crate::wire::$ruleset::DOCUMENTATION),+ }
        }

        /// A ruleset, as it is described to clients, without its documentation. Built-in agents are
        /// the service's to fill in.
        pub fn ruleset(ruleset: RulesetId) -> pb::Ruleset {
            match ruleset {
                $(RulesetId::$name => described(
                    ruleset,
                    &Setup::$name(hierophant_rules::$ruleset::Setup::default()),
                    crate::wire::$ruleset::DESCRIPTION,
                    pb::ruleset::Parameters::$name(crate::wire::$ruleset::parameters::parameters()),
                )),+
            }
        }
    };
}

for_rulesets!(views);

/// The viewer.
pub fn viewer(viewer: Viewer) -> pb::view::Viewer {
    match viewer {
        Viewer::Seat(seat) => pb::view::Viewer::Seat(seat.number().into()),
        Viewer::Spectator => pb::view::Viewer::Spectator(pb::Spectator {}),
    }
}

/// A seat's open decision with its legal actions, `typed` as well or as codes alone; without a
/// clock.
pub fn decision(
    decision_id: u32,
    decision: &OpenDecision<Kind>,
    legal: &[Action],
    typed: bool,
) -> pb::Decision {
    let actor = match decision.actor {
        Actor::Seat(seat) => pb::decision::Actor::Seat(seat.number().into()),
        Actor::Virtual => pb::decision::Actor::VirtualPlayer(pb::VirtualPlayer {}),
    };
    pb::Decision {
        decision_id,
        actor: Some(actor),
        continues: decision.continues,
        legal_codes: legal.iter().map(|action| action.code().0).collect(),
        legal_actions: if typed { legal.iter().copied().map(action).collect() } else { Vec::new() },
        legal_texts: Vec::new(),
        text: String::new(),
        decide_by: None,
        kind: Some(kind(decision.kind)),
    }
}

fn described(
    ruleset: RulesetId,
    default: &Setup,
    description: &str,
    parameters: pb::ruleset::Parameters,
) -> pb::Ruleset {
    let info = ruleset.info();
    pb::Ruleset {
        id: info.id.to_owned(),
        version: info.version,
        versions: info.versions.to_vec(),
        seats_min: info.seats.0.into(),
        seats_max: info.seats.1.into(),
        action_space: info.action_space,
        legal_max: crate::wire::convert::limit(info.legal_max),
        answers_max: info.answers_max,
        built_in_agents: Vec::new(),
        default_setup: Some(setup(default)),
        description: description.to_owned(),
        documentation: String::new(),
        parameters: Some(parameters),
    }
}
