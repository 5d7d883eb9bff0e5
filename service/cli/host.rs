//! The service that a command brings along.

use super::CommandError;
use hierophant::{
    clock::SystemClock,
    config::Limits,
    grpc::{Listeners, ServeError, Store, serve},
    secrets::KeyRing,
    storage::{SqliteOptions, SqliteStorage},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

/// A service on a free loopback port.
pub(super) struct Host {
    address: String,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
    /// A store that goes with it.
    _folder: Option<TempDir>,
}

impl Host {
    /// With a store of its own, in a temporary folder that goes with it.
    pub(super) async fn start() -> Result<Host, CommandError> {
        let folder = tempfile::Builder::new().prefix("hierophant-demo-").tempdir()?;
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(folder.path().join("demo.db")))?);
        Host::of(Store { storage, ring: KeyRing::in_memory() }, Some(folder)).await
    }

    /// With the store in this file, and the keys beside it.
    pub(super) async fn on(path: &Path) -> Result<Host, CommandError> {
        // The store first: while it is open nobody else makes a ring for it.
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(path))?);
        Host::of(Store { storage, ring: KeyRing::open_or_create(&Host::keys_of(path))? }, None).await
    }

    /// Where the keys of a store are.
    pub(super) fn keys_of(store: &Path) -> PathBuf {
        let mut keys = store.as_os_str().to_owned();
        keys.push(".keys");
        PathBuf::from(keys)
    }

    async fn of(store: Store, folder: Option<TempDir>) -> Result<Host, CommandError> {
        let listeners = Listeners::bind(Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))), None).await?;
        let address = listeners.tcp_address().ok_or("the service listens nowhere")?;
        let (stop, stopped) = oneshot::channel();
        let until = async {
            let _ = stopped.await;
        };
        let served = tokio::spawn(serve(listeners, store, Arc::new(SystemClock), Limits::default(), until));
        Ok(Host { address: format!("http://{address}"), stop, served, _folder: folder })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }

    /// Ends in good order.
    pub(super) async fn stop(self) -> Result<(), CommandError> {
        let Host { stop, served, .. } = self;
        let _ = stop.send(());
        Ok(served.await??)
    }
}
