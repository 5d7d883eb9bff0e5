//! A ruleset with a planted leak: a wrapper around the real ruleset that adds hidden information to
//! its output.

use hierophant_rules::testing::{CardNumber, Inspect, Testable};
use hierophant_rules::{
    ActionCode, ChoiceError, OpenDecision, Rng, Ruleset, Seat, SeatSet, Seed, ToAct, Viewer,
};
use std::fmt;
use std::marker::PhantomData;

/// A planted leak: what a faulty ruleset reveals, and where.
pub(crate) trait Leak<R: Testable>: 'static {
    /// How the finding must begin: where the leak shows.
    const SHOWS_IN: &'static str;

    /// Added to a view.
    fn in_view(_state: &R::State, _viewer: Viewer) -> u64 {
        0
    }

    /// Added to the events of a fact, for every viewer.
    fn in_event(_fact: &R::Fact) -> u64 {
        0
    }

    /// Whether no viewer sees this fact.
    fn conceals(_fact: &R::Fact, _before: &R::State) -> bool {
        false
    }

    /// Added to a refusal.
    fn in_error(_state: &R::State, _seat: Seat) -> u64 {
        0
    }

    /// Whether the check of a choice also tells what follows once the choice is complete.
    const TELLS_WHAT_FOLLOWS: bool = false;

    /// Done to the state after the deal and after each answer.
    fn after(_state: &mut R::State, _facts: &mut Vec<R::Fact>) {}
}

/// `R` with the leak `L`.
pub(crate) struct Leaky<R, L>(PhantomData<(R, L)>);

/// A value and the leaked value added to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct With<T> {
    inner: T,
    betrayed: u64,
}

impl<T: fmt::Display> fmt::Display for With<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.inner, self.betrayed)
    }
}

impl<R: Testable, L: Leak<R>> Leaky<R, L> {
    fn betray(facts: Vec<R::Fact>, before: Option<&R::State>, into: &mut Vec<With<R::Fact>>) {
        let is_told = |fact: &R::Fact| !before.is_some_and(|before| L::conceals(fact, before));
        into.extend(
            facts
                .into_iter()
                .filter(is_told)
                .map(|inner| With { betrayed: L::in_event(&inner), inner }),
        );
    }
}

impl<R: Testable, L: Leak<R>> Ruleset for Leaky<R, L> {
    const ID: &'static str = R::ID;
    const VERSION: u32 = R::VERSION;
    const ACTION_SPACE: u32 = R::ACTION_SPACE;
    const LEGAL_MAX: usize = R::LEGAL_MAX;
    const SEATS: (u8, u8) = R::SEATS;
    const ANSWERS_MAX: u32 = R::ANSWERS_MAX;

    type Setup = R::Setup;
    type Defect = R::Defect;
    type State = R::State;
    type View = With<R::View>;
    type HiddenSampler = R::HiddenSampler;
    type Hidden = R::Hidden;
    type Determinization = R::Determinization;
    type Action = R::Action;
    type Kind = R::Kind;
    type Fact = With<R::Fact>;
    type Event = With<R::Event>;
    type Illegal = With<R::Illegal>;

    fn seats(setup: &R::Setup) -> u8 {
        R::seats(setup)
    }

    fn defects(setup: &R::Setup) -> Vec<R::Defect> {
        R::defects(setup)
    }

    fn start(
        setup: &R::Setup,
        seed: &Seed,
        facts: &mut Vec<Self::Fact>,
    ) -> Result<R::State, Vec<R::Defect>> {
        let mut inner = Vec::new();
        let mut state = R::start(setup, seed, &mut inner)?;
        L::after(&mut state, &mut inner);
        Self::betray(inner, None, facts);
        Ok(state)
    }

    fn to_act(state: &R::State) -> ToAct {
        R::to_act(state)
    }

    fn decision(state: &R::State, seat: Seat) -> Option<OpenDecision<R::Kind>> {
        R::decision(state, seat)
    }

    fn legal(state: &R::State, seat: Seat, into: &mut Vec<R::Action>) {
        R::legal(state, seat, into);
    }

    fn apply(
        state: &mut R::State,
        seat: Seat,
        action: R::Action,
        facts: &mut Vec<Self::Fact>,
    ) -> Result<(), Self::Illegal> {
        let (before, mut inner) = (state.clone(), Vec::new());
        R::apply(state, seat, action, &mut inner)
            .map_err(|inner| With { inner, betrayed: L::in_error(&before, seat) })?;
        L::after(state, &mut inner);
        Self::betray(inner, Some(&before), facts);
        Ok(())
    }

    fn apply_quietly(
        state: &mut R::State,
        seat: Seat,
        action: R::Action,
    ) -> Result<(), Self::Illegal> {
        Self::apply(state, seat, action, &mut Vec::new())
    }

    fn check_choice(
        state: &R::State,
        seat: Seat,
        actions: &[R::Action],
        legal: &mut Vec<R::Action>,
    ) -> Result<Option<OpenDecision<R::Kind>>, ChoiceError<Self::Illegal>> {
        let checked = R::check_choice(state, seat, actions, legal);
        if L::TELLS_WHAT_FOLLOWS && checked == Ok(None) {
            let mut after = state.clone();
            for &action in actions {
                R::apply(&mut after, seat, action, &mut Vec::new()).expect("it was checked");
            }
            R::legal(&after, seat, legal);
            return Ok(R::decision(&after, seat));
        }
        checked.map_err(|error| match error {
            ChoiceError::Illegal(index, inner) => {
                ChoiceError::Illegal(index, With { inner, betrayed: L::in_error(state, seat) })
            }
            ChoiceError::Complete(index) => ChoiceError::Complete(index),
        })
    }

