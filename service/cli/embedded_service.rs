//! The service that a command brings along.

use super::CommandError;
use hierophant::{
    client::Client,
    clock::SystemClock,
    config::Limits,
    grpc::{Listeners, Locks, ServeError, Store, serve},
    secrets::{KeyRing, PrincipalToken, Principals},
    storage::{SqliteOptions, SqliteStorage},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

/// A service on a free loopback port. It is for the command that brings it along alone: others on this machine, the programs of a
/// tournament among them, can do what the tokens allow that they are given.
pub(super) struct EmbeddedService {
    address: String,
    /// Opens everything; nobody else is told.
    operator: PrincipalToken,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
    /// A store that goes with it.
    _folder: Option<TempDir>,
}

impl EmbeddedService {
    /// With a store of its own, in a temporary folder that goes with it.
    pub(super) async fn start() -> Result<EmbeddedService, CommandError> {
        let folder = tempfile::Builder::new().prefix("hierophant-demo-").tempdir()?;
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(folder.path().join("demo.db")))?);
        EmbeddedService::of(Store { storage, ring: KeyRing::in_memory() }, Some(folder)).await
    }

    /// With the store in this file, and the keys beside it.
    pub(super) async fn on(path: &Path) -> Result<EmbeddedService, CommandError> {
        // The store first: while it is open nobody else makes a ring for it.
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(path))?);
        EmbeddedService::of(Store { storage, ring: KeyRing::open_or_create(&EmbeddedService::keys_of(path))? }, None)
            .await
    }

    /// Where the keys of a store are.
    pub(super) fn keys_of(store: &Path) -> PathBuf {
        let mut keys = store.as_os_str().to_owned();
        keys.push(".keys");
        PathBuf::from(keys)
    }

    /// All files that a store is kept in, whether they exist or not.
    pub(super) fn files_of(store: &Path) -> Vec<PathBuf> {
        let beside = |suffix: &str| {
            let mut file = store.as_os_str().to_owned();
            file.push(suffix);
            PathBuf::from(file)
        };
        let database = ["", "-wal", "-shm", "-journal", "-lock", "-mark", "-mark.new"].map(beside);
        database.into_iter().chain([EmbeddedService::keys_of(store)]).collect()
    }

    async fn of(store: Store, folder: Option<TempDir>) -> Result<EmbeddedService, CommandError> {
        let operator = PrincipalToken::draw();
        let locks = Locks { principals: Some(Arc::new(Principals::alone(&operator))), tls: None };
        let tcp = Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let listeners = Listeners::locked(tcp, None, locks).await?;
        let address = listeners.tcp_address().ok_or("the service listens nowhere")?;
        let (stop, stopped) = oneshot::channel();
        let until = async {
            let _ = stopped.await;
        };
        let served = tokio::spawn(serve(listeners, store, Arc::new(SystemClock), Limits::default(), until));
        Ok(EmbeddedService { address: format!("http://{address}"), operator, stop, served, _folder: folder })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// A client that may do everything.
    pub(super) fn client(&self) -> Result<Client, CommandError> {
        Ok(Client::new(&self.address)?.with_token(self.operator.expose())?)
    }

    /// Ends in good order.
    pub(super) async fn stop(self) -> Result<(), CommandError> {
        let EmbeddedService { stop, served, .. } = self;
        let _ = stop.send(());
        Ok(served.await??)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hierophant::{
        client::Patience,
        pb::v1::{self as pb, ErrorReason},
    };

    #[tokio::test]
    async fn a08_a_service_that_a_command_brings_along_lets_nobody_else_in() {
        let service = EmbeddedService::start().await.expect("a service");
        let mine = service.client().expect("a client").with_patience(Patience::AGENT);
        assert!(mine.tournaments().list(false).await.expect("its own").is_empty());
        let other = Client::new(service.address()).expect("an address").with_patience(Patience::CALL);
        let failures = [
            other.tournaments().list(false).await.map(|_| ()).expect_err("nobody"),
            other.list_agents().await.map(|_| ()).expect_err("nobody"),
            other.create_game(pb::CreateGameRequest::default()).await.map(|_| ()).expect_err("nobody"),
        ];
        assert!(failures.iter().all(|failure| failure.reason == ErrorReason::TokenUnknown), "{failures:?}");
        service.stop().await.expect("in good order");
    }
}
