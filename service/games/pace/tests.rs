//! When built-in agents answer, and what that reveals. Time is tokio's, paused: it does not advance
//! while any task runs.

use super::*;
use crate::{
    clock::ManualClock,
    config::Limits,
    games::{
        AnsweredBy, Creator, Games, LiveGame, Submission, built_in::thread_time, context::Context,
        submit,
    },
    pb::v1 as pb,
    secrets::KeyRing,
    storage::MemoryStorage,
    wire,
};
use hierophant_rules::{
    Seed, ToAct, arcana, arcanoid, arcanum,
    catalog::{RulesetId, Setup, State, View},
};
use std::{collections::BTreeSet, sync::Arc};

const MS: Duration = Duration::from_millis(1);

#[test]
fn a09_an_answer_comes_a_tick_after_its_decision_however_soon_it_is_ready() {
    let pace = Pace { decision: 8 * MS, tick: 10 * MS };
    for (started, ended, released) in [
        (0, 0, 10),
        (0, 1, 10),
        (1, 9, 10),
        (2, 10, 10),
        (3, 3, 20),
        (0, 11, 20),
        (12, 12, 20),
        (13, 13, 30),
        (0, 95, 100),
    ] {
        assert_eq!(
            pace.release(started * MS, ended * MS),
            released * MS,
            "from {started} to {ended}"
        );
    }
    let cost = Cost { decision: 4 * MS, decisions: 2, together: true };
    assert_eq!(Pace::new(cost, 3, 50), Some(Pace { decision: 2 * MS, tick: 12 * MS + SLACK }));
    assert_eq!(
        Pace::new(Cost { together: false, ..cost }, 3, 100),
        Some(Pace { decision: 4 * MS, tick: 8 * MS + SLACK })
    );
    assert_eq!(Pace::new(cost, 3, 0), None);
}

/// What other seats would like to know of a hand, at a decision about what to play: whether it has
/// a Major in Arcanum, whether it allows ten actions or more in Arcanoid.
fn holds(view: &View, kind: Kind, legal: &[Action]) -> Option<bool> {
    match (view, kind) {
        (View::Arcanum(view), Kind::Arcanum(arcanum::Kind::Play)) => {
            Some(!view.own.hand.majors().is_empty())
        }
        (View::Arcanoid(_), Kind::Arcanoid(arcanoid::Kind::Act)) => Some(legal.len() >= 10),
        _ => None,
    }
}

/// Plays deals with a search at every decision about what to play, and notes what its seat holds,
/// how long it thought, and when its answer would be submitted.
fn plays(setup: &Setup, deals: u8) -> Vec<(bool, Duration, Duration)> {
    const NAME: &str = "search:200";
    let mut plays = Vec::new();
    for deal in 0..deals {
        let mut state =
            State::start(setup, &Seed::new([deal; 32]), &mut Vec::new()).expect("it is playable");
        while let ToAct::Seats(seats) = state.to_act() {
            let seat = seats.iter().next().expect("a seat is asked");
            let kind = state.decision(seat).expect("it is asked").kind;
            let (view, legal) = (state.view(Viewer::Seat(seat)), state.legal(seat));
            let held = holds(&view, kind, &legal);
            let name = if held.is_some() { NAME } else { "greedy" };
            let mut policy =
                hierophant_agents::policy(name, setup.ruleset(), [deal; 32]).expect("a policy");
            let began = thread_time();
            let action = policy.choose(&view, &legal);
            let thought = thread_time() - began;
            if let Some(held) = held {
                let pace =
                    Pace::new(hierophant_agents::cost(NAME, kind), 3, 100).expect("it has one");
                plays.push((held, thought, pace.release(Duration::ZERO, thought)));
            }
            state.apply(seat, action, &mut Vec::new()).expect("it is legal");
        }
    }
    plays
}

/// The probability that a time of one kind is longer than one of the other, a tie counting half:
/// 0.5 if times reveal nothing.
fn longer(ones: &[Duration], others: &[Duration]) -> f64 {
    let points = |one: &Duration, other: &Duration| match one.cmp(other) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    };
    let sum: f64 =
        ones.iter().map(|one| others.iter().map(|other| points(one, other)).sum::<f64>()).sum();
    sum / (ones.len() * others.len()) as f64
}

#[test]
fn a09_thinking_time_reveals_the_hand_and_answer_time_does_not() {
    let arcanum = Setup::Arcanum(arcanum::Setup::default());
    let arcanoid =
        Setup::Arcanoid(arcanoid::Setup { rounds: Some(1), ..arcanoid::Setup::default() });
    for (setup, deals) in [(arcanum, 6), (arcanoid, 3)] {
        let (plays, ruleset) = (plays(&setup, deals), setup.ruleset());
        let of = |held: bool, time: fn(&(bool, Duration, Duration)) -> Duration| -> Vec<Duration> {
            plays.iter().filter(|play| play.0 == held).map(time).collect()
        };
        let [thought, released] = [
            |play: &(bool, Duration, Duration)| play.1,
            |play: &(bool, Duration, Duration)| play.2,
        ]
        .map(|time| longer(&of(true, time), &of(false, time)));
        let (with, without) = (of(true, |play| play.1).len(), of(false, |play| play.1).len());
        let late = plays
            .iter()
            .filter(|play| play.2 > plays.iter().map(|play| play.2).min().expect("plays"))
            .count();
        println!(
            "{ruleset:?}: {with} plays with what is looked for, {without} without; AUC of thinking {thought:.3}, of answers {released:.3}; {late} late"
        );
        assert!(with > 50 && without > 20, "{with}, {without}");
        assert!((thought - 0.5).abs() > 0.1, "thinking reveals the hand: {thought}");
        // A loaded machine does not keep the pace, and proves nothing about it.
        if late * 50 <= plays.len() {
            assert!((released - 0.5).abs() < 0.03, "answers reveal the hand: {released}");
        }
    }
}

