//! One line of play from a determinization to a value: down the tree, then on by the preferred
//! actions of all seats, to the end or to where the search model evaluates.

use super::history::History;
use super::search_model::{BySeat, SearchModel, shares};
use super::tree::Tree;
use hierophant_rules::{ActionCode, Outcome, SEATS_MAX, Seat, SeatSet, ToAct, Viewer};

/// Decisions by the tree in one line of play.
const DEPTH_MAX: u32 = 12;
/// What part of the value of a finished game is winning it; the rest is by how much.
const WINNING: f32 = 0.5;

/// Buffers that playouts reuse.
pub(super) struct Playouts<R: SearchModel> {
    pub(super) tree: Tree,
    legal: Vec<R::Action>,
    codes: Vec<ActionCode>,
}

impl<R: SearchModel> Playouts<R> {
    pub(super) fn new() -> Playouts<R> {
        Playouts { tree: Tree::default(), legal: Vec::new(), codes: Vec::new() }
    }

    /// What each seat gets of a game that continues from `state` with this answer of `seat`; sums
    /// to 1. `None` if the determinization can't be played on.
    pub(super) fn play(
        &mut self,
        root: &R::View,
        state: &mut R::State,
        seat: Seat,
        action: R::Action,
    ) -> Option<BySeat> {
        self.tree.begin();
        let mut history = History::new();
        let mut line = Line { asked: asked::<R>(state).ok()?, depth: 0, in_tree: true };
        let mut evaluations = Evaluations::after(R::stage(root));
        let (own, mut seat, mut action) = (seat, seat, action);
        for _ in 0..R::ANSWERS_MAX {
            R::apply_quietly(state, seat, action).ok()?;
            let next = match R::to_act(state) {
                ToAct::Over(outcome) => {
                    let values = evaluations.so_far().unwrap_or_else(|| ended::<R>(&outcome));
                    return Some(self.credited(values));
                }
                ToAct::Seats(seats) => seats,
            };
            if line.in_tree {
                history.answered(seat, R::code(action), line.asked, next);
            }
            line.asked = next;
            seat = next.iter().next()?;
            R::legal(state, seat, &mut self.legal);
            action = *self.legal.first()?;
            if self.legal.len() == 1 {
                continue;
            }
            let view = R::view(state, Viewer::Seat(seat));
            if R::stage(&view) > evaluations.stage {
                let is_shown = R::is_shown(root, &view);
                if !is_shown || evaluations.count == 0 {
                    evaluations.stage = R::stage(&view);
                    evaluations.add(&R::evaluate(own, state));
                }
                if is_shown || evaluations.count == R::STAGES {
                    return evaluations.so_far().map(|values| self.credited(values));
                }
            }
            action = if seat == own {
                R::own_preferred_action(&view, &self.legal)
            } else {
                R::preferred_action(&view, &self.legal)
            };
            if line.in_tree {
                action = self.descend(&mut line, history.key(seat), seat, action)?;
            }
        }
        None
    }

    /// The tree's choice; a new node is the last of its line.
    fn descend(
        &mut self,
        line: &mut Line,
        key: u64,
        seat: Seat,
        preferred_action: R::Action,
    ) -> Option<R::Action> {
        self.codes.clear();
        self.codes.extend(self.legal.iter().map(|&action| R::code(action)));
        let preferred_action = self.legal.iter().position(|&action| action == preferred_action)?;
        let (chosen, known) = self.tree.select(key, seat, &self.codes, preferred_action);
        line.depth += 1;
        line.in_tree = known && line.depth < DEPTH_MAX;
        Some(self.legal[chosen])
    }

    fn credited(&mut self, values: BySeat) -> BySeat {
        self.tree.credit(&values);
        values
    }
}

/// The evaluations of a line of play.
struct Evaluations {
    /// The last stage that was evaluated.
    stage: u32,
    count: u32,
    sum: BySeat,
}

impl Evaluations {
    fn after(stage: u32) -> Evaluations {
        Evaluations { stage, count: 0, sum: [0.0; SEATS_MAX as usize] }
    }

    fn add(&mut self, values: &BySeat) {
        self.count += 1;
        self.sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }

    /// Their mean.
    fn so_far(&self) -> Option<BySeat> {
        (self.count > 0).then(|| self.sum.map(|sum| sum / self.count as f32))
    }
}

struct Line {
    /// The seats that were asked before the last answer.
    asked: SeatSet,
    depth: u32,
    in_tree: bool,
}

fn asked<R: SearchModel>(state: &R::State) -> Result<SeatSet, Outcome> {
    match R::to_act(state) {
        ToAct::Seats(seats) => Ok(seats),
        ToAct::Over(outcome) => Err(outcome),
    }
}

/// What each seat gets of a finished game.
fn ended<R: SearchModel>(outcome: &Outcome) -> BySeat {
    let standings = &outcome.standings;
    let mut points = [f32::NEG_INFINITY; SEATS_MAX as usize];
    for (points, standing) in points.iter_mut().zip(standings) {
        *points = standing.victory_points as f32;
    }
    let mut values = shares(&points, R::DECISIVE_MARGIN);
    let winners = standings.iter().filter(|standing| standing.rank == 1).count().max(1) as f32;
    for (value, standing) in values.iter_mut().zip(standings) {
        let won = if standing.rank == 1 { 1.0 / winners } else { 0.0 };
        *value = WINNING * won + (1.0 - WINNING) * *value;
    }
    values
}
