//! What must never leave the service: seeds before the end, and tokens more than once.

use crate::support::{
    bot::{self, Bot, some},
    leaks::{assert_absent, contains, forms},
    service::{TestGame, TestService, request, request_of},
};
use hierophant::pb::v1::{self as pb, submit_action_request::Answer, watch_game_response};
use hierophant_rules::catalog::RulesetId;
use prost::Message;
use std::{
    io::Write,
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};
use tonic::Status;
use tracing_subscriber::{
    Layer,
    filter::{FilterExt, dynamic_filter_fn},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Everything that this process logs at the finest level while a test listens.
fn log() -> &'static Mutex<Vec<u8>> {
    static LOG: OnceLock<Mutex<Vec<u8>>> = OnceLock::new();
    LOG.get_or_init(|| {
        let listens = dynamic_filter_fn(|_, _| LISTENS.load(Ordering::Relaxed));
        let filter = listens.and(hierophant::logs::filter("trace").expect("a filter"));
        let layer = tracing_subscriber::fmt::layer().with_writer(|| Written).with_filter(filter);
        tracing_subscriber::registry().with(layer).init();
        Mutex::default()
    })
}

/// Whether a test listens: other tests don't pay for the log afterwards.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Listens to the log until it is dropped. One test at a time does.
struct Listening;

impl Listening {
    fn begin() -> Listening {
        log();
        LISTENS.store(true, Ordering::Relaxed);
        Listening
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENS.store(false, Ordering::Relaxed);
    }
}

struct Written;

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        log().lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn bytes_of(status: &Status) -> Vec<u8> {
    format!("{status:?} {:?}", status.metadata())
        .into_bytes()
        .into_iter()
        .chain(status.details().to_vec())
        .collect()
}

/// Every kind of failing call that a seat can make in its game.
async fn failures(bot: &Bot) -> Vec<Status> {
    let mut failures = Vec::new();
    for (decision_id, code) in [(0, 0), (1, 5), (1, 99_999_999), (9_999, 1)] {
        failures.extend(bot.submit(decision_id, code).await.err());
    }
    for code in (0..1100).step_by(50) {
        let answer = Some(Answer::ActionCode(code));
        let decision_id = bot.view().await.decision.map_or(1, |decision| decision.decision_id);
        let check = pb::SubmitActionRequest {
            decision_id,
            answer,
            validate_only: true,
            ..Default::default()
        };
        failures.extend(bot.submit_request(check).await.err());
    }
    failures.extend(bot.replay().await.err());
    failures.extend(bot.index().await.err());
    failures.extend(bot.frames(Default::default()).await.err());
    failures.extend(
        Bot { game: "games/other".into(), ..bot.clone() }.get_view(Default::default()).await.err(),
    );
    failures
}

/// Everything that viewers are sent in some 120 answers, and every kind of failure.
async fn messages_of(service: &TestService, game: &TestGame) -> Vec<Vec<u8>> {
    let viewers: Vec<Bot> = game.bots().into_iter().chain([game.spectator()]).collect();
    let everything = pb::GetViewRequest {
        include_legal_actions: true,
        include_text: true,
        ..Default::default()
    };
    let mut messages = Vec::new();
    for turn in 0..120 {
        let viewer = &viewers[turn % viewers.len()];
        let view = viewer.get_view(everything.clone()).await.unwrap();
        messages.push(view.encode_to_vec());
        if let Some(decision) = view.decision {
            let check = pb::SubmitActionRequest {
                decision_id: decision.decision_id,
                answer: Some(Answer::ActionCode(decision.legal_codes[0])),
                validate_only: true,
                include_legal_actions: true,
                include_text: true,
                ..Default::default()
            };
            messages.push(viewer.submit_request(check).await.unwrap().encode_to_vec());
        }
        messages.extend(viewer.act(some(turn)).await.map(|response| response.encode_to_vec()));
        // The game is public: a call without a token gets a spectator's view.
        let request = pb::GetViewRequest { game: game.name.clone(), ..everything.clone() };
        let shown = service.client().get_view(request).await.expect("a view").into_inner();
        messages.push(shown.encode_to_vec());
    }
    for viewer in &viewers {
        let request = pb::WatchGameRequest {
            game: game.name.clone(),
            resume_after_view_version: Some(0),
            include_legal_actions: true,
            include_text: true,
            include_views: true,
            ..Default::default()
        };
        let mut stream = viewer.watch_request(request).await.unwrap();
        let last = viewer.view().await.view_version;
        loop {
            match stream.message().await {
                watch_game_response::Message::Heartbeat(beat) => {
                    messages.push(beat.encode_to_vec())
                }
                watch_game_response::Message::Update(update) => {
                    messages.push(update.encode_to_vec());
                    if update.view_version == last {
                        break;
                    }
                }
                other => panic!("expected an update, got {other:?}"),
            }
        }
        messages.extend(failures(viewer).await.iter().map(bytes_of));
    }
    let games =
        service.client().list_games(pb::ListGamesRequest::default()).await.unwrap().into_inner();
    messages.push(games.encode_to_vec());
    assert!(messages.len() > 300, "{} messages", messages.len());
    messages
}

