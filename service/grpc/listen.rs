//! The sockets that the service listens on: a TCP address, a Unix socket, or both.

use super::{connection_limit::Peer, socket::Socket, tls::Tls, web::WebOptions};
use crate::{admin::MetricsListener, secrets::Principals};
use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::net::TcpListener;
#[cfg(unix)]
use tokio::net::UnixListener;

/// How callers authenticate and connections are secured.
#[derive(Clone, Debug, Default)]
pub struct Security {
    /// The principals. Without them every process on this machine may do everything, and only these
    /// can connect.
    pub principals: Option<Arc<Principals>>,
    /// TLS for TCP connections; without it they are in clear text.
    pub tls: Option<Tls>,
}

/// Sockets that are bound and listen.
#[derive(Debug, Default)]
pub struct Listeners {
    pub(super) security: Security,
    pub(super) tcp: Option<TcpListener>,
    #[cfg(unix)]
    pub(super) unix: Option<UnixListener>,
    pub(super) metrics: Option<MetricsListener>,
    pub(super) web: Option<WebOptions>,
    /// Whether calls without a token may see what is public; if it is not said, only where the
    /// service has no principals.
    pub(super) public: Option<bool>,
    /// Whether calls without a token may create games.
    pub(super) guests: bool,
}

/// Why the service cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The address can be reached from other machines, and there are no principals.
    #[error(
        "refusing to listen on {0}: every process that can reach it could create and end games. Name the permitted callers with --principals \
         (`hierophant principal new` makes the file); or use 127.0.0.1 or a Unix socket, and a tunnel (ssh -L, say)"
    )]
    NotLoopback(SocketAddr),
    /// The system refuses.
    #[error("cannot listen on {address}: {error}")]
    Io {
        /// The address or path.
        address: String,
        /// The system's error.
        error: io::Error,
    },
    /// Neither a TCP address nor a Unix socket was given.
    #[error("there is nothing to listen on: give a TCP address, a Unix socket, or both")]
    Nowhere,
}

impl Listeners {
    /// Binds these sockets, for callers on this machine alone.
    ///
    /// # Errors
    /// `NotLoopback` if the address is not a loopback address, `Nowhere` if there is no socket,
    /// `Io` if the system refuses.
    pub async fn bind(
        tcp: Option<SocketAddr>,
        unix: Option<&Path>,
    ) -> Result<Listeners, ListenError> {
        Listeners::secured(tcp, unix, Security::default()).await
    }

    /// Binds these sockets.
    ///
    /// # Errors
    /// `NotLoopback` if the address is not a loopback address and there are no principals,
    /// `Nowhere` if there is no socket, `Io` if the system refuses.
    pub async fn secured(
        tcp: Option<SocketAddr>,
        unix: Option<&Path>,
        security: Security,
    ) -> Result<Listeners, ListenError> {
        let mut listeners = Listeners { security, ..Listeners::default() };
        if let Some(address) = tcp {
            if !address.ip().is_loopback() && listeners.security.principals.is_none() {
                return Err(ListenError::NotLoopback(address));
            }
            let io = |error| ListenError::Io { address: address.to_string(), error };
            listeners.tcp = Some(TcpListener::bind(address).await.map_err(io)?);
        }
        if let Some(path) = unix {
            listeners.bind_unix(path)?;
        }
        if tcp.is_none() && unix.is_none() {
            return Err(ListenError::Nowhere);
        }
        Ok(listeners)
    }

    /// Adds a listener for the metrics page.
    #[must_use]
    pub fn with_metrics(self, metrics: MetricsListener) -> Listeners {
        Listeners { metrics: Some(metrics), ..self }
    }

    /// Also serves browsers: gRPC-Web over HTTP/1.1 and HTTP/2, and the files of the web client.
    #[must_use]
    pub fn with_web(self, web: WebOptions) -> Listeners {
        Listeners { web: Some(web), ..self }
    }

