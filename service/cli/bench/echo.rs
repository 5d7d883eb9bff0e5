//! The bare server: it decodes the same requests and encodes the same responses as the service, and
//! does nothing else. It is the upper bound for a service on this transport.

use super::{
    super::CommandError,
    process::SERVING,
    types::{ANSWERS_FILE, Answers},
};
use hierophant::{
    games::EncodedWatchGameResponse,
    pb::{
        server::game_service_server::{GameService, GameServiceServer},
        v1::{self as pb, watch_game_response::Message},
    },
};
use prost::Message as _;
use std::{
    fs,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::{
    net::{TcpListener, UnixListener},
    sync::mpsc,
};
use tokio_stream::{
    Stream,
    wrappers::{ReceiverStream, UnixListenerStream},
};
use tonic::{
    Request, Response, Status, async_trait,
    transport::{Server, server::TcpIncoming},
};

/// A game service with constant responses.
struct Echo {
    answers: Answers,
    /// How many updates were sent.
    sent: AtomicUsize,
    streams: Mutex<Vec<mpsc::Sender<Result<EncodedWatchGameResponse, Status>>>>,
}

impl Echo {
    fn new(answers: Answers) -> Echo {
        Echo { answers, sent: AtomicUsize::new(0), streams: Mutex::default() }
    }

    /// Sends the next update, encoded once, to all streams. Returns its version.
    fn broadcast(&self) -> Option<u32> {
        let update = self.answers.updates.get(self.sent.fetch_add(1, Ordering::Relaxed))?;
        let encoded = EncodedWatchGameResponse::with_update(update.encode_to_vec().into());
        let streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        // A stream that has ended is sent nothing.
        streams.iter().for_each(|stream| drop(stream.try_send(Ok(encoded.clone()))));
        Some(update.view_version)
    }
}

/// Messages that wait for a stream: it is sent one after the other.
const STREAM_QUEUE_MESSAGES_MAX: usize = 16;

/// Serves until the process is killed. The responses are in the folder, and the socket is created
/// there.
pub(super) async fn serve(folder: &Path) -> Result<(), CommandError> {
    let answers = Answers::load(&fs::read(folder.join(ANSWERS_FILE))?)?;
    let tcp = TcpListener::bind("127.0.0.1:0").await?;
    let unix = UnixListener::bind(folder.join("echo.socket"))?;
    eprintln!("listening {}", tcp.local_addr()?);
    eprintln!("{SERVING}");
    let service = GameServiceServer::from_arc(Arc::new(Echo::new(answers)));
    let by_tcp = Server::builder().add_service(service.clone());
    let by_unix = Server::builder().add_service(service);
    tokio::try_join!(
        by_tcp.serve_with_incoming(TcpIncoming::from(tcp).with_nodelay(Some(true))),
        by_unix.serve_with_incoming(UnixListenerStream::new(unix)),
    )?;
    Ok(())
}

type EchoResult<T> = Result<Response<T>, Status>;

fn unimplemented<T>() -> EchoResult<T> {
    Err(Status::unimplemented("the bare server has GetView, SubmitAction and WatchGame only"))
}

#[async_trait]
impl GameService for Echo {
    async fn get_view(&self, _: Request<pb::GetViewRequest>) -> EchoResult<pb::GetViewResponse> {
        Ok(Response::new(self.answers.view.clone()))
    }

    async fn submit_action(
        &self,
        _: Request<pb::SubmitActionRequest>,
    ) -> EchoResult<pb::SubmitActionResponse> {
        let mut response = self.answers.submit.clone();
        if !self.answers.updates.is_empty() {
            response.view_version = self.broadcast().unwrap_or_default();
        }
        Ok(Response::new(response))
    }

    async fn list_rulesets(
        &self,
        _: Request<pb::ListRulesetsRequest>,
    ) -> EchoResult<pb::ListRulesetsResponse> {
        unimplemented()
    }

    async fn get_ruleset(
        &self,
        _: Request<pb::GetRulesetRequest>,
    ) -> EchoResult<pb::GetRulesetResponse> {
        unimplemented()
    }

    async fn get_service_info(
        &self,
        _: Request<pb::GetServiceInfoRequest>,
    ) -> EchoResult<pb::GetServiceInfoResponse> {
        unimplemented()
    }

    async fn create_game(
        &self,
        _: Request<pb::CreateGameRequest>,
    ) -> EchoResult<pb::CreateGameResponse> {
        unimplemented()
    }

    async fn get_game(&self, _: Request<pb::GetGameRequest>) -> EchoResult<pb::GetGameResponse> {
        unimplemented()
    }

    async fn list_games(
        &self,
        _: Request<pb::ListGamesRequest>,
    ) -> EchoResult<pb::ListGamesResponse> {
        unimplemented()
    }

    async fn resign(&self, _: Request<pb::ResignRequest>) -> EchoResult<pb::ResignResponse> {
        unimplemented()
    }

    async fn abort_game(
        &self,
        _: Request<pb::AbortGameRequest>,
    ) -> EchoResult<pb::AbortGameResponse> {
        unimplemented()
    }

    async fn rotate_token(
        &self,
        _: Request<pb::RotateTokenRequest>,
    ) -> EchoResult<pb::RotateTokenResponse> {
        unimplemented()
    }

    type WatchGameStream =
        Box<dyn Stream<Item = Result<EncodedWatchGameResponse, Status>> + Send + Unpin>;

    async fn watch_game(
        &self,
        _: Request<pb::WatchGameRequest>,
    ) -> EchoResult<Self::WatchGameStream> {
        let (sender, messages) = mpsc::channel(STREAM_QUEUE_MESSAGES_MAX);
        // So that the caller knows that it has begun.
        let begun = Message::Heartbeat(pb::Heartbeat::default());
        drop(sender.try_send(Ok(begun.into())));
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        Ok(Response::new(Box::new(ReceiverStream::new(messages))))
    }

    async fn get_replay_index(
        &self,
        _: Request<pb::GetReplayIndexRequest>,
    ) -> EchoResult<pb::GetReplayIndexResponse> {
        unimplemented()
    }

    async fn get_replay_frames(
        &self,
        _: Request<pb::GetReplayFramesRequest>,
    ) -> EchoResult<pb::GetReplayFramesResponse> {
        unimplemented()
    }

    type GetReplayStream =
        Box<dyn Stream<Item = Result<pb::GetReplayResponse, Status>> + Send + Unpin>;

    async fn get_replay(
        &self,
        _: Request<pb::GetReplayRequest>,
    ) -> EchoResult<Self::GetReplayStream> {
        unimplemented()
    }
}