/// A game of an external client at seat 0 with built-in agents.
struct Scene {
    games: Games,
    live_game: Arc<LiveGame>,
}

impl Scene {
    async fn open(ruleset: RulesetId, agent: &str, external: usize) -> Scene {
        let clock = Arc::new(ManualClock::at_ms(1_800_000_000_000));
        let limits = Limits::default();
        let games =
            Games::new(Arc::new(MemoryStorage::new()), clock, KeyRing::in_memory(), &limits);
        games.recover(false).await.expect("nothing to recover");
        let setup = wire::encode::ruleset(ruleset).default_setup;
        let seats = (0..4).map(|seat| {
            let agent = pb::seat_request::Occupant::BuiltInAgent(agent.into());
            pb::SeatRequest { occupant: (seat >= external).then_some(agent), ..Default::default() }
        });
        let request = pb::CreateGameRequest {
            setup,
            seats: seats.collect(),
            seed: Some(vec![3; 32]),
            ..Default::default()
        };
        let order = crate::grpc::game_order(&request, Creator::default()).expect("an order");
        let game = games.create(order).await.expect("a game").game;
        let live_game = games
            .context
            .registry
            .live_game(game.name.trim_start_matches("games/"))
            .expect("it is live");
        Scene { games, live_game }
    }

    fn context(&self) -> &Arc<Context> {
        &self.games.context
    }

    /// How long built-in agents may take until something happens that the external client can
    /// notice, unless it happens at once.
    fn tick(&self, name: &str) -> Option<Duration> {
        let position = self.live_game.position();
        let built_in = Seat::all(4).skip(1).filter_map(|seat| position.pending_decision(seat));
        let tick = |(_, decision): (u32, hierophant_rules::OpenDecision<Kind>)| {
            let kind = begun_with(decision);
            Some(pace(&self.live_game.header, &position, name, kind, 100)?.tick)
        };
        built_in.map(tick).max().flatten()
    }

    /// The external client answers its decisions, at once.
    async fn answer(&self) {
        let seat = Seat::new(0).expect("it is a seat");
        while let Some((decision_id, _)) = self.live_game.position().pending_decision(seat) {
            let legal = self.live_game.position().state.legal(seat);
            let action = legal[decision_id as usize % legal.len()];
            let submission = Submission {
                seat,
                decision_id,
                action_code: action.code().0,
                action: Some(action),
                by: AnsweredBy::Seat,
                arrived_ms: 0,
            };
            submit::submit(self.context(), &self.live_game, submission).await.expect("it is legal");
        }
    }

    fn is_over(&self) -> bool {
        self.live_game.position().outcome.is_some()
    }
}

/// The kind of decision with which the choice began that has come to this one.
fn begun_with(decision: hierophant_rules::OpenDecision<Kind>) -> Kind {
    match decision.kind {
        Kind::Arcana(kind) if decision.continues && kind != arcana::Kind::Objectives => {
            Kind::Arcana(arcana::Kind::Act)
        }
        kind => kind,
    }
}

/// Everything that the external client notices of built-in agents comes one tick after they could
/// begin to think, to the millisecond of the clock.
async fn answers_come_a_tick_after(ruleset: RulesetId) -> BTreeSet<Duration> {
    const AGENT: &str = "search:5";
    let scene = Scene::open(ruleset, AGENT, 1).await;
    let mut changes = scene.live_game.subscribe(Viewer::Seat(Seat::new(0).expect("it is a seat")));
    let mut ticks = BTreeSet::new();
    loop {
        scene.answer().await;
        changes.mark_seen();
        if scene.is_over() {
            return ticks;
        }
        let (asked, tick) =
            (Instant::now(), scene.tick(AGENT).expect("a built-in agent has a decision"));
        changes.changed().await;
        let took = asked.elapsed();
        assert!(took >= tick && took < tick + 2 * MS, "{took:?} instead of {tick:?}");
        ticks.insert(tick);
    }
}

#[tokio::test(start_paused = true)]
async fn a09_external_clients_notice_built_in_agents_by_the_tick_alone() {
    for &ruleset in RulesetId::ALL {
        let ticks = answers_come_a_tick_after(ruleset).await;
        // Others see nothing of a choice in Arcana but that it began as a turn.
        let least = if ruleset == RulesetId::Arcana { 1 } else { 3 };
        assert!(ticks.len() >= least, "{ticks:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a09_built_in_agents_among_themselves_do_not_wait() {
    for &ruleset in RulesetId::ALL {
        for external in [0, 1] {
            let scene = Scene::open(ruleset, "greedy", external).await;
            let began = Instant::now();
            if external > 0 {
                let handle = crate::games::GameHandle::Live(scene.live_game.clone());
                scene
                    .games
                    .resign(&handle, Seat::new(0).expect("it is a seat"))
                    .await
                    .expect("it may");
            }
            scene.live_game.until_over(Viewer::Spectator).await;
            // The choice that was open when the last external client left may still keep its pace.
            assert!(began.elapsed() <= external as u32 * 20 * MS, "{:?}", began.elapsed());
        }
    }
}
