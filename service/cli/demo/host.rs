//! The service that a demo brings along.

use super::super::CommandError;
use hierophant::{
    clock::SystemClock,
    config::Limits,
    grpc::{Listeners, ServeError, Store, serve},
    secrets::KeyRing,
    storage::{SqliteOptions, SqliteStorage},
};
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::{sync::oneshot, task::JoinHandle};

/// A service on a free loopback port; its store is a temporary folder that goes with it.
pub(super) struct Host {
    address: String,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), ServeError>>,
    _folder: TempDir,
}

impl Host {
    pub(super) async fn start() -> Result<Host, CommandError> {
        let folder = tempfile::Builder::new().prefix("hierophant-demo-").tempdir()?;
        let storage = Arc::new(SqliteStorage::open(SqliteOptions::at(folder.path().join("demo.db")))?);
        let store = Store { storage, ring: KeyRing::in_memory() };
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
