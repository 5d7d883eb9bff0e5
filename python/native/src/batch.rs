//! Many games that step together.
//!
//! Each game has a row in every buffer: the lowest seat that it waits for is asked next. What comes
//! out does not depend on the number of threads, because a row's chance is its game's own.

use crate::buffers::{Buffers, Mask, Numbers, Row};
use crate::game::{Problem, action_of, actor_number, broken};
use crate::seeds;
use crate::tensors::{ForRuleset, Layout, Tensors, encode, for_ruleset};
use hierophant_agents::{Policy, policy};
use hierophant_rules::catalog::Setup;
use hierophant_rules::{OpenDecision, Outcome, Seat, SeatSet, ToAct, Viewer};
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
    /// Begins anew with this seed; without one, with the next game of each row.
    fn reset(&mut self, seed: Option<u64>, buffers: Buffers<'_>, threads: usize);
    /// Begins the next game of the rows that are marked.
    fn reset_rows(&mut self, rows: &[bool], buffers: Buffers<'_>, threads: usize);
    /// Answers for the seat that each row asks.
    ///
    /// # Errors
    /// The first row whose action cannot be taken; nothing has moved then.
    fn step(&mut self, codes: &[i64], buffers: Buffers<'_>, threads: usize) -> Result<(), Refused>;
}

/// A batch of games.
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
}

/// The game of a row.
struct Game<R: Tensors> {
    state: R::State,
    /// Which of the row's games it is.
    generation: u64,
    /// The seat that is asked.
    seat: Seat,
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
        Batch { shared, games }
    }

    /// Runs something for each row, on so many threads.
    fn each<T: Send>(
        &mut self,
        inputs: &mut [T],
        buffers: Buffers<'_>,
        threads: usize,
        run: impl Fn(&Shared<R>, u64, &mut Game<R>, &mut T, Row<'_>) + Sync,
    ) {
        let shared = &*self.shared;
        let share = self.games.len().div_ceil(threads.max(1)).max(1);
        let (mut games, mut inputs, mut buffers) = (&mut self.games[..], inputs, buffers);
        let mut first = 0;
        let work = |first: usize, games: &mut [Game<R>], inputs: &mut [T], buffers: Buffers<'_>| {
            let mut buffers = buffers;
            let widths = buffers.widths();
            for (index, (game, input)) in games.iter_mut().zip(inputs).enumerate() {
                run(shared, (first + index) as u64, game, input, buffers.row(index, widths));
            }
        };
        std::thread::scope(|scope| {
            while games.len() > share {
                let (some_games, more_games) = games.split_at_mut(share);
                let (some_inputs, more_inputs) = inputs.split_at_mut(share);
                let (some_buffers, more_buffers) = buffers.split_at(share);
                (games, inputs, buffers) = (more_games, more_inputs, more_buffers);
                let work = &work;
                scope.spawn(move || work(first, some_games, some_inputs, some_buffers));
                first += share;
            }
            work(first, games, inputs, buffers);
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
}

impl<R: Tensors> Game<R> {
    fn new(shared: &Shared<R>, row: u64, length: usize) -> Game<R> {
        let mut game = Game {
            state: start(shared, row, 0),
            generation: 0,
            seat: Seat::FIRST,
            legal: Vec::new(),
            answers: 0,
            ended: false,
            opponents: Vec::new(),
            masked: Vec::new(),
            scratch: vec![0; length],
        };
        game.begin(shared, row, 0);
        game
    }

    fn begin(&mut self, shared: &Shared<R>, row: u64, generation: u64) {
        self.state = start(shared, row, generation);
        self.generation = generation;
        self.answers = 0;
        self.ended = false;
        let episode = episode(shared, row, generation);
        let seat = |(seat, name): (u8, &Option<String>)| {
            policy(name.as_ref()?, R::NAME, seeds::of_policy(shared.seed, episode, seat))
        };
        self.opponents.clear();
        self.opponents.extend((0..).zip(&shared.options.opponents).map(seat));
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
        out: &mut Row<'_>,
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
                for (seat, reward) in out.rewards.iter_mut().enumerate() {
                    *reward = if seat == own { -1.0 } else { 1.0 / others };
                }
                *out.terminated = true;
                return self.end(shared, row, out);
            }
        }
        self.settle(shared, row, out);
    }

    fn apply(&mut self, action: R::Action) {
        R::apply_quietly(&mut self.state, self.seat, action)
            .expect("the legal list holds what is accepted");
        self.answers += 1;
    }

    /// Plays on until a seat of the caller's is asked, in this game or the next, and shows it.
    fn settle(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_>) {
        match self.advance(shared) {
            Next::Asked => self.show(shared, row, out),
            Next::Over(outcome) => {
                for (reward, own) in out.rewards.iter_mut().zip(&outcome.standings) {
                    let beaten = outcome.standings.iter().map(|other| {
                        i32::from(other.rank > own.rank) - i32::from(other.rank < own.rank)
                    });
                    *reward = beaten.sum::<i32>() as f32 / f32::from(shared.seats - 1);
                }
                *out.terminated = true;
                self.end(shared, row, out);
            }
            Next::CutOff => {
                *out.truncated = true;
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
                self.apply(choice.unwrap_or(self.legal[0]));
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
    fn end(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_>) {
        // What the caller's seat sees: the one asked last, or the caller's first.
        let own = shared.options.seats;
        let eyes = if own.contains(self.seat) { Some(self.seat) } else { own.iter().next() };
        let view = R::view(&self.state, Viewer::Seat(eyes.unwrap_or(self.seat)));
        self.encode(shared, &view, &mut out.final_obs);
        *out.final_episode = episode(shared, row, self.generation) as i64;
        *out.length = self.answers as i32;
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
    fn show(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_>) {
        let view = R::view(&self.state, Viewer::Seat(self.seat));
        let decision = self.encode(shared, &view, &mut out.obs);
        *out.kind = decision.map_or(0, |decision| R::kind_number(decision.kind) as i8);
        *out.actor = decision.map_or(-1, |decision| actor_number(decision.actor));
        *out.seat = self.seat.number() as i8;
        *out.episode = episode(shared, row, self.generation) as i64;
        self.list(out);
    }

    /// Writes the row of a game that has ended: the last observation, and nothing to answer.
    fn show_end(&mut self, shared: &Shared<R>, row: u64, out: &mut Row<'_>) {
        self.ended = true;
        self.legal.clear();
        let seat = shared.options.seats.iter().next().unwrap_or(self.seat);
        let seat = if shared.options.seats.contains(self.seat) { self.seat } else { seat };
        let view = R::view(&self.state, Viewer::Seat(seat));
        self.encode(shared, &view, &mut out.obs);
        (*out.kind, *out.actor, *out.seat) = (0, -1, seat.number() as i8);
        *out.episode = episode(shared, row, self.generation) as i64;
        self.list(out);
    }

    /// Writes the legal actions, and takes those of the last step away.
    fn list(&mut self, out: &mut Row<'_>) {
        for &code in &self.masked {
            match &mut out.mask {
                Mask::Bools(mask) => mask[usize::from(code)] = false,
                Mask::Bits(mask) => mask[usize::from(code / 8)] = 0,
                Mask::None => {}
            }
        }
        let before = self.masked.len();
        self.masked.clear();
        self.masked.extend(self.legal.iter().map(|&action| R::code(action).0 as u16));
        for &code in &self.masked {
            match &mut out.mask {
                Mask::Bools(mask) => mask[usize::from(code)] = true,
                Mask::Bits(mask) => mask[usize::from(code / 8)] |= 1 << (code % 8),
                Mask::None => {}
            }
        }
        for (slot, &code) in out.legal.iter_mut().zip(&self.masked) {
            *slot = code as i16;
        }
        if before > self.masked.len() {
            out.legal[self.masked.len()..before].fill(-1);
        }
        *out.legal_n = self.masked.len() as i16;
    }
}

/// The number of a row's game among all games of the batch.
fn episode<R: Tensors>(shared: &Shared<R>, row: u64, generation: u64) -> u64 {
    row + generation * shared.games
}

fn start<R: Tensors>(shared: &Shared<R>, row: u64, generation: u64) -> R::State {
    let seed = seeds::of_episode(shared.seed, episode(shared, row, generation));
    R::start(&shared.setup, &seed, &mut Vec::new()).expect("the setup has no defect")
}
