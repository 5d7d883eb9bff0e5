//! Moments of ended games: each viewer as it was sent them, what was asked, and who may look.

use crate::support::{
    bot::{Bot, play_on, play_to_end, reason, some},
    service::{TestGame, TestService, request},
    web::Browser,
};
use hierophant::{
    client::Replay,
    config::{REPLAY_FRAMES_MAX, REPLAY_POSITIONS_APART_MIN, TOKEN_REPLAY_CALLS_MAX},
    pb::v1::{self as pb, replay_entry::Record, replay_viewer::Viewer},
};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};
use tonic::Status;
use tonic_types::StatusExt;

/// All viewers of a game with so many seats, the spectators last.
fn viewers(seats: u32) -> Vec<pb::ReplayViewer> {
    let seats = (0..seats).map(Viewer::Seat);
    let all = seats.chain([Viewer::Spectator(pb::Spectator {})]);
    all.map(|viewer| pb::ReplayViewer { viewer: Some(viewer) }).collect()
}

/// All frames of a game, in windows of so many.
async fn all_frames(bot: &Bot, seats: u32, count: u32) -> Vec<pb::ReplayFrame> {
    let mut frames = Vec::new();
    loop {
        let wanted = pb::GetReplayFramesRequest {
            viewers: viewers(seats),
            first_step: frames.len() as u32,
            count,
            ..Default::default()
        };
        let some = bot.frames(wanted).await.expect("frames");
        if some.is_empty() {
            return frames;
        }
        assert!(some.len() <= if count == 0 { REPLAY_FRAMES_MAX } else { count } as usize);
        frames.extend(some);
    }
}

/// Plays a game to its end, and notes each view that a viewer was sent, by viewer and version.
async fn played_and_seen(game: &TestGame) -> Vec<BTreeMap<u32, pb::View>> {
    let bots: Vec<Bot> = game.bots().into_iter().chain([game.spectator()]).collect();
    let mut seen = vec![BTreeMap::new(); bots.len()];
    for turn in 0.. {
        for (bot, seen) in bots.iter().zip(&mut seen) {
            let view = bot.view().await;
            seen.insert(view.view_version, view);
        }
        let view = &seen[bots.len() - 1].last_key_value().expect("a view").1;
        if view.status() == pb::GameStatus::Ended {
            break;
        }
        let mut acted = false;
        for bot in &bots[..bots.len() - 1] {
            if !acted {
                acted = bot.act(some(turn)).await.is_some();
            }
        }
        assert!(acted, "a seat is asked");
    }
    seen
}

