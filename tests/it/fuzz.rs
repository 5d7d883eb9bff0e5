//! Whatever bytes the service is sent, it says what is wrong, continues, and its games stay valid.
//!
//! Short by default; `HIEROPHANT_FUZZ_ROUNDS=100000 cargo test --release --test it fuzz` runs for
//! longer, and `HIEROPHANT_FUZZ_SEED` begins elsewhere.

use crate::support::{
    agents,
    bot::{self, play_on, reason},
    service::{TestGame, TestService, request},
    tournaments::{self, built_in, round_robin},
};
use hierophant::{
    pb::v1::{self as pb, submit_action_request::Answer},
    verify::verify,
};
use hierophant_rules::{Rng, Seed, bounded};
use prost::{
    Message,
    bytes::{Buf, BufMut, Bytes},
};
use tonic::{
    Code, Request, Status,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::http::uri::PathAndQuery,
};

const ROUNDS: u64 = 400;
/// No message that is made up is longer, but for a few.
const BYTES_MAX: u32 = 200;

/// Messages as they are on the wire.
#[derive(Clone, Copy, Default)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Raw;
    type Decoder = Raw;

    fn encoder(&mut self) -> Raw {
        Raw
    }

    fn decoder(&mut self) -> Raw {
        Raw
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, into: &mut EncodeBuf<'_>) -> Result<(), Status> {
        into.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn chance(purpose: u32) -> impl Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&from_environment("HIEROPHANT_FUZZ_SEED", 1).to_le_bytes());
    Seed::new(bytes).at(purpose, 0)
}

fn below(rng: &mut impl Rng, bound: usize) -> usize {
    bounded(rng, bound as u32) as usize
}

/// The methods of the service, read from its own description.
fn methods() -> Vec<String> {
    let files = prost_types::FileDescriptorSet::decode(hierophant::pb::FILE_DESCRIPTOR_SET)
        .expect("our own");
    let mut methods = Vec::new();
    for file in files.file {
        for service in &file.service {
            let path = |method: &prost_types::MethodDescriptorProto| {
                format!("/{}.{}/{}", file.package(), service.name(), method.name())
            };
            methods.extend(service.method.iter().map(path));
        }
    }
    methods
}

/// Bytes of any kind: nonsense, or a message of the service with some bytes changed.
fn bytes(rng: &mut impl Rng, game: &str) -> Bytes {
    let mut bytes = match below(rng, 8) {
        0 => {
            let length = bounded(rng, BYTES_MAX);
            (0..length).map(|_| rng.next_u32() as u8).collect()
        }
        1 => pb::CreateGameRequest { game_id: "fuzz".into(), ..request() }.encode_to_vec(),
        2 => pb::SubmitActionRequest {
            game: game.into(),
            decision_id: rng.next_u32() % 4,
            answer: Some(Answer::ActionCode(rng.next_u32() % 1024)),
            ..Default::default()
        }
        .encode_to_vec(),
        3 => {
            let terms = Some(agents::terms(1 + rng.next_u32() % 8));
            let hello = pb::AgentHello { agent: "fuzzed".into(), terms };
            pb::ServeRequest { message: Some(pb::serve_request::Message::Hello(hello)) }
                .encode_to_vec()
        }
        4 => {
            let answer = pb::AgentAnswer {
                game: game.into(),
                seat: rng.next_u32() % 5,
                decision_id: 1,
                answer: None,
            };
            pb::SubmitActionsRequest { answers: vec![answer; 2] }.encode_to_vec()
        }
        5 => tournaments::creation("fuzz", round_robin(built_in(&["random", "greedy"]), 2, 1))
            .encode_to_vec(),
        6 => pb::ListResultsRequest { tournament: "tournaments/fuzz".into(), ..Default::default() }
            .encode_to_vec(),
        _ => pb::GetViewRequest { game: game.into(), ..Default::default() }.encode_to_vec(),
    };
    for _ in 0..below(rng, 4) {
        match bytes.len() {
            0 => {}
            length => bytes[below(rng, length)] ^= 1 << below(rng, 8),
        }
    }
    bytes.into()
}

/// What may be answered to anything at all: everything but a fault of ours.
#[track_caller]
fn check(status: &Status) {
    let ours = [Code::Internal, Code::Unknown, Code::DataLoss, Code::Unimplemented];
    assert!(!ours.contains(&status.code()), "{status:?}");
    assert!(!reason(status).starts_with("no reason"), "{status:?}");
}

