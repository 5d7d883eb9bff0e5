//! Random play, and a digest of what viewers saw.

use hierophant_rules::testing::Testable;
use hierophant_rules::{ActionCode, Rng, Ruleset, Seat, Seed, ToAct, Viewer, bounded};
use std::fmt::Debug;

/// A generator for this test and this case.
pub(crate) fn chance(purpose: u32, case: u32) -> impl Rng {
    Seed::new([0x5A; 32]).at(purpose, case)
}

/// A game's seed for this case.
pub(crate) fn seed(case: u32) -> Seed {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&case.to_le_bytes());
    bytes[31] = 1;
    Seed::new(bytes)
}

/// An answer of a seat.
pub(crate) type Answer<R> = (Seat, <R as Ruleset>::Action);

/// A game in progress.
pub(crate) struct Table<R: Ruleset> {
    pub(crate) setup: R::Setup,
    pub(crate) seed: Seed,
    pub(crate) state: R::State,
    /// The facts of the deal, then those of the last answer.
    pub(crate) facts: Vec<R::Fact>,
    pub(crate) answers: Vec<Answer<R>>,
}

impl<R: Testable> Table<R> {
    pub(crate) fn deal(setup: &R::Setup, seed: &Seed) -> Table<R> {
        let mut facts = Vec::new();
        let state = R::start(setup, seed, &mut facts).expect("the suites' setups are sound");
        Table { setup: setup.clone(), seed: seed.clone(), state, facts, answers: Vec::new() }
    }

    pub(crate) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<R> {
        Viewer::all(R::seats(&self.setup))
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<R> {
        Seat::all(R::seats(&self.setup))
    }

    /// A random legal answer of a random seat that the game waits for; `None` at the end.
    pub(crate) fn choose(&self, rng: &mut dyn Rng) -> Option<Answer<R>> {
        choose::<R>(&self.state, rng)
    }

    /// Carries out an answer that was legal.
    pub(crate) fn answer(&mut self, (seat, action): Answer<R>) {
        self.facts.clear();
        R::apply(&mut self.state, seat, action, &mut self.facts)
            .expect("the answer came from the legal list");
        self.answers.push((seat, action));
        assert!(
            self.answers.len() <= R::ANSWERS_MAX as usize,
            "the game must end within its documented bound"
        );
    }

    /// Plays at random to the end.
    pub(crate) fn finish(&mut self, rng: &mut dyn Rng) {
        while let Some(answer) = self.choose(rng) {
            self.answer(answer);
        }
    }
}

/// A random legal answer of a random seat that the game waits for; `None` at the end.
pub(crate) fn choose<R: Testable>(state: &R::State, rng: &mut dyn Rng) -> Option<Answer<R>> {
    let ToAct::Seats(seats) = R::to_act(state) else { return None };
    let seat = seats
        .iter()
        .nth(bounded(rng, seats.len() as u32) as usize)
        .expect("a live game waits for a seat");
    let mut legal = Vec::new();
    R::legal(state, seat, &mut legal);
    assert!(!legal.is_empty(), "a live game lets {seat} act: {:?}", R::decision(state, seat));
    let mut any = || legal[bounded(rng, legal.len() as u32) as usize];
    let mut action = any();
    for _ in 0..SECOND_THOUGHTS {
        if R::is_hasty(action) {
            action = any();
        }
    }
    Some((seat, action))
}

/// How often random play replaces a hasty action by another.
const SECOND_THOUGHTS: u32 = 2;

/// Every action that has a code.
pub(crate) fn all_actions<R: Ruleset>() -> Vec<R::Action> {
    (0..R::ACTION_SPACE).filter_map(|code| R::action(ActionCode(code))).collect()
}

/// What a viewer sees of these facts.
pub(crate) fn events_for<R: Ruleset>(facts: &[R::Fact], viewer: Viewer) -> Vec<R::Event> {
    facts.iter().filter_map(|fact| R::visible_to(fact, viewer)).collect()
}

/// Names of types and fields that have changed since the golden games and the perft table were
/// written: the debug text now, and the text that is digested.
const RENAMED: [(&str, &str); 3] =
    [("open_extra: ", "annex: "), ("CardFaces {", "Faces {"), ("PendingAnswer {", "Answer {")];

/// FNV-1a over the debug text of every value fed to it. It depends on names of fields, never on the
/// machine.
#[derive(Clone, Copy)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) const fn new() -> Digest {
        Digest(0xCBF2_9CE4_8422_2325)
    }

    pub(crate) fn feed(&mut self, thing: &impl Debug) {
        use std::fmt::Write;
        let text = RENAMED
            .iter()
            .fold(format!("{thing:?}"), |text, (now, written)| text.replace(now, written));
        writeln!(self, "{text}").expect("digesting never fails");
    }

    /// All viewers' events of these facts.
    pub(crate) fn feed_events<R: Testable>(&mut self, table: &Table<R>) {
        for viewer in table.viewers() {
            self.feed(&(viewer, events_for::<R>(&table.facts, viewer)));
        }
    }

    pub(crate) fn value(self) -> u64 {
        self.0
    }
}

impl std::fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
        Ok(())
    }
}