    fn view(state: &R::State, viewer: Viewer) -> Self::View {
        With { inner: R::view(state, viewer), betrayed: L::in_view(state, viewer) }
    }

    fn visible_to(fact: &Self::Fact, viewer: Viewer) -> Option<Self::Event> {
        R::visible_to(&fact.inner, viewer).map(|inner| With { inner, betrayed: fact.betrayed })
    }

    fn fold(view: &mut Self::View, event: &Self::Event) {
        R::fold(&mut view.inner, &event.inner);
    }

    fn hidden_sampler(view: &Self::View) -> Option<R::HiddenSampler> {
        R::hidden_sampler(&view.inner)
    }

    fn draw(sampler: &R::HiddenSampler, rng: &mut dyn Rng) -> Option<R::Hidden> {
        R::draw(sampler, rng)
    }

    fn determinize_with(
        view: &Self::View,
        hidden: &R::Hidden,
        rng: &mut dyn Rng,
    ) -> R::Determinization {
        R::determinize_with(&view.inner, hidden, rng)
    }

    fn state_mut(determinization: &mut R::Determinization) -> &mut R::State {
        R::state_mut(determinization)
    }

    fn code(action: R::Action) -> ActionCode {
        R::code(action)
    }

    fn action(code: ActionCode) -> Option<R::Action> {
        R::action(code)
    }

    fn rule_name(illegal: Self::Illegal) -> &'static str {
        R::rule_name(illegal.inner)
    }

    fn render_view(view: &Self::View) -> String {
        R::render_view(&view.inner)
    }

    fn render_event(event: &Self::Event, names: &[String]) -> String {
        R::render_event(&event.inner, names)
    }

    fn render_action(action: R::Action) -> String {
        R::render_action(action)
    }
}

impl<R: Testable, L: Leak<R>> Inspect for Leaky<R, L> {
    const KINDS: usize = R::KINDS;
    const NOT_ASKED: &'static str = R::NOT_ASKED;

    fn kind_number(kind: R::Kind) -> usize {
        R::kind_number(kind)
    }

    fn legal_max(kind: R::Kind) -> usize {
        R::legal_max(kind)
    }

    fn asked(state: &R::State) -> SeatSet {
        R::asked(state)
    }

    fn pending(state: &R::State) -> SeatSet {
        R::pending(state)
    }

    fn legal_in(view: &Self::View) -> Vec<R::Action> {
        R::legal_in(&view.inner)
    }

    fn decision_in(view: &Self::View) -> Option<OpenDecision<R::Kind>> {
        R::decision_in(&view.inner)
    }

    fn waiting_steps(state: &R::State) -> (usize, usize) {
        R::waiting_steps(state)
    }

    fn seed_byte(state: &R::State, index: usize) -> u8 {
        R::seed_byte(state, index)
    }
}

impl<R: Testable, L: Leak<R>> Testable for Leaky<R, L> {
    const KINDS_TOGETHER: usize = R::KINDS_TOGETHER;
    const PHASES: usize = R::PHASES;
    const SETUP_BYTES: usize = R::SETUP_BYTES;

    fn setups() -> Vec<R::Setup> {
        R::setups()
    }

    fn setup_of(bytes: &[u8]) -> R::Setup {
        R::setup_of(bytes)
    }

    fn phase(state: &R::State) -> usize {
        R::phase(state)
    }

    fn zones_of_cards(state: &R::State) -> Vec<u8> {
        R::zones_of_cards(state)
    }

    fn places_of_cards(state: &R::State) -> Vec<u32> {
        R::places_of_cards(state)
    }

    fn secret_count(state: &R::State, seat: Seat) -> u8 {
        R::secret_count(state, seat)
    }

    fn error_of(view: &Self::View, truth: &R::State) -> Option<String> {
        R::error_of(&view.inner, truth)
    }

    fn redraw(truth: &R::State, viewer: Viewer, rng: &mut dyn Rng) -> R::State {
        R::redraw(truth, viewer, rng)
    }

    fn twins(truth: &R::State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
        R::twins(truth, rng)
    }

    fn swapped(truth: &R::State, twins: (CardNumber, CardNumber)) -> R::State {
        R::swapped(truth, twins)
    }

    fn swapped_action(action: R::Action, twins: (CardNumber, CardNumber)) -> R::Action {
        R::swapped_action(action, twins)
    }

    fn visible_cards(fact: &Self::Fact, viewer: Viewer) -> Vec<CardNumber> {
        R::visible_cards(&fact.inner, viewer)
    }

    fn named(event: &Self::Event) -> Vec<CardNumber> {
        R::named(&event.inner)
    }

    fn without_luck(event: Self::Event) -> Self::Event {
        With { inner: R::without_luck(event.inner), ..event }
    }

    fn may_differ(event: &Self::Event, viewer: Viewer, together: bool) -> bool {
        R::may_differ(&event.inner, viewer, together)
    }

    fn plant_knowledge(state: &mut R::State) {
        R::plant_knowledge(state);
    }

    fn declines_perforce(fact: &Self::Fact, before: &R::State) -> bool {
        R::declines_perforce(&fact.inner, before)
    }

    fn secret_of(fact: &Self::Fact) -> Option<(Seat, CardNumber)> {
        R::secret_of(&fact.inner)
    }
}