#[tokio::test]
async fn any_bytes_into_any_call_are_answered_with_a_reason() {
    let service = TestService::start().await;
    let game = service.game().await;
    let (methods, mut rng) = (methods(), chance(1));
    assert!(methods.len() >= 11, "{methods:?}");
    let agent = agents::register(&service, "fuzzed").await;
    let tokens: Vec<String> = game.tokens().into_iter().chain([agent.token]).collect();
    assert!(methods.iter().any(|method| method.contains("TournamentService")), "{methods:?}");
    for round in 0..from_environment("HIEROPHANT_FUZZ_ROUNDS", ROUNDS) {
        let method = &methods[round as usize % methods.len()];
        let mut grpc = tonic::client::Grpc::new(service.channel());
        grpc.ready().await.expect("it serves");
        let mut call = Request::new(bytes(&mut rng, &game.name));
        // A wait for something that never comes would be answered, but only in half a minute.
        call.set_timeout(std::time::Duration::from_millis(200));
        match below(&mut rng, 3) {
            0 => {}
            1 => drop(
                call.metadata_mut().insert("authorization", "Bearer nonsense".parse().unwrap()),
            ),
            _ => {
                let token = &tokens[below(&mut rng, tokens.len())];
                call.metadata_mut()
                    .insert("authorization", format!("Bearer {token}").parse().unwrap());
            }
        }
        let path = PathAndQuery::try_from(method.as_str()).unwrap();
        if let Err(status) = grpc.server_streaming(call, path, Raw).await
            && status.code() != Code::Cancelled
            && status.code() != Code::DeadlineExceeded
        {
            check(&status);
        }
    }
    assert_eq!(
        game.spectator().view().await.view_version,
        game.bot(0).view().await.view_version.min(1)
    );
}

/// A valid call, of any kind; what it is refused with, if it is.
async fn some_call(service: &TestService, game: &TestGame, rng: &mut impl Rng) -> Option<Status> {
    let seat = below(rng, 4);
    let bot = game.bot(seat);
    match below(rng, 12) {
        0..6 => {
            let decision = bot.view().await.decision?;
            let code = decision.legal_codes[below(rng, decision.legal_codes.len())];
            bot.submit(decision.decision_id, code).await.err()
        }
        6 => bot.submit(rng.next_u32() % 50, rng.next_u32() % 2048).await.err(),
        7 => {
            let answer = Some(Answer::ActionCode(rng.next_u32() % 2048));
            let decision_id = rng.next_u32() % 50;
            bot.submit_request(pb::SubmitActionRequest {
                decision_id,
                answer,
                validate_only: true,
                following_codes: (0..below(rng, 5)).map(|_| rng.next_u32() % 2048).collect(),
                ..Default::default()
            })
            .await
            .err()
        }
        8 => {
            let mut stream = match bot.watch(Some(rng.next_u32() % 60)).await {
                Ok(stream) => stream,
                Err(status) => return Some(status),
            };
            // A stream lasts as long as its game; one message is enough.
            tokio::select! {
                message = stream.next() => message.and_then(Result::err),
                _ = bot.view() => None,
            }
        }
        9 => bot.replay().await.err(),
        10 if below(rng, 40) == 0 => bot.resign().await.err(),
        10 if below(rng, 40) == 0 => bot::abort(service, &game.name).await.err(),
        _ => {
            let listing =
                pb::ListGamesRequest { page_size: rng.next_u32() % 300, ..Default::default() };
            service.client().list_games(listing).await.err()
        }
    }
}

#[tokio::test]
async fn any_calls_in_any_order_leave_sound_games() {
    let service = TestService::on_disk().await;
    let mut rng = chance(2);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(
            service
                .create(pb::CreateGameRequest { illegal_answers_max: Some(20), ..request() })
                .await,
        );
    }
    for _ in 0..from_environment("HIEROPHANT_FUZZ_ROUNDS", ROUNDS) {
        let game = &games[below(&mut rng, games.len())];
        if let Some(status) = some_call(&service, game, &mut rng).await {
            check(&status);
        }
    }
    for game in &games {
        play_on(&game.bots()).await;
        assert!(verify(&game.spectator().whole_replay().await).expect("our own rules").holds());
    }
}
