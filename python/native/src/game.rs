//! One game.

use crate::saved::{Op, Saved};
use crate::tensors::{ForRuleset, Layout, Tensors, encode, for_ruleset};
use hierophant_rules::catalog::{RulesetId, Setup, View};
use hierophant_rules::{ActionCode, Actor, Outcome, Ruleset, Seat, SeatSet, Seed, ToAct, Viewer};
use std::fmt;
use std::sync::Arc;

/// The purpose of a guess's chance.
const GUESS: u32 = 0x6775_6573;

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The setup, or what it asks for, makes no game; all reasons.
    Setup(Vec<String>),
    /// The ruleset has no table of observations yet.
    NoTable(&'static str),
    /// An action breaks a rule.
    Illegal {
        /// The rule's stable name.
        rule: &'static str,
        /// The rule in words.
        explanation: String,
    },
    /// There is no such seat in this game.
    NoSeat {
        /// The number that was given.
        seat: u8,
        /// Seats of the game.
        seats: u8,
    },
    /// Bytes are no saved game, or not one of this version.
    Saved(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Setup(reasons) => write!(f, "setup: {}", reasons.join("; ")),
            Problem::NoTable(ruleset) => {
                let with = crate::tensors::RULESETS.iter().map(|one| one.info().id);
                let with = with.collect::<Vec<_>>().join(", ");
                write!(f, "{ruleset} has no observation tensors yet; choose among {with}")
            }
            Problem::Illegal { rule, explanation } => write!(f, "{rule}: {explanation}"),
            Problem::NoSeat { seat, seats } => {
                write!(f, "seat: there is no seat {seat} in a game of {seats}")
            }
            Problem::Saved(reason) => write!(f, "data: {reason}"),
        }
    }
}

impl std::error::Error for Problem {}

/// A decision, as it is shown to programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The kind's number, from 1.
    pub kind: u8,
    /// The player that the seat decides for: its number, or [`VIRTUAL`].
    pub actor: i8,
    /// It continues a choice of several things.
    pub continues: bool,
}

/// The actor's number where a seat decides for a virtual player.
pub const VIRTUAL: i8 = -2;

/// The number of an actor.
pub(crate) fn actor_number(actor: Actor) -> i8 {
    match actor {
        Actor::Seat(seat) => seat.number() as i8,
        Actor::Virtual => VIRTUAL,
    }
}

/// A game of whichever ruleset.
pub trait AnyGame: Send + Sync {
    /// Its ruleset.
    fn ruleset(&self) -> RulesetId;
    /// What it was created with.
    fn setup(&self) -> Setup;
    /// Seats at the table.
    fn seats(&self) -> u8;
    /// The layout of its observations.
    fn layout(&self) -> &Layout;
    /// The seats that it waits for; none once it is over.
    fn asked(&self) -> SeatSet;
    /// The result, once it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The decision that is open for a seat.
    fn decision(&self, seat: Seat) -> Option<Asked>;
    /// Replaces the contents by the codes of the seat's legal actions, ascending.
    fn legal(&self, seat: Seat, into: &mut Vec<u32>);
    /// Answers for a seat.
    ///
    /// # Errors
    /// The rule that the action breaks; nothing has changed then.
    fn apply(&mut self, seat: Seat, code: u32) -> Result<(), Problem>;
    /// Writes what the seat may know.
    fn observe(&self, seat: Seat, out: &mut [u8]);
    /// What a viewer may know, in the rules' own type.
    fn view(&self, viewer: Viewer) -> View;
    /// The game as it is now, to be played on apart.
    fn copied(&self) -> Box<dyn AnyGame>;
    /// A game that the seat cannot tell from this one: hidden cards and all chance to come are
    /// drawn anew.
    fn guess(&self, seat: Seat, seed: &[u8; 32]) -> Box<dyn AnyGame>;
    /// What brings the game back.
    fn saved(&self) -> Vec<u8>;
}

/// A new game.
///
/// # Errors
/// The setup makes no game, or its ruleset has no table.
pub fn deal(setup: &Setup, seed: &Seed) -> Result<Box<dyn AnyGame>, Problem> {
    struct Deal<'a>(&'a Setup, &'a Seed);
    impl ForRuleset for Deal<'_> {
        type Output = Result<Box<dyn AnyGame>, Problem>;
        fn run<R: Tensors>(self) -> Self::Output {
            let setup = R::from_any_setup(self.0).expect("the ruleset is the setup's own");
            Ok(Box::new(Game::<R>::deal(setup, self.1)?))
        }
    }
    for_ruleset(setup.ruleset(), Deal(setup, seed))
        .unwrap_or(Err(Problem::NoTable(setup.ruleset().info().id)))
}

