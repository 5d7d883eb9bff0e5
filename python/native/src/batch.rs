//! Many games that step together.
//!
//! Each game has a row in every buffer: the lowest seat that it waits for is asked next. What comes
//! out does not depend on the number of threads, because a row's chance is its game's own.

use crate::buffers::{Buffers, Mask, Numbers, Row};
use crate::game::{Problem, action_of, actor_number, broken};
use crate::seeds;
use crate::tensors::{ForRuleset, Layout, Tensors, encode, for_ruleset};
use crate::workers::Workers;
use hierophant_agents::{Policy, policy};
use hierophant_rules::catalog::Setup;
use hierophant_rules::{ActionCode, OpenDecision, Outcome, Seat, SeatSet, ToAct, Viewer};
use std::sync::Arc;

/// Most games of a batch.
pub const GAMES_MAX: usize = 1 << 20;
/// Most threads that step a batch.
pub const THREADS_MAX: usize = 256;

/// When the game of a row that has ended is replaced by the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Autoreset {
    /// In the step that ends it.
    SameStep,
    /// In the step after, which ignores the row's action.
    NextStep,
    /// When the caller says so.
    Disabled,
}

/// What happens to an illegal action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnIllegal {
    /// The whole step is refused before any game has moved.
    Refuse,
    /// The game ends, lost for the seat.
    Forfeit,
}

/// How a batch plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seats that the caller answers for.
    pub seats: SeatSet,
    /// By seat, the built-in policy that answers for it; `None` for the caller's.
    pub opponents: Vec<Option<String>>,
    /// Decisions with one legal action are answered without asking.
    pub skip_forced: bool,
    /// What happens to an illegal action.
    pub illegal: OnIllegal,
    /// When ended games are replaced.
    pub autoreset: Autoreset,
    /// A game is cut off after this number of answers.
    pub answers_max: u32,
}

/// A step that was refused: nothing has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The row.
    pub row: usize,
    /// The code that was given.
    pub code: i64,
    /// The seat that it was given for; `None` where the row's game has ended.
    pub seat: Option<u8>,
    /// Why.
    pub problem: Problem,
}

/// Games of whichever ruleset.
pub trait AnyBatch: Send {
    /// Number of games.
    fn games(&self) -> usize;
    /// The layout of the observations.
    fn layout(&self) -> &Layout;
    /// Shows the games that were dealt when the batch was made.
    fn open(&mut self, buffers: Buffers<'_>, threads: usize);
    /// Begins anew with this seed; without one, with the next game of each row.
    fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>, threads: usize);
    /// Begins the next game of the rows that are marked.
    fn reset_rows(&mut self, rows: &[bool], buffers: Buffers<'_>, threads: usize);
    /// Answers for the seat that each row asks.
    ///
    /// # Errors
    /// The first row whose action cannot be taken; nothing has moved then.
    fn step(&mut self, codes: &[i64], buffers: Buffers<'_>, threads: usize) -> Result<(), Refused>;
    /// Writes what a built-in policy would answer for the seat that each row asks; -1 where the
    /// game has ended. Nothing moves. Whether there is such a policy.
    fn answers(&mut self, policy: &str, codes: &mut [i64], threads: usize) -> bool;
}

/// A batch of games, which are dealt; [`AnyBatch::open`] shows them.
///
/// # Errors
/// The setup makes no game, or its ruleset has no table.
pub fn batch(
    setup: &Setup,
    games: usize,
    seed: u64,
    options: Options,
) -> Result<Box<dyn AnyBatch>, Problem> {
    struct Make<'a>(&'a Setup, usize, u64, Options);
    impl ForRuleset for Make<'_> {
        type Output = Result<Box<dyn AnyBatch>, Problem>;
        fn run<R: Tensors>(self) -> Self::Output {
            let Make(setup, games, seed, options) = self;
            let setup = R::from_any_setup(setup).expect("the ruleset is the setup's own");
            let defects = R::defects(setup);
            if !defects.is_empty() {
                return Err(Problem::Setup(defects.iter().map(ToString::to_string).collect()));
            }
            Ok(Box::new(Batch::<R>::new(setup, games, seed, options)))
        }
    }
    for_ruleset(setup.ruleset(), Make(setup, games, seed, options))
        .unwrap_or(Err(Problem::NoTable(setup.ruleset().info().id)))
}

/// What the games of a batch share.
struct Shared<R: Tensors> {
    setup: R::Setup,
    seats: u8,
    layout: Layout,
    options: Options,
    games: u64,
    seed: u64,
}