#[tokio::test]
async fn each_frame_shows_its_viewer_what_it_was_sent_at_that_moment() {
    let mut service = TestService::on_disk().await;
    let game = service.create(pb::CreateGameRequest { seed: Some(vec![3; 32]), ..request() }).await;
    let seen = played_and_seen(&game).await;
    for restarts in [false, true] {
        if restarts {
            service.restart().await;
        }
        let bot = game.again(&service).bot(0);
        let (_, entries, _) = bot.replay().await.expect("a replay");
        let frames = all_frames(&bot, 4, 0).await;
        assert_eq!(frames.len(), entries.len());
        let mut compared = 0;
        for (number, (frame, entry)) in frames.iter().zip(&entries).enumerate() {
            assert_eq!((frame.step as usize, frame.views.len()), (number, 5));
            let record = pb::ReplayEntry { events: Vec::new(), ..entry.clone() };
            assert_eq!(frame.entry.as_ref(), Some(&record));
            for (viewer, shown) in frame.views.iter().enumerate() {
                let mut view = shown.view.clone().expect("a view");
                assert_eq!(view.decision, None);
                let is_own = |asked: &&pb::ReplayDecision| asked.seat == viewer as u32;
                let own = frame.decisions.iter().find(is_own);
                view.decision = own.and_then(|asked| asked.decision.clone());
                let variants = entry.events.iter().filter_map(|event| {
                    event.variants.iter().find(|variant| match viewer {
                        4 => variant.spectator,
                        seat => variant.seats.contains(&(seat as u32)),
                    })
                });
                let events: Vec<_> = variants.filter_map(|it| it.event.clone()).collect();
                assert_eq!(shown.events, events, "viewer {viewer} at {number}");
                // A view whose version stays has been seen after a later record too.
                let later = frames.get(number + 1).and_then(|next| next.views[viewer].view.clone());
                let is_last = later.is_none_or(|later| later.view_version != view.view_version);
                if let Some(sent) = seen[viewer].get(&view.view_version).filter(|_| is_last) {
                    assert_eq!(&view, sent, "viewer {viewer} at {number}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 2 * entries.len(), "{compared} views of {} records", entries.len());
    }
}

#[tokio::test]
async fn a_frame_says_what_was_asked_and_how_it_was_answered() {
    let service = TestService::start().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    let bot = game.spectator();
    let (_, entries, _) = bot.replay().await.expect("a replay");
    let frames = all_frames(&bot, 4, 0).await;
    let index = bot.index().await.expect("an index");
    assert_eq!(index.steps.len(), entries.len());
    for (number, entry) in entries.iter().enumerate() {
        let Some(Record::Answered(answered)) = &entry.record else { continue };
        let asked = &frames[number - 1].decisions;
        let asked = asked.iter().find(|asked| asked.seat == answered.seat).expect("it was asked");
        let decision = asked.decision.as_ref().expect("a decision");
        assert_eq!(decision.decision_id, answered.decision_id);
        assert!(decision.legal_codes.contains(&answered.action_code));
        let taken = (asked.answered_step, asked.action_code, asked.by);
        assert_eq!(taken, (Some(number as u32), Some(answered.action_code), answered.by));
        let step = index.steps[number];
        assert_eq!((step.seat, step.decision_id), (Some(answered.seat), answered.decision_id));
        assert_eq!((step.thinking_ms, step.thinking_ms.is_some()), (asked.thinking_ms, true));
    }
    let last = frames.last().expect("frames");
    assert!(last.decisions.is_empty(), "the game is over");
    // A viewer that is not named brings no decisions of its seat.
    let wanted = pb::GetReplayFramesRequest {
        viewers: viewers(4)[4..].to_vec(),
        include_text: true,
        include_legal_actions: true,
        ..Default::default()
    };
    for frame in bot.frames(wanted.clone()).await.expect("frames") {
        assert!(frame.decisions.is_empty());
        assert!(!frame.views[0].view.as_ref().expect("a view").text.is_empty());
    }
    let own = pb::GetReplayFramesRequest { viewers: viewers(4)[2..3].to_vec(), ..wanted };
    let own = bot.frames(own).await.expect("frames");
    assert!(own.iter().flat_map(|frame| &frame.decisions).all(|asked| {
        let decision = asked.decision.as_ref().expect("a decision");
        let count = decision.legal_codes.len();
        asked.seat == 2
            && decision.text.ends_with('?')
            && decision.legal_texts.len() == count
            && decision.legal_actions.len() == count
    }));
    assert!(own.iter().any(|frame| !frame.action_text.is_empty()));
}

/// However late a window begins, and however it is cut, it has the same frames.
#[tokio::test]
async fn frames_do_not_depend_on_the_window() {
    let service = TestService::start().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    let bot = game.bot(1);
    let frames = all_frames(&bot, 4, 0).await;
    assert!(frames.len() > 2 * REPLAY_POSITIONS_APART_MIN, "{}", frames.len());
    assert_eq!(all_frames(&bot, 4, 7).await, frames);
    for from in (0..frames.len()).rev().step_by(13) {
        let wanted = pb::GetReplayFramesRequest {
            viewers: viewers(4),
            first_step: from as u32,
            count: 1,
            ..Default::default()
        };
        assert_eq!(bot.frames(wanted).await.expect("a frame"), [frames[from].clone()]);
    }
}

#[tokio::test]
async fn what_is_no_window_is_refused() {
    let service = TestService::start().await;
    let game = service.game().await;
    play_to_end(&game.bots()).await;
    let bot = game.bot(0);
    let refused = async |wanted| reason(&bot.frames(wanted).await.expect_err("it is refused"));
    let with = |viewers, count| pb::GetReplayFramesRequest { viewers, count, ..Default::default() };
    assert_eq!(refused(with(viewers(4), REPLAY_FRAMES_MAX + 1)).await, "INVALID_FIELD");
    assert_eq!(refused(with(viewers(5), 1)).await, "INVALID_FIELD");
    assert_eq!(refused(with([viewers(4), viewers(1)].concat(), 1)).await, "INVALID_FIELD");
    assert_eq!(refused(with(vec![pb::ReplayViewer::default(); 9_000], 1)).await, "INVALID_FIELD");
    let beyond = pb::GetReplayFramesRequest { first_step: u32::MAX, ..with(viewers(4), 1) };
    assert_eq!(bot.frames(beyond).await.expect("none"), []);
    let nobodys = bot.frames(with(Vec::new(), 3)).await.expect("records alone");
    assert!(nobodys.iter().all(|frame| frame.views.is_empty() && frame.entry.is_some()));
}

/// The reason of a failure, or "open".
fn word<T>(result: Result<T, Status>) -> String {
    result.map_or_else(|status| reason(&status), |_| "open".to_owned())
}

/// What each of the calls that show a game in full says to this caller.
async fn words(bot: &Bot) -> [String; 3] {
    [
        word(bot.replay().await),
        word(bot.index().await),
        word(
            bot.frames(pb::GetReplayFramesRequest { viewers: viewers(4), ..Default::default() })
                .await,
        ),
    ]
}

#[tokio::test]
async fn who_may_not_read_the_replay_gets_neither_index_nor_frames() {
    const DELAY_MS: u32 = 30_000;
    let service = TestService::start().await;
    let asked = pb::CreateGameRequest { spectator_delay_ms: DELAY_MS, ..request() };
    let (game, other) = (service.create(asked).await, service.game().await);
    let all = |word: &str| [word.to_owned(), word.to_owned(), word.to_owned()];
    let foreign = Bot { token: other.bot(0).token, ..game.bot(0) };
    let forged = Bot { token: "AQAAAAAB".into(), ..game.bot(0) };
    for bot in [game.bot(0), game.spectator()] {
        assert_eq!(words(&bot).await, all("REPLAY_NOT_READY"), "the game is live");
    }
    play_to_end(&game.bots()).await;
    assert_eq!(words(&game.bot(3)).await, all("open"));
    assert_eq!(words(&game.spectator()).await, all("REPLAY_NOT_READY"), "they see the end later");
    for bot in [&foreign, &forged] {
        let said = words(bot).await;
        assert_eq!(said, all(&said[0]));
        assert!(said[0].starts_with("TOKEN_"), "{said:?}");
    }
    service.clock.advance(Duration::from_millis(u64::from(DELAY_MS) + 1_000));
    assert_eq!(words(&game.spectator()).await, all("open"));
}

#[tokio::test]
async fn an_index_lists_chapters_and_failures() {
    let service = TestService::start().await;
    let game =
        service.create(pb::CreateGameRequest { illegal_answers_max: Some(1), ..request() }).await;
    let bots = game.bots();
    let mut asked = None;
    for bot in &bots {
        asked = asked.or(bot.view().await.decision.map(|decision| (bot.clone(), decision)));
    }
    let (bot, decision) = asked.expect("a seat is asked");
    let ruleset = pb::GetRulesetRequest { ruleset: "arcanum".into() };
    let space = service.client().get_ruleset(ruleset).await.expect("it").into_inner().ruleset;
    let space = space.expect("a ruleset").action_space;
    let code = (0..space).find(|code| !decision.legal_codes.contains(code)).expect("one");
    let mut rules = Vec::new();
    for _ in 0..2 {
        let refused = bot.submit(decision.decision_id, code).await.expect_err("it is illegal");
        assert_eq!(reason(&refused), "ILLEGAL_ACTION");
        let info = refused.get_details_error_info().expect("an ErrorInfo");
        rules.push(info.metadata["rule"].clone());
    }
    // The seat is out: the service answers for it.
    play_on(&bots).await;
    let (_, entries, _) = bot.replay().await.expect("a replay");
    let counted: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.record {
            Some(Record::IllegalAnswer(counted)) => Some(counted.clone()),
            _ => None,
        })
        .collect();
    let seat = match bot.view().await.viewer {
        Some(pb::view::Viewer::Seat(seat)) => seat,
        other => panic!("{other:?} has a seat"),
    };
    let decision_id = decision.decision_id;
    let as_sent = rules.into_iter().map(|rule| pb::IllegalAnswerCounted {
        seat,
        decision_id,
        rule,
        action_code: code,
    });
    assert_eq!(counted, as_sent.collect::<Vec<_>>());

    let index = bot.index().await.expect("an index");
    assert!(index.has_positions && index.game.expect("a game").outcome.is_some());
    assert_eq!(index.step_count as usize, index.steps.len());
    let failures: Vec<_> = (index.steps.iter())
        .filter(|step| step.failure() != pb::ReplayFailure::Unspecified)
        .map(|step| (step.failure(), step.seat, step.decision_id))
        .collect();
    assert_eq!(
        failures,
        [
            (pb::ReplayFailure::IllegalAnswer, Some(seat), decision_id),
            (pb::ReplayFailure::IllegalAnswer, Some(seat), decision_id),
            (pb::ReplayFailure::SeatOut, Some(seat), 0),
        ]
    );
    let titles: Vec<_> = index.chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles[..3], ["Turn 1", "Turn 2", "Turn 3"]);
    assert_eq!(index.chapters[0].step, 0);
    assert!(index.chapters.is_sorted_by(|one, next| one.step < next.step));
}

/// A service that another process has started, with one saved replay.
struct Shown {
    process: Child,
    address: String,
    id: String,
    token: String,
}

impl Shown {
    fn start(replay: &str, more: &[&str]) -> Shown {
        let mut process = Command::new(env!("CARGO_BIN_EXE_hierophant"))
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus"))
            .args(["replay", replay, "--web"])
            .args(more)
            .env_clear()
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let printed = BufReader::new(process.stdout.take().expect("it is piped"));
        let printed: Vec<String> = printed.lines().map_while(Result::ok).take(2).collect();
        let (place, token) = printed[0].split_once("#token=").expect("a token");
        let (address, id) = place.split_once("/g/").expect("a game");
        Shown {
            process,
            address: address.trim_start_matches("open http://").to_owned(),
            id: id.to_owned(),
            token: token.to_owned(),
        }
    }

    /// Ends it by Ctrl-C, in good order.
    fn end(mut self) {
        let id = self.process.id().to_string();
        let interrupted = Command::new("kill").args(["-INT", &id]).status().expect("there is kill");
        assert!(interrupted.success() && self.process.wait().expect("it ends").success());
    }
}

#[tokio::test]
async fn a_saved_replay_is_shown_in_a_browser() {
    for (file, more, eyes) in [
        ("arcanum-v1-out.replay", &["--perspective", "1"][..], "?eyes=1"),
        ("arcanoid-v1-two.replay", &[], "?eyes=open"),
        ("arcanum-v1-cut.replay", &["--perspective", "spectator"], "?eyes=spectator"),
    ] {
        let shown = Shown::start(file, more);
        let (id, place) = shown.id.split_at(shown.id.find('?').expect("whose cards are seen"));
        assert_eq!(place, eyes);
        let mut page = Browser::connect(&shown.address).await;
        assert_eq!(page.get(&format!("/g/{}", shown.id)).await.status, 200);
        let game = format!("games/{id}");
        let look = pb::GetViewRequest { game: game.clone(), ..Default::default() };
        let seen = page.call::<pb::GetViewResponse>("GameService/GetView", &look, &shown.token);
        let view = seen.await.expect("it").view.expect("a view");
        assert_eq!(view.status(), pb::GameStatus::Ended);
        let wanted = pb::GetReplayIndexRequest { game: game.clone() };
        let index: pb::GetReplayIndexResponse =
            page.call("GameService/GetReplayIndex", &wanted, &shown.token).await.expect("it");
        let wanted = pb::GetReplayFramesRequest {
            game,
            viewers: viewers(1),
            first_step: index.step_count - 1,
            ..Default::default()
        };
        let frames: pb::GetReplayFramesResponse =
            page.call("GameService/GetReplayFrames", &wanted, &shown.token).await.expect("it");
        assert_eq!(frames.frames[0].views[1].view, Some(view), "{file}");
        // Its token alone opens it.
        let asked = pb::GetReplayIndexRequest { game: format!("games/{id}") };
        let refused =
            page.call::<pb::GetReplayIndexResponse>("GameService/GetReplayIndex", &asked, "");
        assert_eq!(refused.await.expect_err("it is refused").1, "TOKEN_UNKNOWN");
        shown.end();
    }
}

#[test]
fn a_replay_that_is_not_valid_is_not_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/arcanum-v1-four.replay");
    let mut replay = Replay::load(&std::fs::read(corpus).expect("a file")).expect("a saved replay");
    replay.entries.remove(9);
    let file = folder.path().join("forged.replay");
    std::fs::write(&file, replay.save()).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_hierophant"))
        .args([std::ffi::OsStr::new("replay"), file.as_os_str(), "--web".as_ref()])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("hierophant verify"), "{said}");
}

