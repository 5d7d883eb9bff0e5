//! A game in terms of the kit.

use super::agenda::{Agenda, Step};
use super::event::Event;
use super::kinds::Kind;
use super::referee::{Referee, Sink};
use super::set::Set;
use super::state::{DecisionContext, State, View};
use crate::info::RulesetInfo;
use crate::{ActionCode, Actor, Outcome, Seat, SeatSet, Seed, Viewer};
use alloc::{string::String, vec::Vec};
use core::fmt::{Debug, Display};

/// A game, implemented by the ruleset's marker type: its types, and what happens when.
///
/// The kit owns the frame. A [`State`] holds the public part, the secrets, unfinished answers, and
/// what each viewer knows. A decision is a step of the agenda; every change is an event, which the
/// public part and the knowledge fold.
pub trait Engine: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// Name, versions and bounds.
    const INFO: RulesetInfo;

    /// The request for a game.
    type Setup: Setup;
    /// A step of the agenda.
    type Step: Step;
    /// An answer to a decision.
    type Action: Action;
    /// The kinds of decision.
    type Kind: Kind;
    /// Why an action is refused.
    type Illegal: Illegal;
    /// What happens.
    type Event: Event<Self>;
    /// What all viewers see.
    type Public: Public<Self>;
    /// A set of cards.
    type Cards: Set;
    /// What a seat alone sees of its own.
    type Own: Own<Self>;
    /// What no viewer sees as a whole: hands, the order of piles.
    type Secrets: Secrets<Self>;
    /// What a seat has picked so far.
    type PendingAnswer: PendingAnswer<Self>;
    /// Answers by seat: an array.
    type Answers: AsRef<[Self::PendingAnswer]>
        + AsMut<[Self::PendingAnswer]>
        + Clone
        + Debug
        + Default
        + Send
        + Sync;
    /// What one viewer knows of the hidden zones.
    type Knowledge: Knowledge<Self>;
    /// Knowledge by seat, the spectator's last: an array of one more.
    type Minds: AsRef<[Self::Knowledge]>
        + AsMut<[Self::Knowledge]>
        + Clone
        + Debug
        + Default
        + Send
        + Sync;

    /// The public part and the secrets before the deal.
    fn before_deal(setup: &Self::Setup, seed: &Seed) -> (Self::Public, Self::Secrets);

    /// Deals, and puts the first steps on the agenda.
    fn deal<S: Sink<Self::Event>>(referee: &mut Referee<'_, Self, S>);

    /// The seats that a step puts a decision to; none if it runs by itself. Public facts alone
    /// decide.
    fn asked_by(state: &State<Self>, step: Self::Step) -> SeatSet;

    /// Carries out a step that only one answer, or none, would be legal to, if the game spares
    /// seats such decisions, and takes it off the agenda; otherwise changes nothing. Whether it
    /// was.
    fn spare<S: Sink<Self::Event>>(
        _referee: &mut Referee<'_, Self, S>,
        _step: Self::Step,
        _asked: SeatSet,
    ) -> bool {
        false
    }

    /// Carries out a step that asks no seat and has just been taken off the agenda.
    fn carry_out<S: Sink<Self::Event>>(referee: &mut Referee<'_, Self, S>, step: Self::Step);

    /// The kind of decision that a step puts to a seat that it asks.
    fn kind(context: &DecisionContext<'_, Self>, step: Self::Step) -> Option<Self::Kind>;

    /// For whom the seat decides.
    fn actor(context: &DecisionContext<'_, Self>, _step: Self::Step) -> Actor {
        Actor::Seat(context.seat)
    }

    /// Appends the legal answers to a step, ascending by code.
    fn list(context: &DecisionContext<'_, Self>, step: Self::Step, into: &mut Vec<Self::Action>);

    /// Checks an answer to a step.
    ///
    /// # Errors
    /// If it is not legal, the rule that it breaks.
    fn check(
        context: &DecisionContext<'_, Self>,
        step: Self::Step,
        action: Self::Action,
    ) -> Result<(), Self::Illegal>;

    /// Whether this (legal) action completes the seat's answer.
    fn completes(
        context: &DecisionContext<'_, Self>,
        step: Self::Step,
        action: Self::Action,
    ) -> bool;

    /// Whether the answer is collected, in several picks or from several seats, before it takes
    /// effect; `completes` as [`Engine::completes`] says.
    fn is_collected(context: &DecisionContext<'_, Self>, step: Self::Step, completes: bool)
    -> bool;

    /// All answers to a collected step, which is off the agenda, are complete: they take effect.
    /// `seat` gave the last one, with `action`.
    fn resolve<S: Sink<Self::Event>>(
        referee: &mut Referee<'_, Self, S>,
        seat: Seat,
        step: Self::Step,
        action: Self::Action,
    );

    /// Carries out an answer that takes effect by itself. The step is still on the agenda.
    fn answer<S: Sink<Self::Event>>(
        referee: &mut Referee<'_, Self, S>,
        seat: Seat,
        step: Self::Step,
        action: Self::Action,
    );

    /// A view as text for people, several lines.
    fn view_text(view: &View<Self>) -> String;

    /// An event as one line of text for people; seats are called by `names`.
    fn event_text(event: &Self::Event, names: &[String]) -> String;

    /// See [`Ruleset::chapter`](crate::Ruleset::chapter).
    fn chapter(_event: &Self::Event) -> Option<String> {
        None
    }
}

/// The request for a game.
pub trait Setup: Clone + Debug + PartialEq + Send + Sync {
    /// One reason to refuse it.
    type Defect: Clone + Debug + PartialEq + Display;

    /// Seats asked for.
    fn players(&self) -> u8;

    /// Every reason to refuse it.
    fn defects(&self) -> Vec<Self::Defect>;

    /// See [`Ruleset::pin`](crate::Ruleset::pin); `newest` is the only version unless the ruleset
    /// says otherwise.
    fn pin_version(&mut self, version: u32, newest: u32) -> bool {
        version == newest
    }
}

/// An answer to a decision, and its number.
pub trait Action: Copy + Debug + Display + Ord + Send + Sync {
    /// See [`Ruleset::code`](crate::Ruleset::code).
    fn code(self) -> ActionCode;
    /// See [`Ruleset::action`](crate::Ruleset::action).
    fn from_code(code: ActionCode) -> Option<Self>;
    /// See [`Ruleset::default_rank`](crate::Ruleset::default_rank).
    fn default_rank(self) -> u8;
}

/// The rules that an action can break; `illegal!` implements it.
pub trait Illegal: Copy + Debug + PartialEq + Display {
    /// No decision is open for the seat.
    const NOT_ASKED: Self;
    /// See [`Ruleset::rule_name`](crate::Ruleset::rule_name).
    fn rule_name(self) -> &'static str;
}

/// What all viewers see. State and views share it: whatever stands here is shown to all, and
/// nothing else is.
pub trait Public<G: Engine>: Clone + Debug + PartialEq + Send + Sync {
    /// What is asked now and what is still to happen.
    fn agenda(&self) -> &Agenda<G::Step>;
    /// The agenda, for the referee alone.
    fn agenda_mut(&mut self) -> &mut Agenda<G::Step>;
    /// The seats that the present decision was put to.
    fn asked(&self) -> SeatSet;
    /// The outcome, once the game is over.
    fn final_outcome(&self, setup: &G::Setup) -> Option<Outcome>;
    /// The cards that lie open to all.
    fn open_cards(&self) -> G::Cards;
    /// Applies what an event, as any viewer sees it, changes.
    fn fold(&mut self, event: &G::Event);
    /// Applies to the unfinished answer of `seat` what an event changes there: it is picked, or
    /// asked anew. Called before the event is folded; picks change nothing that is public.
    fn fold_answer(&self, event: &G::Event, seat: Seat, answer: &mut G::PendingAnswer);
}

/// What a seat alone sees of its own.
pub trait Own<G: Engine>: Copy + Debug + Default + PartialEq + Send + Sync {
    /// Whether the knowledge of a seat holds its own cards, too. The text of a view then doesn't
    /// repeat them.
    const IS_IN_KNOWLEDGE: bool = false;

    /// Its cards, by zone; the names are those of a view's fields.
    fn zones(&self) -> impl Iterator<Item = (&'static str, G::Cards)>;
    /// Applies what an event that the seat has seen changes for it.
    fn fold(&mut self, seat: Seat, event: &G::Event);
}

/// What no viewer sees as a whole.
pub trait Secrets<G: Engine>: Clone + Debug + Send + Sync {
    /// What a seat sees of it.
    fn own(&self, seat: Seat) -> G::Own;
    /// Applies what an event changes where all viewers see the change. A game whose referee
    /// changes its secrets itself has nothing to do here.
    fn fold(&mut self, _event: &G::Event) {}
}

/// What a seat has picked so far.
pub trait PendingAnswer<G: Engine>: Copy + Debug + Default + PartialEq + Send + Sync {
    /// Whether something has been picked.
    fn is_begun(&self) -> bool;
    /// Whether the answer is complete.
    fn is_complete(&self) -> bool;
}

/// What one viewer knows of the hidden zones: a fold over that viewer's events and nothing else.
pub trait Knowledge<G: Engine>: Clone + Debug + Default + PartialEq + Send + Sync {
    /// Before the deal.
    fn before_deal() -> Self;
    /// Updates the knowledge by an event of the viewer's. `before` is the public part before the
    /// event, `own` what the viewer held then.
    fn learn(
        &mut self,
        viewer: Viewer,
        event: &G::Event,
        before: &G::Public,
        own: &G::Own,
        setup: &G::Setup,
    );
    /// Draws conclusions from the public part after an event that the viewer has learnt of, if what
    /// it learns from later events depends on them.
    fn settle(&mut self, _after: &G::Public) {}
    /// The same without the cards that the viewer sees lying somewhere else, and with nothing in
    /// empty zones.
    fn normalised(&self, seen: G::Cards, public: &G::Public) -> Self;
    /// What a determinization gives to viewers other than its own: only the sizes, which are
    /// public, and what the viewer holds itself.
    fn uninformed(viewer: Viewer, public: &G::Public, own: &G::Own) -> Self;
}
