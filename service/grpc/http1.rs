//! Limits on connections that speak HTTP/1.1, where HTTP/2 has its own: pings find peers that have
//! vanished, and the length of headers is bounded before they are kept.

use super::connection_activity::ConnectionActivity;
use crate::config::{HEADER_BYTES_MAX, HTTP1_IDLE_TIMEOUT, REQUEST_BYTES_MAX};
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// The first bytes of a connection of HTTP/2. Whatever differs anywhere is served as HTTP/1.1.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// How many bytes a connection may send until a call begins: the head of a request, and the
/// message if they come together.
const BYTES_BEFORE_CALL_MAX: usize = HEADER_BYTES_MAX as usize + REQUEST_BYTES_MAX;

/// The protocol of a connection, and what it has sent.
pub(super) struct Http1 {
    protocol: Protocol,
    /// When a byte was last read or written.
    last_byte: Instant,
    idle_timer: Option<Pin<Box<Sleep>>>,
    /// How many calls there were when a byte was last read, and the bytes read since then.
    calls_begun: usize,
    bytes_before_call: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Protocol {
    /// So many bytes of HTTP/2's preface have come.
    Unknown(usize),
    Http1,
    Http2,
}

impl Default for Http1 {
    fn default() -> Http1 {
        Http1 {
            protocol: Protocol::Unknown(0),
            last_byte: Instant::now(),
            idle_timer: None,
            calls_begun: 0,
            bytes_before_call: 0,
        }
    }
}

impl Http1 {
    /// Whether the connection has begun to speak HTTP/1.1.
    pub(super) fn is_spoken(&self) -> bool {
        self.protocol == Protocol::Http1
    }

    /// Counts bytes that were read. Returns whether they may be so many.
    pub(super) fn has_read(&mut self, bytes: &[u8], activity: &ConnectionActivity) -> bool {
        self.recognise(bytes);
        if !self.is_spoken() {
            return true;
        }
        self.last_byte = Instant::now();
        let calls_begun = activity.calls_begun();
        if activity.has_open_calls() || calls_begun != self.calls_begun {
            (self.calls_begun, self.bytes_before_call) = (calls_begun, 0);
        }
        if activity.has_open_calls() {
            return true;
        }
        self.bytes_before_call += bytes.len();
        self.bytes_before_call <= BYTES_BEFORE_CALL_MAX
    }

    /// Counts bytes that were written.
    pub(super) fn has_written(&mut self, bytes: usize) {
        if bytes > 0 && self.is_spoken() {
            self.last_byte = Instant::now();
        }
    }

    /// Whether no byte has passed for too long; wakes the task when that may be so.
    pub(super) fn is_idle(&mut self, context: &mut Context<'_>) -> bool {
        if !self.is_spoken() {
            return false;
        }
        let deadline = self.last_byte + HTTP1_IDLE_TIMEOUT;
        let timer = self.idle_timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        while timer.as_mut().poll(context) == Poll::Ready(()) {
            if deadline <= Instant::now() {
                return true;
            }
            timer.as_mut().reset(deadline);
        }
        false
    }

    fn recognise(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let Protocol::Unknown(count) = self.protocol else { return };
            self.protocol = match HTTP2_PREFACE.get(count) {
                Some(expected) if expected != byte => Protocol::Http1,
                _ if count + 1 == HTTP2_PREFACE.len() => Protocol::Http2,
                _ => Protocol::Unknown(count + 1),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn activity() -> ConnectionActivity {
        ConnectionActivity::new(Instant::now())
    }

    fn is_idle(http1: &mut Http1) -> bool {
        http1.is_idle(&mut Context::from_waker(std::task::Waker::noop()))
    }

    #[tokio::test]
    async fn a_connection_speaks_what_its_first_bytes_say() {
        for (first, is_http1) in [
            (&[&b"GET / HTTP/1.1"[..]][..], true),
            (&[b"P", b"O"], true),
            (&[b"PRX"], true),
            (&[b"P", b"R"], false),
            (&[b"PRI * HTTP/1.1\r\n"], true),
            (&[b"PRI * HTTP/2.0\r\n\r\nSM", b"GET"], true),
            (&[HTTP2_PREFACE, b"GET"], false),
        ] {
            let mut http1 = Http1::default();
            first.iter().for_each(|bytes| assert!(http1.has_read(bytes, &activity())));
            assert_eq!(http1.is_spoken(), is_http1, "{first:?}");
        }
    }

    #[tokio::test]
    async fn a01_a_head_without_end_is_not_read() {
        let (mut http1, activity) = (Http1::default(), activity());
        assert!(http1.has_read(&vec![b'G'; BYTES_BEFORE_CALL_MAX], &activity));
        assert!(!http1.has_read(b"G", &activity));
        for _ in 0..3 {
            activity.call_started();
            assert!(http1.has_read(&vec![b'G'; 2 * BYTES_BEFORE_CALL_MAX], &activity), "a body");
            activity.call_ended();
            assert!(http1.has_read(&vec![b'G'; BYTES_BEFORE_CALL_MAX], &activity));
        }
        assert!(!http1.has_read(b"G", &activity));
        // HTTP/2 counts its headers itself.
        let mut http2 = Http1::default();
        assert!(http2.has_read(HTTP2_PREFACE, &activity));
        assert!(http2.has_read(&vec![b'G'; 2 * BYTES_BEFORE_CALL_MAX], &activity));
    }

    #[tokio::test(start_paused = true)]
    async fn a01_a_connection_is_closed_once_no_byte_has_passed_for_a_while() {
        let (mut http1, activity) = (Http1::default(), activity());
        assert!(http1.has_read(b"GET", &activity));
        let almost = HTTP1_IDLE_TIMEOUT - std::time::Duration::from_millis(1);
        tokio::time::advance(almost).await;
        assert!(!is_idle(&mut http1));
        http1.has_written(1);
        tokio::time::advance(almost).await;
        assert!(!is_idle(&mut http1), "a byte has passed");
        http1.has_written(0);
        tokio::time::advance(almost).await;
        assert!(is_idle(&mut http1));
    }
}