struct Batch<R: Tensors> {
    shared: Arc<Shared<R>>,
    games: Vec<Game<R>>,
    workers: Workers,
}

/// The game of a row.
struct Game<R: Tensors> {
    state: R::State,
    /// Which of the row's games it is.
    generation: u64,
    /// The seat that is asked.
    seat: Seat,
    /// The number of the kind of decision that it is asked; 0 if there is none.
    kind: u8,
    legal: Vec<R::Action>,
    answers: u32,
    /// It has ended and not been replaced.
    ended: bool,
    /// By seat; `None` for the caller's.
    opponents: Vec<Option<Box<dyn Policy>>>,
    /// The codes that stand in the row's mask: those of `legal`, in the same order.
    masked: Vec<u16>,
    scratch: Vec<u8>,
}

/// How a game went on.
enum Next {
    /// A seat of the caller's is asked.
    Asked,
    /// It is over.
    Over(Outcome),
    /// It was cut off.
    CutOff,
}

impl<R: Tensors> Batch<R> {
    fn new(setup: &R::Setup, games: usize, seed: u64, options: Options) -> Batch<R> {
        let seats = R::seats(setup);
        let layout = Layout::new::<R>(seats);
        let length = layout.length();
        let setup = setup.clone();
        let shared = Arc::new(Shared { setup, seats, layout, options, games: games as u64, seed });
        let game = |row| Game::<R>::new(&shared, row, length);
        let games = (0..games as u64).map(game).collect();
        Batch { shared, games, workers: Workers::default() }
    }

    /// Runs something for each row, on so many threads.
    fn each<T: Send>(
        &mut self,
        inputs: &mut [T],
        buffers: Buffers<'_>,
        threads: usize,
        run: impl Fn(&Shared<R>, u64, &mut Game<R>, &mut T, Row<'_, '_>) + Sync,
    ) {
        let shared = &*self.shared;
        let share = share_of(self.games.len(), threads);
        let (mut games, mut inputs, mut buffers) = (&mut self.games[..], inputs, buffers);
        let (mut shares, mut first) = (Vec::with_capacity(games.len().div_ceil(share)), 0);
        while games.len() > share {
            let (some_games, more_games) = games.split_at_mut(share);
            let (some_inputs, more_inputs) = inputs.split_at_mut(share);
            let (some_buffers, more_buffers) = buffers.split_at(share);
            (games, inputs, buffers) = (more_games, more_inputs, more_buffers);
            shares.push((first, some_games, some_inputs, some_buffers));
            first += share as u64;
        }
        shares.push((first, games, inputs, buffers));
        self.workers.run(shares, threads, |(first, games, inputs, mut buffers)| {
            let widths = buffers.widths();
            for index in by_kind(games) {
                let row = index as usize;
                let (game, input) = (&mut games[row], &mut inputs[row]);
                run(shared, first + u64::from(index), game, input, buffers.row(row, widths));
            }
        });
    }
}

impl<R: Tensors> AnyBatch for Batch<R> {
    fn games(&self) -> usize {
        self.games.len()
    }

    fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    fn open(&mut self, buffers: Buffers<'_>, threads: usize) {
        let mut rows = vec![(); self.games.len()];
        self.each(&mut rows, buffers, threads, |shared, number, game, (), mut row| {
            game.settle(shared, number, &mut row);
        });
    }

    fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>, threads: usize) {
        if let Some(seed) = seed {
            let Shared { setup, seats, layout, options, games, seed: _ } = &*self.shared;
            self.shared = Arc::new(Shared {
                setup: setup.clone(),
                seats: *seats,
                layout: layout.clone(),
                options: options.clone(),
                games: *games,
                seed,
            });
        }
        let mut rows = vec![(); self.games.len()];
        self.each(&mut rows, buffers, threads, |shared, number, game, (), mut row| {
            let generation = if seed.is_some() { 0 } else { game.generation + 1 };
            row.clear_end();
            game.begin(shared, number, generation);
            game.settle(shared, number, &mut row);
        });
    }

    fn reset_rows(&mut self, rows: &[bool], buffers: Buffers<'_>, threads: usize) {
        let mut rows = rows.to_vec();
        self.each(&mut rows, buffers, threads, |shared, number, game, chosen, mut row| {
            if *chosen {
                row.clear_end();
                game.begin(shared, number, game.generation + 1);
                game.settle(shared, number, &mut row);
            }
        });
    }

    fn step(&mut self, codes: &[i64], buffers: Buffers<'_>, threads: usize) -> Result<(), Refused> {
        // Found before any game has moved; `None` is forfeited.
        let mut actions = Vec::with_capacity(codes.len());
        for (row, (game, &code)) in self.games.iter().zip(codes).enumerate() {
            actions.push(game.check(&self.shared, row, code)?);
        }
        self.each(&mut actions, buffers, threads, |shared, number, game, action, mut row| {
            game.answer(shared, number, *action, &mut row);
        });
        Ok(())
    }

    fn answers(&mut self, name: &str, codes: &mut [i64], threads: usize) -> bool {
        if policy(name, R::NAME, [0; 32]).is_none() {
            return false;
        }
        let (shared, share) = (&*self.shared, share_of(self.games.len(), threads));
        let chunks = self.games.chunks_mut(share).zip(codes.chunks_mut(share));
        let shares = (0..).step_by(share).zip(chunks).collect();
        type Share<'a, R> = (u64, (&'a mut [Game<R>], &'a mut [i64]));
        self.workers.run(shares, threads, |(first, (games, codes)): Share<'_, R>| {
            for (row, (game, code)) in (first..).zip(games.iter().zip(codes)) {
                *code = game.answer_by(shared, row, name).map_or(-1, |code| i64::from(code.0));
            }
        });
        true
    }
}

/// Rows that a thread takes at once, of so many in all. Several threads take several shares each, so
/// that one which the machine holds up keeps the others waiting for a part of its work alone.
fn share_of(rows: usize, threads: usize) -> usize {
    const SHARES_OF_A_THREAD: usize = 4;
    let shares = if threads > 1 { threads * SHARES_OF_A_THREAD } else { 1 };
    rows.div_ceil(shares).max(1)
}

impl<R: Tensors> Game<R> {
    fn new(shared: &Shared<R>, row: u64, length: usize) -> Game<R> {
        Game {
            state: start(shared, row, 0),
            generation: 0,
            seat: Seat::FIRST,
            kind: 0,
            legal: Vec::new(),
            answers: 0,
            ended: false,
            opponents: opponents(shared, row, 0),
            masked: Vec::new(),
            scratch: vec![0; length],
        }
    }

    fn begin(&mut self, shared: &Shared<R>, row: u64, generation: u64) {
        self.state = start(shared, row, generation);
        self.generation = generation;
        self.answers = 0;
        self.ended = false;
        self.opponents = opponents(shared, row, generation);
    }

    /// The action of a code; `None` where the game is forfeited, or begins anew in this step.
    fn check(
        &self,
        shared: &Shared<R>,
        row: usize,
        code: i64,
    ) -> Result<Option<R::Action>, Refused> {
        if self.ended {
            let explanation = "the game has ended: reset the row".to_owned();
            let problem = Problem::Illegal { rule: "GAME_OVER", explanation };
            let refused = Refused { row, code, seat: None, problem };
            return if shared.options.autoreset == Autoreset::Disabled {
                Err(refused)
            } else {
                Ok(None)
            };
        }
        // The codes are those of the legal actions, in the same order.
        let listed =
            u16::try_from(code).ok().and_then(|code| self.masked.binary_search(&code).ok());
        if let Some(&action) = listed.and_then(|index| self.legal.get(index)) {
            return Ok(Some(action));
        }
        let number = u32::try_from(code).unwrap_or(u32::MAX);
        if shared.options.illegal == OnIllegal::Forfeit {
            return Ok(None);
        }
        let problem = match action_of::<R>(number) {
            Err(_) => Problem::Illegal {
                rule: "NO_SUCH_ACTION",
                explanation: format!("{} has no action with the code {code}", R::ID),
            },
            // On a copy, to learn the rule.
            Ok(action) => match R::apply_quietly(&mut self.state.clone(), self.seat, action) {
                Err(illegal) => broken::<R>(illegal),
                Ok(()) => return Ok(Some(action)),
            },
        };
        Err(Refused { row, code, seat: Some(self.seat.number()), problem })
    }

    /// Carries out an action that was checked, and what follows.
    fn answer(
        &mut self,
        shared: &Shared<R>,
        row: u64,
        action: Option<R::Action>,
        out: &mut Row<'_, '_>,
    ) {
        out.clear_end();
        if self.ended {
            self.begin(shared, row, self.generation + 1);
            return self.settle(shared, row, out);
        }
        match action {
            Some(action) => self.apply(action),
            None => {
                let (own, others) = (self.seat.index(), f32::from(shared.seats - 1));
                for (seat, reward) in out.rewards().iter_mut().enumerate() {
                    *reward = if seat == own { -1.0 } else { 1.0 / others };
                }
                out.all.terminated[out.index] = true;
                return self.end(shared, row, out);
            }
        }
        self.settle(shared, row, out);
    }