/// Guarantee T04 (the seed was in a player's view): a seed that the creator chose, and one that the
/// service drew; with clocks and without.
#[tokio::test]
async fn neither_seed_nor_token_is_in_any_message_log_or_error() {
    let _listening = Listening::begin();
    let service = TestService::on_disk().await;
    let chosen: Vec<u8> = hierophant::secrets::random_bytes::<32>().to_vec();
    let seeds = [Some(chosen), None]
        .into_iter()
        .flat_map(|seed| RulesetId::ALL.iter().map(move |id| (*id, seed.clone())));
    for (ruleset, seed) in seeds {
        // Whole games are long, and the end is the same code for every ruleset.
        let is_to_its_end = seed.is_some() && ruleset == RulesetId::Arcanum;
        let begin = log().lock().unwrap().len();
        let time_control =
            seed.is_none().then(|| pb::TimeControl { bank_ms: 60_000, ..Default::default() });
        let game = service
            .create(pb::CreateGameRequest {
                seed,
                time_control,
                visibility: pb::Visibility::Public.into(),
                ..request_of(ruleset)
            })
            .await;
        let tokens: Vec<Vec<u8>> = game.tokens().into_iter().map(String::into_bytes).collect();
        assert_absent(
            &tokens,
            &game.created.game.as_ref().unwrap().encode_to_vec(),
            "the description of the game",
        );
        let messages = messages_of(&service, &game).await;
        if is_to_its_end {
            bot::play_to_end(&game.bots()).await;
        } else {
            bot::abort(&service, &game.name).await.expect("it may");
        }
        // Only now is it known what to look for.
        let replay = game.spectator().whole_replay().await;
        let drawn =
            [&replay.header.seed, &replay.header.nonce].map(|secret| forms(secret)).concat();
        assert_absent(&drawn, &game.created.encode_to_vec(), "the answer to the creator");
        for message in &messages {
            assert_absent(&drawn, message, "a message");
            assert_absent(&tokens, message, "a message");
        }
        // Before the game began there was no secret of its own that could have been logged.
        let log = log().lock().unwrap()[begin..].to_vec();
        assert!(contains(&log, b"answering"), "the log is heard at its finest level");
        assert_absent(&drawn, &log, "the log");
        assert_absent(&tokens, &log, "the log");
    }
    // Cards have names; none is ever logged, hidden or not.
    let names: Vec<Vec<u8>> = (0..78)
        .filter_map(hierophant_rules::arcanum::Card::new)
        .map(|card| (card.to_string(), format!("{card:?}")))
        .chain(
            (0..78)
                .filter_map(hierophant_rules::arcanoid::Card::new)
                .map(|card| (card.to_string(), format!("{card:?}"))),
        )
        .chain(
            (0..=u8::MAX)
                .filter_map(hierophant_rules::res_arcana::Face::new)
                .map(|face| (face.to_string(), format!("{face:?}"))),
        )
        .chain(
            (0..=u8::MAX)
                .filter_map(hierophant_rules::arcana::Card::new)
                .map(|card| (card.to_string(), format!("{card:?}"))),
        )
        .flat_map(|(name, debug)| [name.into_bytes(), debug.into_bytes()])
        .filter(|name| name.len() > 3)
        .collect();
    assert!(names.len() > 78);
    // What other tests log meanwhile is searched too: whole words, since "encrypted" is no crypt.
    let heap = log().lock().unwrap().clone();
    let is_letter = |at: usize| heap.get(at).is_some_and(u8::is_ascii_alphabetic);
    for name in names {
        let is_word = |at: &usize| !is_letter(at.wrapping_sub(1)) && !is_letter(at + name.len());
        if let Some(at) = memchr::memmem::find_iter(&heap, &name).find(is_word) {
            let line = heap[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let line = heap[line..].split(|byte| *byte == b'\n').next().unwrap_or_default();
            let (name, line) = (String::from_utf8_lossy(&name), String::from_utf8_lossy(line));
            panic!("the card {name} is in the log: {line}");
        }
    }
}

#[tokio::test]
async fn the_search_for_secrets_finds_them_where_they_may_be() {
    let service = TestService::start().await;
    let seed: Vec<u8> = hierophant::secrets::random_bytes::<32>().to_vec();
    let asked = pb::CreateGameRequest { seed: Some(seed.clone()), ..request() };
    let game = service.create(asked.clone()).await;
    bot::play_to_end(&game.bots()).await;
    let (header, ..) = game.spectator().replay().await.unwrap();
    let found = |heap: &[u8]| forms(&seed).iter().any(|form| contains(heap, form));
    assert!(found(&header.encode_to_vec()), "the replay of an ended game reveals the seed");
    assert!(!found(format!("{asked:?} {header:?}").as_bytes()), "printing a message doesn't");
    assert!(found(format!("{seed:?}").as_bytes()));
    let token = game.tokens().remove(0);
    assert!(
        contains(&game.created.encode_to_vec(), token.as_bytes()),
        "the creator gets the tokens"
    );
    assert!(
        !contains(format!("{:?}", game.created).as_bytes(), token.as_bytes()),
        "printing the answer doesn't"
    );
}

#[tokio::test]
async fn a_spectator_has_the_public_part_alone() {
    let service = TestService::start().await;
    let game = service.game().await;
    let bots = game.bots();
    for turn in 0..80 {
        bots[turn % 4].act(some(turn)).await;
        let view = game.spectator().view().await;
        assert_eq!(view.decision, None);
        let Some(pb::view::Ruleset::Arcanum(seen)) = view.ruleset else {
            panic!("a view of Arcanum")
        };
        assert!(seen.hand.is_empty() && seen.row.is_empty());
    }
}
