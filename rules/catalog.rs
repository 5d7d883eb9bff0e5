//! Enums over all rulesets, for programs that handle any game, and the only list of rulesets.
//!
//! Adding a ruleset is one line in the list at the bottom. Code for one ruleset, and searches, use
//! its own types.

pub use crate::info::RulesetInfo;
use crate::{
    ActionCode, ChoiceError, OpenDecision, Outcome, Rng, Ruleset, Seat, Seed, ToAct, Viewer,
};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};

/// Why a game cannot start: one reason per defect, each a sentence fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub Vec<String>);

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule's stable name, SCREAMING_SNAKE_CASE.
    pub rule: &'static str,
    /// The rule in words.
    pub explanation: String,
}

/// The refusal of an action that belongs to another ruleset.
fn of_another_ruleset() -> Illegal {
    Illegal {
        rule: "ACTION_OF_ANOTHER_RULESET",
        explanation: "the action belongs to another ruleset".into(),
    }
}

/// A ruleset of the catalog: conversions between its own types and the enums of the catalog.
pub trait Registered: Ruleset {
    /// Its entry in the catalog.
    const NAME: RulesetId;

    /// Wraps a setup of this ruleset.
    fn into_any_setup(setup: Self::Setup) -> Setup;
    /// Wraps a view of this ruleset.
    fn into_any_view(view: Self::View) -> View;
    /// Wraps a kind of decision of this ruleset.
    fn into_any_kind(kind: Self::Kind) -> Kind;
    /// Wraps an action of this ruleset.
    fn into_any_action(action: Self::Action) -> Action;
    /// Wraps an event of this ruleset.
    fn into_any_event(event: Self::Event) -> Event;

    /// The setup inside; `None` if it belongs to another ruleset.
    fn from_any_setup(setup: &Setup) -> Option<&Self::Setup>;
    /// The view inside; `None` if it belongs to another ruleset.
    fn from_any_view(view: &View) -> Option<&Self::View>;
    /// The action inside; `None` if it belongs to another ruleset.
    fn from_any_action(action: Action) -> Option<Self::Action>;
    /// The event inside; `None` if it belongs to another ruleset.
    fn from_any_event(event: &Event) -> Option<&Self::Event>;
}