    /// What a built-in policy would answer for the seat that is asked; `None` if the game has
    /// ended. Its chance is this decision's own.
    fn answer_by(&self, shared: &Shared<R>, row: u64, name: &str) -> Option<ActionCode> {
        let first = self.legal.first().filter(|_| !self.ended)?;
        let episode = episode(shared, row, self.generation);
        let seed = seeds::of_answer(shared.seed, episode, self.answers);
        let view = R::into_any_view(R::view(&self.state, Viewer::Seat(self.seat)));
        let legal: Vec<_> = self.legal.iter().map(|&action| R::into_any_action(action)).collect();
        let choice = policy(name, R::NAME, seed)?.choose(&view, &legal);
        Some(R::code(R::from_any_action(choice).unwrap_or(*first)))
    }

    fn apply(&mut self, action: R::Action) {
        R::apply_listed(&mut self.state, self.seat, action);
        self.answers += 1;
    }

    /// Plays on until a seat of the caller's is asked, in this game or the next, and shows it.
    fn settle(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_, '_>) {
        match self.advance(shared) {
            Next::Asked => self.show(shared, row, out),
            Next::Over(outcome) => {
                for (reward, own) in out.rewards().iter_mut().zip(&outcome.standings) {
                    let beaten = outcome.standings.iter().map(|other| {
                        i32::from(other.rank > own.rank) - i32::from(other.rank < own.rank)
                    });
                    *reward = beaten.sum::<i32>() as f32 / f32::from(shared.seats - 1);
                }
                out.all.terminated[out.index] = true;
                self.end(shared, row, out);
            }
            Next::CutOff => {
                out.all.truncated[out.index] = true;
                self.end(shared, row, out);
            }
        }
    }

    fn advance(&mut self, shared: &Shared<R>) -> Next {
        loop {
            let asked = match R::to_act(&self.state) {
                ToAct::Seats(seats) => seats,
                ToAct::Over(outcome) => return Next::Over(outcome),
            };
            if self.answers >= shared.options.answers_max {
                return Next::CutOff;
            }
            let Some(seat) = asked.iter().next() else { return Next::CutOff };
            R::legal(&self.state, seat, &mut self.legal);
            if let Some(Some(opponent)) = self.opponents.get_mut(seat.index()) {
                self.seat = seat;
                let view = R::into_any_view(R::view(&self.state, Viewer::Seat(seat)));
                let legal: Vec<_> =
                    self.legal.iter().map(|&action| R::into_any_action(action)).collect();
                let choice = R::from_any_action(opponent.choose(&view, &legal));
                let listed = choice.filter(|choice| self.legal.contains(choice));
                self.apply(listed.unwrap_or(self.legal[0]));
            } else if shared.options.skip_forced && self.legal.len() == 1 {
                self.seat = seat;
                self.apply(self.legal[0]);
            } else {
                self.seat = seat;
                return Next::Asked;
            }
        }
    }

    /// The game has ended: its last observation is kept, and the next one begins if it is time.
    fn end(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_, '_>) {
        // What the caller's seat sees: the one asked last, or the caller's first.
        let own = shared.options.seats;
        let eyes = if own.contains(self.seat) { Some(self.seat) } else { own.iter().next() };
        let view = R::view(&self.state, Viewer::Seat(eyes.unwrap_or(self.seat)));
        self.encode(shared, &view, &mut out.final_obs());
        out.all.final_episode[out.index] = episode(shared, row, self.generation) as i64;
        out.all.length[out.index] = self.answers as i32;
        self.ended = true;
        if shared.options.autoreset == Autoreset::SameStep {
            self.begin(shared, row, self.generation + 1);
            // A game that ends without asking the caller would be passed over in silence.
            match self.advance(shared) {
                Next::Asked => self.show(shared, row, out),
                Next::Over(_) | Next::CutOff => self.show_end(shared, row, out),
            }
        } else {
            self.show_end(shared, row, out);
        }
    }

