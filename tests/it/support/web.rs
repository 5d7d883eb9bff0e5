//! A minimal client of HTTP/1.1 and gRPC-Web on one connection: what a browser sends.

use super::wait::within;
use prost::Message;
use std::collections::BTreeMap;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

/// The flag of the frame with the trailers.
const TRAILERS: u8 = 0x80;

/// A response. Names of headers are in lower case.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

/// The outcome of a unary call: its message, or the code and reason of its error.
pub(crate) type Outcome<T> = Result<T, (i32, String)>;

impl Response {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// The body of a response that is no call.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// What a unary call has returned.
    pub(crate) fn outcome<T: Message + Default>(&self) -> Outcome<T> {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.header("content-type"), "application/grpc-web+proto");
        let (mut message, mut trailers) = (None, self.headers.clone());
        let mut rest = &self.body[..];
        while let Some(frame) = frame(&mut rest) {
            match frame {
                Frame::Message(bytes) => message = Some(T::decode(&bytes[..]).expect("a message")),
                Frame::Trailers(more) => trailers.extend(more),
            }
        }
        assert!(rest.is_empty(), "whole frames");
        match trailers.get("grpc-status").expect("a status").parse().expect("a number") {
            0 => Ok(message.expect("a message")),
            code => Err((code, trailers.get("hierophant-reason").cloned().unwrap_or_default())),
        }
    }
}

/// A frame of gRPC-Web.
#[derive(Debug)]
pub(crate) enum Frame {
    Message(Vec<u8>),
    Trailers(BTreeMap<String, String>),
}

/// Takes the first whole frame.
fn frame(bytes: &mut &[u8]) -> Option<Frame> {
    let (head, rest) = bytes.split_first_chunk::<5>()?;
    let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
    let (content, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some(match head[0] {
        TRAILERS => Frame::Trailers(headers(&String::from_utf8_lossy(content))),
        flag => {
            assert_eq!(flag, 0, "not compressed");
            Frame::Message(content.to_vec())
        }
    })
}

fn headers(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    lines.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned())).collect()
}

/// A message in a frame.
pub(crate) fn framed(message: &impl Message) -> Vec<u8> {
    let bytes = message.encode_to_vec();
    let mut framed = vec![0];
    framed.extend(u32::try_from(bytes.len()).expect("a short message").to_be_bytes());
    framed.extend(bytes);
    framed
}

/// A connection.
pub(crate) struct Browser {
    stream: TcpStream,
    host: String,
    received: Vec<u8>,
}

impl Browser {
    pub(crate) async fn connect(address: impl ToString) -> Browser {
        let host = address.to_string();
        let stream = TcpStream::connect(&host).await.expect("it listens");
        Browser { stream, host, received: Vec::new() }
    }

