//! A service inside the process of a command.

use super::CommandError;
use hierophant::{
    client::{Client, Replay, RetryPolicy},
    clock::SystemClock,
    config::Limits,
    games::import,
    grpc::{Listeners, Security, ServeError, Store, WebOptions, serve},
    secrets::{KeyRing, PrincipalToken, Principals, Token},
    storage::{MemoryStorage, SqliteOptions, SqliteStorage},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

/// A service on a free loopback port. Only the command that starts it has the operator's token:
/// other processes on this machine, such as the programs of a tournament, can do what their own
/// tokens permit.
pub(super) struct EmbeddedService {
    address: String,
    /// Permits everything; known to this process alone.
    operator: PrincipalToken,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
    /// The folder of a temporary store.
    _folder: Option<TempDir>,
}

impl EmbeddedService {
    /// A service with a store in a temporary folder, which is deleted with the service.
    pub(super) async fn start() -> Result<EmbeddedService, CommandError> {
        EmbeddedService::temporary(None).await
    }

    /// The same, for browsers as well.
    pub(super) async fn for_browsers() -> Result<EmbeddedService, CommandError> {
        EmbeddedService::temporary(Some(WebOptions::default())).await
    }

    /// A service for browsers in which this ended game is alone, and the token of its spectators.
    pub(super) async fn of_replay(
        replay: Replay,
    ) -> Result<(EmbeddedService, Token), CommandError> {
        let (storage, key_ring) = (Arc::new(MemoryStorage::new()), KeyRing::in_memory());
        let Replay { header, entries } = replay;
        let name = header.game.as_ref().map_or_else(String::new, |game| game.name.clone());
        let token = import(&*storage, &key_ring, header, entries).await?;
        let store = Store { storage, key_ring };
        let service = EmbeddedService::of(store, None, Some(WebOptions::default())).await?;
        // It accepts calls a moment after it listens.
        service.client()?.with_retry_policy(RetryPolicy::CALL).replay(&name).await?;
        Ok((service, token))
    }

    async fn temporary(web: Option<WebOptions>) -> Result<EmbeddedService, CommandError> {
        let folder = tempfile::Builder::new().prefix("hierophant-demo-").tempdir()?;
        let storage =
            Arc::new(SqliteStorage::open(SqliteOptions::at(folder.path().join("demo.db")))?);
        let store = Store { storage, key_ring: KeyRing::in_memory() };
        EmbeddedService::of(store, Some(folder), web).await
    }

    /// A service with the store in this file, and the keys next to it; for browsers too with `web`.
    pub(super) async fn on(
        path: &Path,
        web: Option<WebOptions>,
    ) -> Result<EmbeddedService, CommandError> {
        // The store first: while it is open, no other process creates a key ring for it.
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(path))?);
        EmbeddedService::of(
            Store { storage, key_ring: KeyRing::open_or_create(&EmbeddedService::keys_of(path))? },
            None,
            web,
        )
        .await
    }

    /// The file with the keys of a store.
    pub(super) fn keys_of(store: &Path) -> PathBuf {
        let mut keys = store.as_os_str().to_owned();
        keys.push(".keys");
        PathBuf::from(keys)
    }

    /// All files of a store, whether they exist or not.
    pub(super) fn files_of(store: &Path) -> Vec<PathBuf> {
        let next_to = |suffix: &str| {
            let mut file = store.as_os_str().to_owned();
            file.push(suffix);
            PathBuf::from(file)
        };
        let database = ["", "-wal", "-shm", "-journal", "-lock", "-mark", "-mark.new"].map(next_to);
        database.into_iter().chain([EmbeddedService::keys_of(store)]).collect()
    }

    async fn of(
        store: Store,
        folder: Option<TempDir>,
        web: Option<WebOptions>,
    ) -> Result<EmbeddedService, CommandError> {
        let operator = PrincipalToken::draw();
        let security =
            Security { principals: Some(Arc::new(Principals::alone(&operator))), tls: None };
        let tcp = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let listeners = Listeners::secured(tcp, None, security).await?;
        let listeners = match web {
            Some(web) => listeners.with_web(web),
            None => listeners,
        };
        let address = listeners.tcp_address().ok_or("the service has no address")?;
        let (stop, stopped) = oneshot::channel();
        let until = async {
            let _ = stopped.await;
        };
        let served =
            tokio::spawn(serve(listeners, store, Arc::new(SystemClock), Limits::default(), until));
        Ok(EmbeddedService {
            address: format!("http://{address}"),
            operator,
            stop,
            served,
            _folder: folder,
        })
    }

    /// The address that the service listens on.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// The operator's token, for the person who has started the command.
    pub(super) fn operator_token(&self) -> &str {
        self.operator.expose()
    }

    /// A client with the operator's token.
    pub(super) fn client(&self) -> Result<Client, CommandError> {
        Ok(Client::new(&self.address)?.with_token(self.operator.expose())?)
    }

    /// Stops the service and waits for it.
    pub(super) async fn stop(self) -> Result<(), CommandError> {
        let EmbeddedService { stop, served, .. } = self;
        let _ = stop.send(());
        Ok(served.await??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant::pb::v1::{self as pb, ErrorReason};

    #[tokio::test]
    async fn a08_an_embedded_service_refuses_other_clients() {
        let service = EmbeddedService::start().await.expect("a service");
        let mine = service.client().expect("a client").with_retry_policy(RetryPolicy::AGENT);
        assert!(mine.tournaments().list(false).await.expect("its own").is_empty());
        let other = Client::new(service.address())
            .expect("an address")
            .with_retry_policy(RetryPolicy::CALL);
        let failures = [
            other.tournaments().list(false).await.map(|_| ()).expect_err("no token"),
            other.list_agents().await.map(|_| ()).expect_err("no token"),
            other
                .create_game(pb::CreateGameRequest::default())
                .await
                .map(|_| ())
                .expect_err("no token"),
        ];
        assert!(
            failures.iter().all(|failure| failure.reason == ErrorReason::TokenUnknown),
            "{failures:?}"
        );
        service.stop().await.expect("in good order");
    }
}
