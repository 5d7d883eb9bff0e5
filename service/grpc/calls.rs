//! Counts every call at its connection, from its first byte to the last byte of its response, and
//! limits the services of libraries (health, reflection): their streams are few, and end when the
//! service stops. A request that the request filter rejects ends here.

use super::{
    first_calls::FirstCalls,
    request_filter::RequestFilter,
    socket::Origin,
    throttle::{Connection, OpenCall},
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

/// The prefix of the paths of Hierophant's services.
pub(super) const OWN_SERVICES: &str = "/hierophant.";
/// Methods that need no credential; their calls count as faults.
const WITHOUT_CREDENTIAL: [&str; 2] =
    ["/hierophant.v1.GameService/ListRulesets", "/hierophant.v1.GameService/GetRuleset"];

/// An extension of the response to a call without a credential about something public. Such calls
/// are limited by address; they are no faults, and prove nothing of their connection.
#[derive(Clone, Copy)]
pub(super) struct WithoutCredential;

/// The layer that counts the calls of a service.
#[derive(Clone)]
pub(super) struct CountCalls {
    /// Permits for calls of health and reflection.
    pub(super) other_services: Arc<Semaphore>,
    /// Permits for such calls over the Unix socket: network callers cannot use up the operator's.
    pub(super) socket_other_services: Arc<Semaphore>,
    /// Rejects requests that are no gRPC calls, or are not local where they must be.
    pub(super) request_filter: RequestFilter,
    /// Calls on connections without a successful call.
    pub(super) first_calls: FirstCalls,
    /// Response bytes that clients have left unread.
    pub(super) unread: Unread,
    pub(super) stop: CancellationToken,
}

/// The service with counted calls; see [`CountCalls`].
#[derive(Clone)]
pub(super) struct Counted<S> {
    inner: S,
    layer: CountCalls,
}

impl<S> Layer<S> for CountCalls {
    type Service = Counted<S>;

    fn layer(&self, inner: S) -> Counted<S> {
        Counted { inner, layer: self.clone() }
    }
}

impl<S, B, R> Service<http::Request<B>> for Counted<S>
where
    S: Service<http::Request<B>, Response = http::Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Default + Send + 'static,
{
    type Response = http::Response<CountedBody<R>>;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let path = request.uri().path();
        let is_own = path.starts_with(OWN_SERVICES);
        let needs_no_credential = !is_own || WITHOUT_CREDENTIAL.contains(&path);
        let connection = request.extensions().get::<Arc<Connection>>();
        let mut open_call = connection.map(Connection::start_call);
        let origin = connection.map(|connection| connection.origin());
        let unread = connection.map(|connection| (self.layer.unread.clone(), connection.unread()));
        if let Err(rejection) = self.layer.request_filter.check(&request, is_own, origin) {
            if let Some(open_call) = &mut open_call {
                open_call.answered(true);
            }
            return Box::pin(std::future::ready(Ok(rejection
                .into_http::<R>()
                .map(CountedBody::new))));
        }
        let first_call = connection
            .filter(|_| origin != Some(Origin::UnixSocket))
            .and_then(|connection| connection.open_calls_if_unproven());
        let first_call = first_call.map(|calls| self.layer.first_calls.try_acquire(calls));
        if let Some(None) = first_call {
            if let Some(open_call) = &mut open_call {
                open_call.answered(true);
            }
            let full =
                Status::from(GameError::LimitReached { limit: "connection_first_calls_max" });
            return Box::pin(std::future::ready(Ok(full.into_http::<R>().map(CountedBody::new))));
        }
        let other_services = if origin == Some(Origin::UnixSocket) {
            &self.layer.socket_other_services
        } else {
            &self.layer.other_services
        };
        let permit = (!is_own).then(|| other_services.clone().try_acquire_owned());
        let connection_permit = connection
            .filter(|_| !is_own)
            .map(|connection| connection.other_services().try_acquire_owned());
        if matches!(permit, Some(Err(_))) || matches!(connection_permit, Some(Err(_))) {
            if let Some(open_call) = &mut open_call {
                open_call.answered(true);
            }
            let full =
                Status::from(GameError::LimitReached { limit: "health_reflection_calls_max" });
            return Box::pin(std::future::ready(Ok(full.into_http::<R>().map(CountedBody::new))));
        }
        let (permit, connection_permit) =
            (permit.and_then(Result::ok), connection_permit.and_then(Result::ok));
        let stopped = permit.is_some().then(|| Box::pin(self.layer.stop.clone().cancelled_owned()));
        let response = self.inner.call(request);
        Box::pin(async move {
            let response = response.await?;
            drop(first_call);
            if let Some(open_call) = &mut open_call {
                let is_fault = needs_no_credential || is_fault(response.headers());
                match response.extensions().get::<WithoutCredential>() {
                    Some(WithoutCredential) if !is_fault => open_call.answered_without_credential(),
                    _ => open_call.answered(is_fault),
                }
            }
            Ok(response.map(|body| CountedBody {
                body,
                stopped,
                unread,
                is_cut: false,
                _open_call: open_call,
                _permits: (permit, connection_permit),
            }))
        })
    }
}