macro_rules! catalog {
    ($($name:ident = $ruleset:ty),+ $(,)?) => {
        /// The name of a ruleset.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RulesetId { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name),+ }
        /// Any ruleset's setup.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Setup { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::Setup)),+ }
        /// Any ruleset's state: boxed, because a server keeps many, and the largest is more than
        /// twice as large as the smallest.
        #[derive(Clone, Debug)]
        pub enum State { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(Box<<$ruleset as Ruleset>::State>)),+ }
        /// Any ruleset's view.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant)]
        pub enum View { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::View)),+ }
        /// Any ruleset's action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Action { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::Action)),+ }
        /// Any ruleset's kind of decision.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Kind { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::Kind)),+ }
        /// Any ruleset's fact.
        #[derive(Clone, Debug)]
        pub enum Fact { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::Fact)),+ }
        /// Any ruleset's event.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(clippy::large_enum_variant)]
        pub enum Event { $(#[doc = concat!("For [`", stringify!($ruleset), "`].")] $name(<$ruleset as Ruleset>::Event)),+ }

        $(
            #[allow(unreachable_patterns)]
            impl Registered for $ruleset {
                const NAME: RulesetId = RulesetId::$name;

                fn into_any_setup(setup: Self::Setup) -> Setup {
                    Setup::$name(setup)
                }

                fn into_any_view(view: Self::View) -> View {
                    View::$name(view)
                }

                fn into_any_kind(kind: Self::Kind) -> Kind {
                    Kind::$name(kind)
                }

                fn into_any_action(action: Self::Action) -> Action {
                    Action::$name(action)
                }

                fn into_any_event(event: Self::Event) -> Event {
                    Event::$name(event)
                }

                fn from_any_setup(setup: &Setup) -> Option<&Self::Setup> {
                    match setup {
                        Setup::$name(setup) => Some(setup),
                        _ => None,
                    }
                }

                fn from_any_view(view: &View) -> Option<&Self::View> {
                    match view {
                        View::$name(view) => Some(view),
                        _ => None,
                    }
                }

                fn from_any_action(action: Action) -> Option<Self::Action> {
                    match action {
                        Action::$name(action) => Some(action),
                        _ => None,
                    }
                }

                fn from_any_event(event: &Event) -> Option<&Self::Event> {
                    match event {
                        Event::$name(event) => Some(event),
                        _ => None,
                    }
                }
            }
        )+

        impl RulesetId {
            /// Every ruleset.
            pub const ALL: &'static [RulesetId] = &[$(RulesetId::$name),+];

            /// The constants of the ruleset.
            pub const fn info(self) -> RulesetInfo {
                match self {
                    $(RulesetId::$name => RulesetInfo {
                        id: <$ruleset as Ruleset>::ID,
                        version: <$ruleset as Ruleset>::VERSION,
                        versions: <$ruleset as Ruleset>::VERSIONS,
                        action_space: <$ruleset as Ruleset>::ACTION_SPACE,
                        legal_max: <$ruleset as Ruleset>::LEGAL_MAX,
                        seats: <$ruleset as Ruleset>::SEATS,
                        answers_max: <$ruleset as Ruleset>::ANSWERS_MAX,
                    }),+
                }
            }

            /// The ruleset of this name.
            pub fn named(id: &str) -> Option<RulesetId> {
                Self::ALL.iter().copied().find(|ruleset| ruleset.info().id == id)
            }

            /// The action with this code, if the ruleset has one.
            pub fn action(self, code: ActionCode) -> Option<Action> {
                match self { $(RulesetId::$name => <$ruleset>::action(code).map(Action::$name)),+ }
            }
        }

        impl Setup {
            /// The ruleset of this setup.
            pub const fn ruleset(&self) -> RulesetId {
                match self { $(Setup::$name(_) => RulesetId::$name),+ }
            }

            /// Number of seats asked for (unchecked).
            pub fn seats(&self) -> u8 {
                match self { $(Setup::$name(setup) => <$ruleset>::seats(setup)),+ }
            }

            /// The setup pinned to this version of the rules; see [`Ruleset::pin`]. `None` if there
            /// is no such version.
            #[must_use]
            pub fn pinned(mut self, version: u32) -> Option<Setup> {
                let known = match &mut self { $(Setup::$name(setup) => <$ruleset>::pin(setup, version)),+ };
                known.then_some(self)
            }

            /// Every reason to refuse this setup; empty if it can start.
            pub fn defects(&self) -> Vec<String> {
                match self { $(Setup::$name(setup) => <$ruleset>::defects(setup).iter().map(|defect| defect.to_string()).collect()),+ }
            }
        }

        impl State {
            /// Deals a new game; see [`Ruleset::start`].
            ///
            /// # Errors
            /// All defects of the setup, if [`Ruleset::defects`] finds any.
            pub fn start(setup: &Setup, seed: &Seed, facts: &mut Vec<Fact>) -> Result<State, Refused> {
                match setup {
                    $(Setup::$name(setup) => {
                        let mut own = Vec::new();
                        let state = <$ruleset>::start(setup, seed, &mut own)
                            .map_err(|defects| Refused(defects.iter().map(|defect| defect.to_string()).collect()))?;
                        facts.extend(own.into_iter().map(Fact::$name));
                        Ok(State::$name(Box::new(state)))
                    }),+
                }
            }

            /// The ruleset of this state.
            pub const fn ruleset(&self) -> RulesetId {
                match self { $(State::$name(_) => RulesetId::$name),+ }
            }

            /// See [`Ruleset::to_act`].
            pub fn to_act(&self) -> ToAct {
                match self { $(State::$name(state) => <$ruleset>::to_act(state)),+ }
            }

            /// The outcome, once the game is over.
            pub fn outcome(&self) -> Option<Outcome> {
                match self.to_act() {
                    ToAct::Seats(_) => None,
                    ToAct::Over(outcome) => Some(outcome),
                }
            }

            /// See [`Ruleset::decision`].
            pub fn decision(&self, seat: Seat) -> Option<OpenDecision<Kind>> {
                match self {
                    $(State::$name(state) => <$ruleset>::decision(state, seat).map(|decision| OpenDecision {
                        kind: Kind::$name(decision.kind),
                        actor: decision.actor,
                        continues: decision.continues,
                    })),+
                }
            }

            /// See [`Ruleset::legal`].
            pub fn legal(&self, seat: Seat) -> Vec<Action> {
                match self {
                    $(State::$name(state) => {
                        let mut own = Vec::new();
                        <$ruleset>::legal(state, seat, &mut own);
                        own.into_iter().map(Action::$name).collect()
                    }),+
                }
            }

            /// See [`Ruleset::apply`].
            ///
            /// # Errors
            /// The rule that the action breaks, if it is illegal; `ACTION_OF_ANOTHER_RULESET`, if
            /// it belongs to another ruleset. State and facts are then unchanged.
            pub fn apply(&mut self, seat: Seat, action: Action, facts: &mut Vec<Fact>) -> Result<(), Illegal> {
                match (self, action) {
                    $((State::$name(state), Action::$name(action)) => {
                        let mut own = Vec::new();
                        <$ruleset>::apply(state, seat, action, &mut own).map_err(|illegal| Illegal {
                            rule: <$ruleset>::rule_name(illegal),
                            explanation: illegal.to_string(),
                        })?;
                        facts.extend(own.into_iter().map(Fact::$name));
                        Ok(())
                    }),+
                    #[allow(unreachable_patterns)]
                    _ => Err(of_another_ruleset()),
                }
            }

            /// See [`Ruleset::check_choice`]. With the decision come its legal actions.
            ///
            /// # Errors
            /// The first action that breaks a rule, or that comes after the end of the choice.
            pub fn check_choice(&self, seat: Seat, actions: &[Action]) -> Result<Option<(OpenDecision<Kind>, Vec<Action>)>, ChoiceError<Illegal>> {
                match self {
                    $(State::$name(state) => {
                        let own: Vec<_> = actions.iter().map_while(|&action| <$ruleset>::from_any_action(action)).collect();
                        if own.len() < actions.len() {
                            return Err(ChoiceError::Illegal(own.len(), of_another_ruleset()));
                        }
                        let mut legal = Vec::new();
                        let decision = <$ruleset>::check_choice(state, seat, &own, &mut legal).map_err(|error| match error {
                            ChoiceError::Illegal(index, illegal) => ChoiceError::Illegal(index, Illegal {
                                rule: <$ruleset>::rule_name(illegal),
                                explanation: illegal.to_string(),
                            }),
                            ChoiceError::Complete(index) => ChoiceError::Complete(index),
                        })?;
                        Ok(decision.map(|decision| {
                            let decision = OpenDecision {
                                kind: Kind::$name(decision.kind),
                                actor: decision.actor,
                                continues: decision.continues,
                            };
                            (decision, legal.into_iter().map(Action::$name).collect())
                        }))
                    }),+
                }
            }

            /// The default action of `seat`: one of the legal actions with the lowest
            /// [`Ruleset::default_rank`], drawn from the seed for this decision. `None` if the
            /// seat has no open decision.
            pub fn default_action(&self, seat: Seat, seed: &Seed, decision_id: u32) -> Option<Action> {
                match self {
                    $(State::$name(state) => crate::default_action::<$ruleset>(state, seat, seed, decision_id).map(Action::$name)),+
                }
            }

            /// See [`Ruleset::view`].
            pub fn view(&self, viewer: Viewer) -> View {
                match self { $(State::$name(state) => View::$name(<$ruleset>::view(state, viewer))),+ }
            }
        }

        impl Fact {
            /// See [`Ruleset::visible_to`].
            pub fn visible_to(&self, viewer: Viewer) -> Option<Event> {
                match self { $(Fact::$name(fact) => <$ruleset>::visible_to(fact, viewer).map(Event::$name)),+ }
            }
        }

        impl View {
            /// The viewer of this view.
            pub const fn viewer(&self) -> Viewer {
                match self { $(View::$name(view) => view.viewer),+ }
            }

            /// See [`Ruleset::fold`]. An event of another ruleset changes nothing.
            pub fn fold(&mut self, event: &Event) {
                match (self, event) {
                    $((View::$name(view), Event::$name(event)) => <$ruleset>::fold(view, event)),+,
                    #[allow(unreachable_patterns)]
                    _ => {}
                }
            }

            /// See [`Ruleset::render_view`].
            pub fn render(&self) -> String {
                match self { $(View::$name(view) => <$ruleset>::render_view(view)),+ }
            }

            /// Whether [`Ruleset::determinize`] finds a state for this view.
            pub fn is_consistent(&self, rng: &mut dyn Rng) -> bool {
                match self { $(View::$name(view) => <$ruleset>::determinize(view, rng).is_some()),+ }
            }
        }

        impl Event {
            /// See [`Ruleset::render_event`].
            pub fn render(&self, names: &[String]) -> String {
                match self { $(Event::$name(event) => <$ruleset>::render_event(event, names)),+ }
            }

            /// See [`Ruleset::chapter`].
            pub fn chapter(&self) -> Option<String> {
                match self { $(Event::$name(event) => <$ruleset>::chapter(event)),+ }
            }
        }

        impl Action {
            /// See [`Ruleset::code`].
            pub fn code(self) -> ActionCode {
                match self { $(Action::$name(action) => <$ruleset>::code(action)),+ }
            }

            /// See [`Ruleset::render_action`].
            pub fn render(self) -> String {
                match self { $(Action::$name(action) => <$ruleset>::render_action(action)),+ }
            }
        }
    };
}

catalog! {
    Arcanum = crate::arcanum::Arcanum,
    Arcanoid = crate::arcanoid::Arcanoid,
    ResArcana = crate::res_arcana::ResArcana,
    Arcana = crate::arcana::Arcana,
}
