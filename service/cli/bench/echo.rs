//! The bare server: it decodes the same requests and encodes the same responses as the service, and
//! does nothing else. It is the upper bound for a service on this transport.

use super::{
    super::CommandError,
    process::SERVING,
    types::{ANSWERS_FILE, Answers},
};
use hierophant::pb::{
    server::game_service_server::{GameService, GameServiceServer},
    v1 as pb,
};
use std::{fs, path::Path, sync::Arc};
use tokio::net::{TcpListener, UnixListener};
use tokio_stream::{Stream, wrappers::UnixListenerStream};
use tonic::{
    Request, Response, Status, async_trait,
    transport::{Server, server::TcpIncoming},
};

/// A game service with constant responses.
struct Echo {
    answers: Answers,
}

/// Serves until the process is killed. The responses are in the folder, and the socket is created
/// there.
pub(super) async fn serve(folder: &Path) -> Result<(), CommandError> {
    let answers = Answers::load(&fs::read(folder.join(ANSWERS_FILE))?)?;
    let tcp = TcpListener::bind("127.0.0.1:0").await?;
    let unix = UnixListener::bind(folder.join("echo.socket"))?;
    eprintln!("listening {}", tcp.local_addr()?);
    eprintln!("{SERVING}");
    let service = GameServiceServer::from_arc(Arc::new(Echo { answers }));
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
    Err(Status::unimplemented("the bare server has GetView and SubmitAction only"))
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
        Ok(Response::new(self.answers.submit.clone()))
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
        Box<dyn Stream<Item = Result<pb::WatchGameResponse, Status>> + Send + Unpin>;

    async fn watch_game(
        &self,
        _: Request<pb::WatchGameRequest>,
    ) -> EchoResult<Self::WatchGameStream> {
        unimplemented()
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
