//! The truth next to the same game with two cards of one pile exchanged, until one of them
//! legitimately shows.

use super::redraw::check_position;
use crate::play::{Answer, Table};
use hierophant_rules::testing::{CardNumber, Testable};
use hierophant_rules::{Rng, Ruleset, Viewer, bounded};

/// Other worlds next to one game at a time.
const WORLDS_MAX: usize = 16;

/// How other worlds ended.
#[derive(Debug, Default)]
pub(crate) struct Fates {
    /// Answers given in them.
    answers: usize,
    /// A twin showed, as the rules have it.
    shown: usize,
    /// The other seat's answer isn't possible there: what it did says something about its cards.
    refused: usize,
    /// A choice of several cards took more or fewer answers there, for its order.
    out_of_step: usize,
    /// The game ended first.
    pub(super) survived: usize,
}

impl Fates {
    /// Most worlds end because a twin shows, and they see many answers.
    pub(crate) fn check(&self) {
        let Fates { answers, shown, refused, out_of_step, survived } = *self;
        assert!(answers > 10_000, "{self:?}");
        assert!(
            (refused + out_of_step) * 10 < shown + survived,
            "few worlds are given up: {self:?}"
        );
    }
}

struct World<R: Ruleset> {
    viewer: Viewer,
    twins: (CardNumber, CardNumber),
    state: R::State,
}

/// The other worlds next to one game.
pub(super) struct Worlds<R: Ruleset>(Vec<World<R>>);

impl<R: Testable> Worlds<R> {
    pub(super) fn new() -> Worlds<R> {
        Worlds(Vec::new())
    }

    pub(super) fn alive(&self) -> usize {
        self.0.len()
    }

    /// Begins another world if there is room, for any viewer.
    pub(super) fn branch(&mut self, table: &Table<R>, rng: &mut dyn Rng) -> Result<(), String> {
        if self.0.len() == WORLDS_MAX {
            return Ok(());
        }
        let viewers: Vec<Viewer> = table.viewers().collect();
        let viewer = viewers[bounded(rng, viewers.len() as u32) as usize];
        let Some(twins) = R::twins(&table.state, rng) else { return Ok(()) };
        let state = R::swapped(&table.state, twins);
        check_position::<R>(&table.state, &state, viewer)
            .map_err(|leak| format!("twins {twins:?}: {leak}"))?;
        self.0.push(World { viewer, twins, state });
        Ok(())
    }

    /// Carries out in every world what has just happened in the truth.
    pub(super) fn follow(
        &mut self,
        table: &Table<R>,
        answer: Answer<R>,
        fates: &mut Fates,
    ) -> Result<(), String> {
        let mut index = 0;
        while index < self.0.len() {
            fates.answers += 1;
            match self.0[index].follow(table, answer)? {
                Fate::Alive => {
                    index += 1;
                    continue;
                }
                Fate::Shown => fates.shown += 1,
                Fate::Refused => fates.refused += 1,
                Fate::OutOfStep => fates.out_of_step += 1,
            }
            self.0.swap_remove(index);
        }
        Ok(())
    }
}

enum Fate {
    Alive,
    Shown,
    Refused,
    OutOfStep,
}

impl<R: Testable> World<R> {
    fn follow(&mut self, table: &Table<R>, (seat, action): Answer<R>) -> Result<Fate, String> {
        let (viewer, twins) = (self.viewer, self.twins);
        let leak =
            |what: String| Err(format!("twins {twins:?} after {action:?} of {seat}: {what}"));
        let mut facts = Vec::new();
        let swapped = R::swapped_action(action, twins);
        if let Err(illegal) = R::apply(&mut self.state, seat, swapped, &mut facts) {
            return if viewer.is(seat) {
                leak(format!("its own answer is refused: {illegal:?}"))
            } else {
                Ok(Fate::Refused)
            };
        }
        // A choice of several cards can take one answer more or less if its cards come in another
        // order.
        let continues = |state| R::decision(state, seat).is_some_and(|decision| decision.continues);
        if !viewer.is(seat) && continues(&table.state) != continues(&self.state) {
            return Ok(Fate::OutOfStep);
        }
        let (mut events, shows) = self.events_before_a_twin_shows(&table.facts);
        let (mut events_there, shows_there) = self.events_before_a_twin_shows(&facts);
        if shows || shows_there {
            // A twin that shows in one world is one that is missing, or comes later, in the other.
            let both = events.len().min(events_there.len());
            events.truncate(both);
            events_there.truncate(both);
        }
        if events != events_there {
            return leak(format!("events to {viewer:?}: {events:?}\nbecome {events_there:?}"));
        }
        if shows || shows_there {
            return Ok(Fate::Shown);
        }
        match check_position::<R>(&table.state, &self.state, viewer) {
            Ok(()) => Ok(Fate::Alive),
            Err(what) => leak(what),
        }
    }

    /// What the viewer sees before a twin legitimately shows, and whether one does.
    fn events_before_a_twin_shows(&self, facts: &[R::Fact]) -> (Vec<R::Event>, bool) {
        let shows = |fact: &R::Fact| {
            R::visible_cards(fact, self.viewer)
                .iter()
                .any(|&card| card == self.twins.0 || card == self.twins.1)
        };
        let before = facts.iter().take_while(|fact| !shows(fact));
        (
            before.filter_map(|fact| R::visible_to(fact, self.viewer)).collect(),
            facts.iter().any(shows),
        )
    }
}