/// Many calls at once for moments of ended games: those beyond the limit of a token are refused with
/// its name, and a live game of the same seats goes its way meanwhile.
#[tokio::test]
async fn a13_calls_for_frames_have_a_limit_of_their_own() {
    let service = TestService::start().await;
    let (game, live) = (service.game().await, service.game().await);
    play_to_end(&game.bots()).await;
    let bot = game.bot(2);
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..8 * TOKEN_REPLAY_CALLS_MAX {
        let bot = bot.clone();
        let wanted = pb::GetReplayFramesRequest { viewers: viewers(4), ..Default::default() };
        asked.spawn(async move { bot.frames(wanted).await.map(|frames| frames.len()) });
    }
    let mut acted = 0;
    for seat in live.bots() {
        acted += usize::from(seat.act(some(1)).await.is_some());
    }
    assert!(acted > 0, "a seat is asked");
    let (mut shown, mut refused) = (0, 0);
    for response in asked.join_all().await {
        match response {
            Ok(frames) => shown += usize::from(frames > 0),
            Err(status) => {
                let info = status.get_details_error_info().expect("an ErrorInfo");
                assert_eq!(reason(&status), "LIMIT_REACHED");
                assert_eq!(info.metadata["limit"], "token_replay_calls_max");
                refused += 1;
            }
        }
    }
    assert!(shown >= TOKEN_REPLAY_CALLS_MAX && refused > 0, "{shown} shown, {refused} refused");
    assert!(bot.index().await.is_ok(), "there is room again");
}