    /// A connection whose client takes few bytes at a time.
    pub(crate) async fn with_little_room(address: impl ToString) -> Browser {
        let host = address.to_string();
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4_096).expect("a smaller buffer");
        let stream = socket.connect(host.parse().expect("an address")).await.expect("it listens");
        Browser { stream, host, received: Vec::new() }
    }

    /// Whether the service has ended the connection, though nothing of it is read.
    pub(crate) fn is_reset(&self) -> bool {
        let sent = self.stream.try_write(b"x");
        sent.is_err_and(|error| error.kind() != std::io::ErrorKind::WouldBlock)
    }

    /// The same connection, as that of a page of this host.
    pub(crate) fn named(mut self, host: &str) -> Browser {
        self.host = host.to_owned();
        self
    }

    /// Sends a request and returns the response to it.
    pub(crate) async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Response {
        self.send(method, path, headers, body).await;
        within("a response", self.response(method == "HEAD")).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Response {
        self.request("GET", path, &[], &[]).await
    }

    /// A unary call with this token, or without one.
    pub(crate) async fn call<T: Message + Default>(
        &mut self,
        method: &str,
        message: &impl Message,
        token: &str,
    ) -> Outcome<T> {
        let response = self.post(method, message, token, &[]).await;
        assert_eq!(response.header("cache-control"), "no-store");
        assert_eq!(response.header("x-accel-buffering"), "no");
        response.outcome()
    }

    /// A call with these headers, next to those that every client of gRPC-Web sends.
    pub(crate) async fn post(
        &mut self,
        method: &str,
        message: &impl Message,
        token: &str,
        more: &[(&str, &str)],
    ) -> Response {
        self.send_call(method, message, token, more).await;
        within("a response", self.response(false)).await
    }

    /// Begins a call that streams; returns whether its response has begun without a failure.
    pub(crate) async fn try_stream(
        &mut self,
        method: &str,
        message: &impl Message,
        token: &str,
    ) -> bool {
        self.send_call(method, message, token, &[]).await;
        let (status, headers) = within("a response", self.head()).await;
        assert_eq!(status, 200);
        !headers.contains_key("grpc-status")
    }

    /// Begins a call that streams; returns once its response has begun.
    pub(crate) async fn stream(&mut self, method: &str, message: &impl Message, token: &str) {
        assert!(self.try_stream(method, message, token).await, "a stream");
    }

    /// The next frame of a stream.
    pub(crate) async fn next(&mut self, unread: &mut Vec<u8>) -> Frame {
        within("a frame", async {
            loop {
                let mut rest = &unread[..];
                if let Some(frame) = frame(&mut rest) {
                    *unread = rest.to_vec();
                    return frame;
                }
                unread.extend(self.chunk().await);
            }
        })
        .await
    }

    async fn send_call(
        &mut self,
        method: &str,
        message: &impl Message,
        token: &str,
        more: &[(&str, &str)],
    ) {
        let (origin, bearer) = (format!("http://{}", self.host), format!("Bearer {token}"));
        let mut headers = vec![
            ("content-type", "application/grpc-web+proto"),
            ("x-grpc-web", "1"),
            ("x-user-agent", "test"),
        ];
        if !more.iter().any(|(name, _)| *name == "origin") {
            headers.push(("origin", &origin));
        }
        if !token.is_empty() {
            headers.push(("authorization", &bearer));
        }
        headers.extend(more);
        let path = format!("/hierophant.v1.{method}");
        self.send("POST", &path, &headers, &framed(message)).await;
    }

    /// Sends a request without waiting for the response.
    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.host);
        }
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        if method == "POST" {
            head += &format!("content-length: {}\r\n", body.len());
        }
        self.write(&[format!("{head}\r\n").as_bytes(), body].concat()).await;
    }

    /// Sends these bytes. That the other side has hung up shows when its response is read.
    pub(crate) async fn write(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
    }

    /// Returns once the other side has closed: all that it has sent.
    pub(crate) async fn closed(mut self) -> Vec<u8> {
        within("the end of a connection", async { while self.read().await > 0 {} }).await;
        self.received
    }

    async fn response(&mut self, is_head: bool) -> Response {
        let (status, headers) = self.head().await;
        let mut body = Vec::new();
        if is_head || status == 304 {
        } else if headers.contains_key("transfer-encoding") {
            loop {
                let chunk = self.chunk().await;
                if chunk.is_empty() {
                    break;
                }
                body.extend(chunk);
            }
        } else {
            let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
            body = self.take(length).await;
        }
        Response { status, headers, body }
    }

    async fn head(&mut self) -> (u16, BTreeMap<String, String>) {
        let mut lines = Vec::new();
        loop {
            match self.line().await {
                line if line.is_empty() => break,
                line => lines.push(line),
            }
        }
        let status = lines[0].split(' ').nth(1).expect("a status").parse().expect("a number");
        (status, headers(&lines[1..].join("\n")))
    }

    /// The next chunk of a body; empty at its end.
    async fn chunk(&mut self) -> Vec<u8> {
        let length = usize::from_str_radix(&self.line().await, 16).expect("a length");
        let chunk = self.take(length).await;
        self.take(2).await;
        chunk
    }

    async fn line(&mut self) -> String {
        loop {
            if let Some(end) = self.received.windows(2).position(|end| end == b"\r\n") {
                let line = self.take(end).await;
                self.take(2).await;
                return String::from_utf8(line).expect("text");
            }
            assert!(self.read().await > 0, "the connection is open");
        }
    }

    async fn take(&mut self, length: usize) -> Vec<u8> {
        while self.received.len() < length {
            assert!(self.read().await > 0, "the connection is open");
        }
        self.received.drain(..length).collect()
    }

    async fn read(&mut self) -> usize {
        self.stream.read_buf(&mut self.received).await.unwrap_or(0)
    }
}