/// Whether a call has failed by its caller's fault. A call that fails before its first message has
/// its status among the headers.
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

/// The trailers of a call that fails after its response has begun.
fn trailers(error: GameError) -> Frame<Bytes> {
    let mut trailers = http::HeaderMap::new();
    // Without trailers a client sees a broken stream, which is no worse.
    let _ = Status::from(error).add_header(&mut trailers);
    Frame::trailers(trailers)
}

/// A response body; holds the call's permits until all of it is sent.
pub(super) struct CountedBody<R> {
    body: R,
    /// Ends the stream of a library's service when the service stops.
    stopped: Option<Pin<Box<WaitForCancellationFutureOwned>>>,
    /// The counts of unsent bytes.
    unread: Option<(Unread, ConnectionUnread)>,
    /// The client reads too slowly: it was sent an error, and gets no more.
    is_cut: bool,
    _open_call: Option<OpenCall>,
    _permits: (Option<OwnedSemaphorePermit>, Option<OwnedSemaphorePermit>),
}

impl<R> CountedBody<R> {
    fn new(body: R) -> CountedBody<R> {
        CountedBody {
            body,
            stopped: None,
            unread: None,
            is_cut: false,
            _open_call: None,
            _permits: (None, None),
        }
    }
}

impl<R: Default> Default for CountedBody<R> {
    fn default() -> CountedBody<R> {
        CountedBody::new(R::default())
    }
}

impl<R: Body<Data = Bytes> + Unpin> Body for CountedBody<R> {
    type Data = Bytes;
    type Error = R::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, R::Error>>> {
        if self.is_cut {
            return Poll::Ready(None);
        }
        if self.unread.as_ref().is_some_and(|(all, connection)| all.is_full(connection))
            && !self.body.is_end_stream()
        {
            self.is_cut = true;
            return Poll::Ready(Some(Ok(trailers(GameError::LimitReached {
                limit: "connection_unread_bytes_max",
            }))));
        }
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let counted = |data| match &self.unread {
                Some((all, connection)) => all.counted(connection, data),
                None => data,
            };
            return Poll::Ready(frame.map(|frame| frame.map(|frame| frame.map_data(counted))));
        }
        let Some(stopped) = &mut self.stopped else { return Poll::Pending };
        std::task::ready!(stopped.as_mut().poll(context));
        self.stopped = None;
        Poll::Ready(Some(Ok(trailers(GameError::Unavailable))))
    }

    fn is_end_stream(&self) -> bool {
        self.is_cut || self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a06_a_caller_that_probes_for_ids_has_few_tries() {
        for (error, is_callers) in [
            (GameError::GameIdTaken, true),
            (GameError::TournamentIdTaken, true),
            (GameError::TokenUnknown, true),
            (GameError::StorageUnavailable, false),
        ] {
            let mut headers = http::HeaderMap::new();
            Status::from(error).add_header(&mut headers).expect("it is a status");
            assert_eq!(is_fault(&headers), is_callers, "{headers:?}");
        }
    }
}