    /// Lets calls without a token see what is public, or not.
    #[must_use]
    pub fn with_public(self, public: bool) -> Listeners {
        Listeners { public: Some(public), ..self }
    }

    /// Lets calls without a token create games, within the limits of guests. Without principals it
    /// changes nothing: every caller may create games then.
    #[must_use]
    pub fn with_guests(self, guests: bool) -> Listeners {
        Listeners { guests, ..self }
    }

    #[cfg(unix)]
    fn bind_unix(&mut self, path: &Path) -> Result<(), ListenError> {
        let io = |error| ListenError::Io { address: path.display().to_string(), error };
        let bound = match UnixListener::bind(path) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_abandoned(path) => {
                std::fs::remove_file(path).map_err(io)?;
                UnixListener::bind(path)
            }
            bound => bound,
        };
        self.unix = Some(bound.map_err(io)?);
        Ok(())
    }

    #[cfg(not(unix))]
    fn bind_unix(&mut self, path: &Path) -> Result<(), ListenError> {
        let error = io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets");
        Err(ListenError::Io { address: path.display().to_string(), error })
    }

    /// The TCP address that is bound, with the chosen port if port 0 was requested.
    pub fn tcp_address(&self) -> Option<SocketAddr> {
        self.tcp.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// The path of the Unix socket.
    pub fn unix_path(&self) -> Option<PathBuf> {
        #[cfg(unix)]
        return self
            .unix
            .as_ref()
            .and_then(|unix| unix.local_addr().ok()?.as_pathname().map(Path::to_owned));
        #[cfg(not(unix))]
        None
    }
}

/// One socket that listens.
pub(super) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener),
}

impl Listener {
    /// The next connection, and where it comes from.
    pub(super) async fn accept(&self) -> io::Result<(Socket, Peer)> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, address) = listener.accept().await?;
                // Nagle's algorithm would delay small messages by 40 ms.
                stream.set_nodelay(true)?;
                Ok((Socket::Tcp(stream), Peer::from(address.ip())))
            }
            #[cfg(unix)]
            Listener::Unix(listener) => {
                Ok((Socket::Unix(listener.accept().await?.0), Peer::UnixSocket))
            }
        }
    }
}

/// Whether a socket file was left behind by a process that has ended.
#[cfg(unix)]
fn is_abandoned(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_socket = std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket());
    is_socket && std::os::unix::net::UnixStream::connect(path).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T55: TCP_NODELAY is set on every accepted connection.
    #[tokio::test]
    async fn small_messages_never_wait_for_one_another() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let listener = Listener::Tcp(listener);
        let (client, accepted) =
            tokio::join!(tokio::net::TcpStream::connect(address), listener.accept());
        let (Socket::Tcp(stream), _) = accepted.unwrap() else { panic!("it came by TCP") };
        assert!(stream.nodelay().unwrap());
        drop(client.unwrap());
    }

    #[tokio::test]
    async fn an_address_that_others_can_reach_is_refused() {
        for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:7"] {
            let refused = Listeners::bind(Some(address.parse().unwrap()), None).await;
            let error = refused.expect_err("it must not listen there").to_string();
            assert!(error.contains("127.0.0.1") && error.contains("--principals"), "{error}");
        }
        let principals = Principals::parse("ops operator cert-name:ops.example").unwrap();
        let security = Security { principals: Some(Arc::new(principals)), tls: None };
        Listeners::secured(Some("0.0.0.0:0".parse().unwrap()), None, security)
            .await
            .expect("it may listen there now");
        assert!(matches!(Listeners::bind(None, None).await, Err(ListenError::Nowhere)));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_socket_that_was_left_behind_is_taken_over_and_a_live_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let first = Listeners::bind(None, Some(&path)).await.unwrap();
        assert_eq!(first.unix_path().as_deref(), Some(path.as_path()));
        assert!(Listeners::bind(None, Some(&path)).await.is_err());
        drop(first);
        assert!(Listeners::bind(None, Some(&path)).await.is_ok());
    }
}
