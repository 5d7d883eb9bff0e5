//! Traces as a collector sees them: the program with its feature `otel`, and a collector that keeps
//! what it is sent.

use crate::support::{
    bot::{Bot, some},
    service::request,
};
use hierophant::client::{Client, RetryPolicy, endpoint};
use std::{
    convert::Infallible,
    future::{Ready, ready},
    pin::Pin,
    process::{Child, Command, Stdio},
    task::{Context, Poll},
};
use tokio::{net::TcpListener, sync::mpsc};
use tonic::{
    Request, Response, Status,
    body::Body,
    codegen::{Service, http},
    server::{Grpc, NamedService, UnaryService},
    transport::{Server, server::TcpIncoming},
};

/// The message of OTLP, as far as it matters here.
#[derive(Clone, PartialEq, prost::Message)]
struct Export {
    #[prost(bytes = "vec", repeated, tag = "1")]
    resource_spans: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, prost::Message)]
struct Exported {}

/// Keeps what it is sent.
#[derive(Clone)]
struct Collector(mpsc::UnboundedSender<Vec<u8>>);

impl NamedService for Collector {
    const NAME: &'static str = "opentelemetry.proto.collector.trace.v1.TraceService";
}

impl UnaryService<Export> for Collector {
    type Response = Exported;
    type Future = Ready<Result<Response<Exported>, Status>>;

    fn call(&mut self, request: Request<Export>) -> Self::Future {
        // The test has seen enough and doesn't listen any more.
        let _ = self.0.send(request.into_inner().resource_spans.concat());
        ready(Ok(Response::new(Exported {})))
    }
}

impl Service<http::Request<Body>> for Collector {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let service = self.clone();
        let mut grpc = Grpc::new(tonic_prost::ProstCodec::<Exported, Export>::default());
        Box::pin(async move { Ok(grpc.unary(service, request).await) })
    }
}

struct TracedProgram(Child);

impl Drop for TracedProgram {
    fn drop(&mut self) {
        self.0.kill().expect("it can be killed");
        self.0.wait().expect("it is gone");
    }
}

fn contains(heap: &[u8], needle: &str) -> bool {
    heap.windows(needle.len()).any(|window| window == needle.as_bytes())
}

#[tokio::test]
async fn a_collector_sees_the_way_of_an_answer_and_no_secret() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let collector = format!("http://{}", listener.local_addr().expect("an address"));
    let (sender, mut sent) = mpsc::unbounded_channel();
    tokio::spawn(
        Server::builder()
            .add_service(Collector(sender))
            .serve_with_incoming(TcpIncoming::from(listener)),
    );

    let folder = tempfile::tempdir().expect("a folder");
    let socket = folder.path().join("socket");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hierophant"));
    command
        .args(["serve", "--no-tcp", "--store", "memory", "--unix-socket"])
        .arg(&socket)
        .env_clear();
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector).env("OTEL_BSP_SCHEDULE_DELAY", "50");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _served = TracedProgram(command.spawn().expect("it starts"));

    let address = format!("unix:{}", socket.display());
    let client = Client::new(&address).expect("an address").with_retry_policy(RetryPolicy::AGENT);
    let created = client.create_game(request()).await.expect("a game");
    let channel = endpoint(&address).expect("an address").connect().await.expect("it listens");
    let name = &created.game.as_ref().expect("a game").name;
    for (turn, seat) in created.seat_tokens.iter().enumerate() {
        Bot::new(channel.clone(), name, &seat.token).act(some(turn)).await;
    }
    let mut traces = Vec::new();
    while !["call", "submit", "append", "publish"].iter().all(|span| contains(&traces, span)) {
        traces.extend(sent.recv().await.expect("the collector listens"));
    }
    assert!(contains(&traces, "/hierophant.v1.GameService/SubmitAction"));
    let id = created.game.as_ref().expect("a game").name.trim_start_matches("games/");
    let tokens = created.seat_tokens.iter().map(|seat| seat.token.as_str());
    for secret in tokens.chain([created.spectator_token.as_str(), id]) {
        assert!(!contains(&traces, secret), "a secret is in the traces");
    }
}
