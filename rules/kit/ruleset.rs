//! The [`Ruleset`] that follows from a game in terms of the kit.

use super::engine::{Action, Illegal, PendingAnswer, Public, Setup};
use super::event::Fact;
use super::hidden::{Determinization, HiddenSampler, Hides};
use super::referee::{Referee, apply, apply_listed};
use super::state::{State, View, first_state};
use crate::{ActionCode, ChoiceError, OpenDecision, Rng, Ruleset, Seat, Seed, ToAct, Viewer};
use alloc::{format, string::String, vec::Vec};

impl<G: Hides> Ruleset for G {
    const ID: &'static str = G::INFO.id;
    const VERSION: u32 = G::INFO.version;
    const VERSIONS: &'static [u32] = G::INFO.versions;
    const ACTION_SPACE: u32 = G::INFO.action_space;
    const LEGAL_MAX: usize = G::INFO.legal_max;
    const SEATS: (u8, u8) = G::INFO.seats;
    const ANSWERS_MAX: u32 = G::INFO.answers_max;

    type Setup = G::Setup;
    type Defect = <G::Setup as Setup>::Defect;
    type State = State<G>;
    type View = View<G>;
    type HiddenSampler = HiddenSampler<G>;
    type Hidden = G::Hidden;
    type Determinization = Determinization<G>;
    type Action = G::Action;
    type Kind = G::Kind;
    type Fact = Fact<G::Event>;
    type Event = G::Event;
    type Illegal = G::Illegal;

    fn seats(setup: &G::Setup) -> u8 {
        setup.players()
    }

    fn defects(setup: &G::Setup) -> Vec<Self::Defect> {
        setup.defects()
    }

    fn pin(setup: &mut G::Setup, version: u32) -> bool {
        setup.pin_version(version, G::INFO.version)
    }

    fn start(
        setup: &G::Setup,
        seed: &Seed,
        facts: &mut Vec<Fact<G::Event>>,
    ) -> Result<State<G>, Vec<Self::Defect>> {
        let defects = setup.defects();
        if !defects.is_empty() {
            return Err(defects);
        }
        let mut state = first_state(setup, seed);
        let mut referee = Referee { state: &mut state, sink: facts };
        G::deal(&mut referee);
        referee.run();
        Ok(state)
    }

    fn to_act(state: &State<G>) -> ToAct {
        let to_answer = |seat: &Seat| !state.answers.as_ref()[seat.index()].is_complete();
        match state.public.final_outcome(&state.setup) {
            Some(outcome) => ToAct::Over(outcome),
            None => ToAct::Seats(state.public.asked().iter().filter(to_answer).collect()),
        }
    }

    fn decision(state: &State<G>, seat: Seat) -> Option<OpenDecision<G::Kind>> {
        state.decision_context(seat)?.decision()
    }

    fn legal(state: &State<G>, seat: Seat, into: &mut Vec<G::Action>) {
        into.clear();
        if let Some(context) = state.decision_context(seat) {
            context.legal(into);
        }
    }

    fn apply(
        state: &mut State<G>,
        seat: Seat,
        action: G::Action,
        facts: &mut Vec<Fact<G::Event>>,
    ) -> Result<(), G::Illegal> {
        apply(state, seat, action, facts)
    }

    fn apply_quietly(
        state: &mut State<G>,
        seat: Seat,
        action: G::Action,
    ) -> Result<(), G::Illegal> {
        apply(state, seat, action, &mut ())
    }

    fn apply_listed(state: &mut State<G>, seat: Seat, action: G::Action) {
        apply_listed(state, seat, action);
    }

    fn check_choice(
        state: &State<G>,
        seat: Seat,
        actions: &[G::Action],
        legal: &mut Vec<G::Action>,
    ) -> Result<Option<OpenDecision<G::Kind>>, ChoiceError<G::Illegal>> {
        legal.clear();
        let not_asked = ChoiceError::Illegal(0, G::Illegal::NOT_ASKED);
        state.decision_context(seat).ok_or(not_asked)?.check_choice(actions, legal)
    }

    fn view(state: &State<G>, viewer: Viewer) -> View<G> {
        state.view(viewer)
    }

    fn visible_to(fact: &Fact<G::Event>, viewer: Viewer) -> Option<G::Event> {
        fact.visible_to(viewer)
    }

    fn fold(view: &mut View<G>, event: &G::Event) {
        view.fold(event);
    }

    fn hidden_sampler(view: &View<G>) -> Option<HiddenSampler<G>> {
        HiddenSampler::new(view)
    }

    fn draw(sampler: &HiddenSampler<G>, rng: &mut dyn Rng) -> Option<G::Hidden> {
        sampler.draw(rng)
    }

    fn determinize_with(
        view: &View<G>,
        hidden: &G::Hidden,
        rng: &mut dyn Rng,
    ) -> Determinization<G> {
        Determinization::new(view, hidden, rng)
    }

    fn state_mut(determinization: &mut Determinization<G>) -> &mut State<G> {
        &mut determinization.0
    }

    fn code(action: G::Action) -> ActionCode {
        action.code()
    }

    fn action(code: ActionCode) -> Option<G::Action> {
        G::Action::from_code(code)
    }

    fn default_rank(action: G::Action) -> u8 {
        action.default_rank()
    }

    fn rule_name(illegal: G::Illegal) -> &'static str {
        illegal.rule_name()
    }

    fn render_view(view: &View<G>) -> String {
        G::view_text(view)
    }

    fn render_event(event: &G::Event, names: &[String]) -> String {
        G::event_text(event, names)
    }

    fn chapter(event: &G::Event) -> Option<String> {
        G::chapter(event)
    }

    fn render_action(action: G::Action) -> String {
        format!("{action}")
    }
}