    fn encode(
        &mut self,
        shared: &Shared<R>,
        view: &R::View,
        out: &mut Numbers<'_>,
    ) -> Option<OpenDecision<R::Kind>> {
        match out {
            Numbers::Bytes(out) => encode::<R>(&shared.layout, view, out),
            Numbers::Floats(out) => {
                let decision = encode::<R>(&shared.layout, view, &mut self.scratch);
                shared.layout.scale(&self.scratch, out);
                decision
            }
        }
    }

    /// Writes the row of the seat that is asked.
    fn show(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_, '_>) {
        let view = R::view(&self.state, Viewer::Seat(self.seat));
        let decision = self.encode(shared, &view, &mut out.obs());
        self.kind = decision.map_or(0, |decision| R::kind_number(decision.kind));
        out.all.kind[out.index] = self.kind as i8;
        out.all.actor[out.index] = decision.map_or(-1, |decision| actor_number(decision.actor));
        out.all.seat[out.index] = self.seat.number() as i8;
        out.all.episode[out.index] = episode(shared, row, self.generation) as i64;
        self.list(out);
    }

    /// Writes the row of a game that has ended: the last observation, and nothing to answer.
    fn show_end(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_, '_>) {
        self.ended = true;
        self.kind = 0;
        self.legal.clear();
        let seat = shared.options.seats.iter().next().unwrap_or(self.seat);
        let seat = if shared.options.seats.contains(self.seat) { self.seat } else { seat };
        let view = R::view(&self.state, Viewer::Seat(seat));
        self.encode(shared, &view, &mut out.obs());
        out.all.kind[out.index] = 0;
        out.all.actor[out.index] = -1;
        out.all.seat[out.index] = seat.number() as i8;
        out.all.episode[out.index] = episode(shared, row, self.generation) as i64;
        self.list(out);
    }

    /// Replaces the codes in the mask by those of the legal actions.
    fn note_codes(&mut self) {
        self.masked.clear();
        self.masked.extend(self.legal.iter().map(|&action| R::code(action).0 as u16));
    }

    /// Writes the legal actions, and takes those of the last step away.
    fn list(&mut self, out: &mut Row<'_, '_>) {
        let before = self.masked.len();
        match out.mask() {
            Mask::Bools(mask) => {
                for &code in &self.masked {
                    mask[usize::from(code)] = false;
                }
                self.note_codes();
                for &code in &self.masked {
                    mask[usize::from(code)] = true;
                }
            }
            Mask::Bits(mask) => {
                for &code in &self.masked {
                    mask[usize::from(code / 8)] = 0;
                }
                self.note_codes();
                for &code in &self.masked {
                    mask[usize::from(code / 8)] |= 1 << (code % 8);
                }
            }
            Mask::None => self.note_codes(),
        }
        let legal = out.legal();
        for (slot, &code) in legal.iter_mut().zip(&self.masked) {
            *slot = code as i16;
        }
        if before > self.masked.len() {
            legal[self.masked.len()..before].fill(-1);
        }
        out.all.legal_n[out.index] = self.masked.len() as i16;
    }
}

/// Rows by the kind of decision: rows whose answers run through the same code come one after the
/// other, which the processor foresees better.
fn by_kind<R: Tensors>(games: &[Game<R>]) -> Vec<u32> {
    let mut places = [0_u32; u8::MAX as usize + 2];
    for game in games {
        places[usize::from(game.kind) + 1] += 1;
    }
    let mut before = 0;
    for place in &mut places {
        before += *place;
        *place = before;
    }
    let mut order = vec![0; games.len()];
    for (row, game) in (0..).zip(games) {
        let place = &mut places[usize::from(game.kind)];
        order[*place as usize] = row;
        *place += 1;
    }
    order
}

/// The number of a row's game among all games of the batch.
fn episode<R: Tensors>(shared: &Shared<R>, row: u64, generation: u64) -> u64 {
    row + generation * shared.games
}

/// Who plays the seats of a row's game that are not the caller's.
fn opponents<R: Tensors>(
    shared: &Shared<R>,
    row: u64,
    generation: u64,
) -> Vec<Option<Box<dyn Policy>>> {
    let episode = episode(shared, row, generation);
    let seat = |(seat, name): (u8, &Option<String>)| {
        policy(name.as_ref()?, R::NAME, seeds::of_policy(shared.seed, episode, seat))
    };
    (0..).zip(&shared.options.opponents).map(seat).collect()
}

fn start<R: Tensors>(shared: &Shared<R>, row: u64, generation: u64) -> R::State {
    let seed = seeds::of_episode(shared.seed, episode(shared, row, generation));
    R::start(&shared.setup, &seed, &mut Vec::new()).expect("the setup has no defect")
}