/// The game that was saved.
///
/// # Errors
/// The bytes are no saved game, or not of these rules.
pub fn load(bytes: &[u8]) -> Result<Box<dyn AnyGame>, Problem> {
    let saved = Saved::from_bytes(bytes).map_err(Problem::Saved)?;
    let mut game = deal(&saved.setup, &saved.seed)?;
    let broken = || Problem::Saved("the moves of the saved game are not legal in it".into());
    for op in &saved.ops {
        match op {
            Op::Answer(seat, code) => {
                let seat = Seat::new(*seat).ok_or_else(broken)?;
                game.apply(seat, *code).map_err(|_| broken())?;
            }
            Op::Guess(seat, seed) => {
                let seat = Seat::new(*seat).filter(|seat| seat.number() < game.seats());
                game = game.guess(seat.ok_or_else(broken)?, seed);
            }
        }
    }
    Ok(game)
}

/// A game of one ruleset.
struct Game<R: Tensors> {
    setup: Arc<R::Setup>,
    seed: Seed,
    layout: Arc<Layout>,
    state: R::State,
    ops: Vec<Op>,
}

impl<R: Tensors> Clone for Game<R> {
    fn clone(&self) -> Self {
        Game {
            setup: Arc::clone(&self.setup),
            seed: self.seed.clone(),
            layout: Arc::clone(&self.layout),
            state: self.state.clone(),
            ops: self.ops.clone(),
        }
    }
}

impl<R: Tensors> Game<R> {
    fn deal(setup: &R::Setup, seed: &Seed) -> Result<Game<R>, Problem> {
        let state = R::start(setup, seed, &mut Vec::new())
            .map_err(|defects| Problem::Setup(defects.iter().map(ToString::to_string).collect()))?;
        Ok(Game {
            setup: Arc::new(setup.clone()),
            seed: seed.clone(),
            layout: Arc::new(Layout::new::<R>(R::seats(setup))),
            state,
            ops: Vec::new(),
        })
    }
}

/// The action of a code, if the ruleset has one.
pub(crate) fn action_of<R: Ruleset>(code: u32) -> Result<R::Action, Problem> {
    R::action(ActionCode(code)).ok_or_else(|| Problem::Illegal {
        rule: "NO_SUCH_ACTION",
        explanation: format!("{} has no action with the code {code}", R::ID),
    })
}

/// A rule that was broken, in words.
pub(crate) fn broken<R: Ruleset>(illegal: R::Illegal) -> Problem {
    Problem::Illegal { rule: R::rule_name(illegal), explanation: illegal.to_string() }
}

impl<R: Tensors> AnyGame for Game<R> {
    fn ruleset(&self) -> RulesetId {
        R::NAME
    }

    fn setup(&self) -> Setup {
        R::into_any_setup((*self.setup).clone())
    }

    fn seats(&self) -> u8 {
        R::seats(&self.setup)
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn asked(&self) -> SeatSet {
        match R::to_act(&self.state) {
            ToAct::Seats(seats) => seats,
            ToAct::Over(_) => SeatSet::EMPTY,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match R::to_act(&self.state) {
            ToAct::Seats(_) => None,
            ToAct::Over(outcome) => Some(outcome),
        }
    }

    fn decision(&self, seat: Seat) -> Option<Asked> {
        let decision = R::decision(&self.state, seat)?;
        Some(Asked {
            kind: R::kind_number(decision.kind),
            actor: actor_number(decision.actor),
            continues: decision.continues,
        })
    }

    fn legal(&self, seat: Seat, into: &mut Vec<u32>) {
        let mut actions = Vec::new();
        R::legal(&self.state, seat, &mut actions);
        into.clear();
        into.extend(actions.into_iter().map(|action| R::code(action).0));
    }

    fn apply(&mut self, seat: Seat, code: u32) -> Result<(), Problem> {
        let action = action_of::<R>(code)?;
        R::apply_quietly(&mut self.state, seat, action).map_err(broken::<R>)?;
        self.ops.push(Op::Answer(seat.number(), code));
        Ok(())
    }

    fn observe(&self, seat: Seat, out: &mut [u8]) {
        encode::<R>(&self.layout, &R::view(&self.state, Viewer::Seat(seat)), out);
    }

    fn view(&self, viewer: Viewer) -> View {
        R::into_any_view(R::view(&self.state, viewer))
    }

    fn copied(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn guess(&self, seat: Seat, seed: &[u8; 32]) -> Box<dyn AnyGame> {
        let mut guessed = self.clone();
        let view = R::view(&self.state, Viewer::Seat(seat));
        let mut rng = Seed::new(*seed).at(GUESS, 0);
        // Only views that no game can produce have no determinization.
        if let Some(mut determinization) = R::determinize(&view, &mut rng) {
            guessed.state = R::state_mut(&mut determinization).clone();
        }
        guessed.ops.push(Op::Guess(seat.number(), *seed));
        Box::new(guessed)
    }

    fn saved(&self) -> Vec<u8> {
        Saved { setup: self.setup(), seed: self.seed.clone(), ops: self.ops.clone() }.to_bytes()
    }
}
