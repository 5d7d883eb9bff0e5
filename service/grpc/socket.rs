//! The sockets that connections come in on, plain or under TLS.

use std::{
    io,
    pin::{Pin, pin},
    task::{Context, Poll, Waker},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, Interest, ReadBuf, Ready},
    net::TcpStream,
};
use tokio_rustls::server::TlsStream;

/// Where a connection comes from, as the operating system reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The Unix socket.
    UnixSocket,
    /// A loopback address.
    Loopback,
    /// Another address.
    Remote,
}

/// The byte stream of one connection.
pub(super) enum Socket {
    Tcp(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
    #[cfg(unix)]
    Unix(tokio::net::UnixStream),
}

impl Socket {
    pub(super) fn origin(&self) -> Origin {
        let socket = match self {
            Socket::Tcp(socket) => socket,
            Socket::Tls(stream) => stream.get_ref().0,
            #[cfg(unix)]
            Socket::Unix(_) => return Origin::UnixSocket,
        };
        let is_loopback =
            socket.peer_addr().is_ok_and(|peer| peer.ip().to_canonical().is_loopback());
        if is_loopback { Origin::Loopback } else { Origin::Remote }
    }
}

/// Detects that the peer has closed its side, even while bytes that it sent earlier are unread.
pub(super) trait PeerClosed {
    fn is_closed_by_peer(&self) -> bool;
}

impl PeerClosed for Socket {
    fn is_closed_by_peer(&self) -> bool {
        let is_closed = |ready: Poll<io::Result<Ready>>| match ready {
            Poll::Ready(Ok(ready)) => ready.is_read_closed(),
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        let mut context = Context::from_waker(Waker::noop());
        match self {
            Socket::Tcp(socket) => {
                is_closed(pin!(socket.ready(Interest::READABLE)).poll(&mut context))
            }
            Socket::Tls(stream) => {
                is_closed(pin!(stream.get_ref().0.ready(Interest::READABLE)).poll(&mut context))
            }
            #[cfg(unix)]
            Socket::Unix(socket) => {
                is_closed(pin!(socket.ready(Interest::READABLE)).poll(&mut context))
            }
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Tcp(socket) => Pin::new(socket).poll_read(context, buffer),
            Socket::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
            #[cfg(unix)]
            Socket::Unix(socket) => Pin::new(socket).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Socket::Tcp(socket) => Pin::new(socket).poll_write(context, bytes),
            Socket::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
            #[cfg(unix)]
            Socket::Unix(socket) => Pin::new(socket).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Tcp(socket) => Pin::new(socket).poll_flush(context),
            Socket::Tls(stream) => Pin::new(stream).poll_flush(context),
            #[cfg(unix)]
            Socket::Unix(socket) => Pin::new(socket).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Socket::Tcp(socket) => Pin::new(socket).poll_shutdown(context),
            Socket::Tls(stream) => Pin::new(stream).poll_shutdown(context),
            #[cfg(unix)]
            Socket::Unix(socket) => Pin::new(socket).poll_shutdown(context),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Socket::Tcp(socket) => Pin::new(socket).poll_write_vectored(context, slices),
            Socket::Tls(stream) => Pin::new(stream).poll_write_vectored(context, slices),
            #[cfg(unix)]
            Socket::Unix(socket) => Pin::new(socket).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Socket::Tcp(socket) => socket.is_write_vectored(),
            Socket::Tls(stream) => stream.is_write_vectored(),
            #[cfg(unix)]
            Socket::Unix(socket) => socket.is_write_vectored(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    #[tokio::test]
    async fn a01_that_a_client_has_gone_is_noticed_before_what_it_has_sent_is_read() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (mut client, mut stream) = (client.unwrap(), Socket::Tcp(accepted.unwrap().0));
        client.write_all(b"it is read later").await.unwrap();
        for _ in 0..100 {
            assert!(!stream.is_closed_by_peer());
            tokio::task::yield_now().await;
        }
        drop(client);
        while !stream.is_closed_by_peer() {
            tokio::task::yield_now().await;
        }
        let mut received = String::new();
        stream.read_to_string(&mut received).await.unwrap();
        assert_eq!(received, "it is read later");
    }
}
