//! Counts every call at its connection, from its first byte to the last of its answer, and keeps watch over the services that
//! we did not write (health, reflection): their streams are few, and end when the service does. What is no call of gRPC, or comes from where
//! nobody may, goes no further than here.

use super::{
    entrance::Entrance,
    first_calls::FirstCalls,
    guard::{Connection, OpenCall, Origin},
    unread::{ConnectionUnread, Unread},
};
use crate::games::GameError;
use http_body::{Body, Frame, SizeHint};
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::{
    Code, Status,
    codegen::{Bytes, http},
};
use tower::{Layer, Service};

/// What our own services' paths begin with.
pub(super) const OURS: &str = "/hierophant.";
/// Ours that need no credential; how often they are called is counted like failures.
const FREE: [&str; 2] = ["/hierophant.v1.GameService/ListRulesets", "/hierophant.v1.GameService/GetRuleset"];

/// Counts the calls of a service.
#[derive(Clone)]
pub(super) struct CountCalls {
    /// Permits for calls of services that are not ours.
    pub(super) others: Arc<Semaphore>,
    /// The same for those that come by the Unix socket: the operator's own way in is nobody else's to fill.
    pub(super) socket_others: Arc<Semaphore>,
    /// What calls must be at all.
    pub(super) entrance: Entrance,
    /// Calls on connections that have not been of use.
    pub(super) first_calls: FirstCalls,
    /// What clients have left unread.
    pub(super) unread: Unread,
    pub(super) stop: CancellationToken,
}

/// See [`CountCalls`].
#[derive(Clone)]
pub(super) struct Counted<S> {
    inner: S,
    rules: CountCalls,
}

impl<S> Layer<S> for CountCalls {
    type Service = Counted<S>;

    fn layer(&self, inner: S) -> Counted<S> {
        Counted { inner, rules: self.clone() }
    }
}

impl<S, B, R> Service<http::Request<B>> for Counted<S>
where
    S: Service<http::Request<B>, Response = http::Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Default + Send + 'static,
{
    type Response = http::Response<Answer<R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let path = request.uri().path();
        let is_ours = path.starts_with(OURS);
        let is_free = !is_ours || FREE.contains(&path);
        let connection = request.extensions().get::<Arc<Connection>>();
        let mut open = connection.map(Connection::begin);
        let origin = connection.map(|connection| connection.origin());
        let unread = connection.map(|connection| (self.rules.unread.clone(), connection.unread()));
        if let Err(turned) = self.rules.entrance.check(&request, is_ours, origin) {
            if let Some(open) = &mut open {
                open.answered(true);
            }
            return Box::pin(std::future::ready(Ok(turned.into_http::<R>().map(Answer::of))));
        }
        let first =
            connection.filter(|_| origin != Some(Origin::Socket)).and_then(|connection| connection.first_calls());
        let first = first.map(|calls| self.rules.first_calls.enter(calls));
        if let Some(None) = first {
            if let Some(open) = &mut open {
                open.answered(true);
            }
            let full = Status::from(GameError::LimitReached { limit: "connection_first_calls_max" });
            return Box::pin(std::future::ready(Ok(full.into_http::<R>().map(Answer::of))));
        }
        let others = if origin == Some(Origin::Socket) { &self.rules.socket_others } else { &self.rules.others };
        let place = (!is_ours).then(|| others.clone().try_acquire_owned());
        let own = connection.filter(|_| !is_ours).map(|connection| connection.others().try_acquire_owned());
        if matches!(place, Some(Err(_))) || matches!(own, Some(Err(_))) {
            if let Some(open) = &mut open {
                open.answered(true);
            }
            let full = Status::from(GameError::LimitReached { limit: "others_calls_max" });
            return Box::pin(std::future::ready(Ok(full.into_http::<R>().map(Answer::of))));
        }
        let (place, own) = (place.and_then(Result::ok), own.and_then(Result::ok));
        let end = place.is_some().then(|| Box::pin(self.rules.stop.clone().cancelled_owned()));
        let answer = self.inner.call(request);
        Box::pin(async move {
            let response = answer.await?;
            drop(first);
            if let Some(open) = &mut open {
                open.answered(is_free || is_fault(response.headers()));
            }
            Ok(response.map(|body| Answer { body, end, unread, is_over: false, _open: open, _places: (place, own) }))
        })
    }
}

/// Whether a call has failed by its caller's fault. A call that fails at once has its status among the headers.
fn is_fault(headers: &http::HeaderMap) -> bool {
    let Some(code) = headers.get("grpc-status") else { return false };
    matches!(
        Code::from_bytes(code.as_bytes()),
        Code::InvalidArgument
            | Code::NotFound
            | Code::AlreadyExists
            | Code::PermissionDenied
            | Code::Unauthenticated
            | Code::ResourceExhausted
            | Code::OutOfRange
            | Code::Unimplemented
    )
}

/// The end of a call that fails in the midst of its answer.
fn trailers(refusal: GameError) -> Frame<Bytes> {
    let mut trailers = http::HeaderMap::new();
    // Without trailers a client takes the stream for broken off, which is no worse.
    let _ = Status::from(refusal).add_header(&mut trailers);
    Frame::trailers(trailers)
}

/// What a call is answered with; holds its place until all of it is sent.
pub(super) struct Answer<R> {
    body: R,
    /// When to stop, for a stream that doesn't know by itself.
    end: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    /// Where bytes count until they are sent.
    unread: Option<(Unread, ConnectionUnread)>,
    /// Its client reads too little: it has been told so, and gets no more.
    is_over: bool,
    _open: Option<OpenCall>,
    _places: (Option<OwnedSemaphorePermit>, Option<OwnedSemaphorePermit>),
}

impl<R> Answer<R> {
    fn of(body: R) -> Answer<R> {
        Answer { body, end: None, unread: None, is_over: false, _open: None, _places: (None, None) }
    }
}

impl<R: Default> Default for Answer<R> {
    fn default() -> Answer<R> {
        Answer::of(R::default())
    }
}

impl<R: Body<Data = Bytes> + Unpin> Body for Answer<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        if self.unread.as_ref().is_some_and(|(all, own)| all.is_full(own)) && !self.body.is_end_stream() {
            self.is_over = true;
            return Poll::Ready(Some(Ok(trailers(GameError::LimitReached { limit: "connection_unread_bytes_max" }))));
        }
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let counted = |data| match &self.unread {
                Some((all, own)) => all.counted(own, data),
                None => data,
            };
            return Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(counted))));
        }
        let Some(end) = &mut self.end else { return Poll::Pending };
        std::task::ready!(end.as_mut().poll(context));
        self.end = None;
        Poll::Ready(Some(Ok(trailers(GameError::Unavailable))))
    }

    fn is_end_stream(&self) -> bool {
        self.is_over || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a06_a_caller_that_probes_for_ids_has_as_few_tries_as_one_that_guesses_tokens() {
        for (refusal, is_callers) in [
            (GameError::GameIdTaken, true),
            (GameError::TournamentIdTaken, true),
            (GameError::TokenUnknown, true),
            (GameError::StorageUnavailable, false),
        ] {
            let mut headers = http::HeaderMap::new();
            Status::from(refusal).add_header(&mut headers).expect("it is a status");
            assert_eq!(is_fault(&headers), is_callers, "{headers:?}");
        }
    }
}
