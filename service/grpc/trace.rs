//! A span for each call, with its method and, when its response begins, its code; never metadata or
//! messages. Also adds the reason to the status of calls that fail before their handler.

use super::errors::{REASON_KEY, with_reason};
use crate::{games::Games, metrics::Metrics};
use std::{
    pin::Pin,
    task::{Context, Poll},
    time::{Duration, Instant},
};
use tonic::{Code, Status, codegen::http};
use tower::{Layer, Service};
use tracing::{Instrument, Span, field::Empty};

/// How long a call has waited for what its caller asked to wait for: an extension of its response.
#[derive(Clone, Copy)]
pub(super) struct Waited(pub(super) Duration);

/// Traces the calls of a service.
#[derive(Clone)]
pub(super) struct TraceCalls(pub(super) Games);

/// The service with traced calls; see [`TraceCalls`].
#[derive(Clone)]
pub(super) struct Traced<S> {
    inner: S,
    games: Games,
}

impl<S> Layer<S> for TraceCalls {
    type Service = Traced<S>;

    fn layer(&self, inner: S) -> Traced<S> {
        Traced { inner, games: self.0.clone() }
    }
}

impl<S, B, R> Service<http::Request<B>> for Traced<S>
where
    S: Service<http::Request<B>, Response = http::Response<R>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
    R: Default + Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let method = request.uri().path();
        let is_own_service = method.starts_with("/hierophant.");
        let index = self.games.metrics().method_index(method);
        let span = tracing::debug_span!("call", method, code = Empty);
        let (games, began) = (self.games.clone(), Instant::now());
        let response = span.in_scope(|| self.inner.call(request));
        let traced = async move {
            let response = response.await?;
            // A call that fails before its first message has its status in the headers.
            let status = Status::from_header_map(response.headers());
            let with_reason = status.as_ref().filter(|_| is_own_service).and_then(with_reason);
            let waited = response.extensions().get::<Waited>().map_or(Duration::ZERO, |it| it.0);
            let took = began.elapsed().saturating_sub(waited);
            count(games.metrics(), index, took, with_reason.as_ref().or(status.as_ref()));
            Span::current().record(
                "code",
                tracing::field::debug(status.map_or(Code::Ok, |status| status.code())),
            );
            tracing::debug!("answering");
            Ok(with_reason.map_or(response, Status::into_http))
        };
        Box::pin(traced.instrument(span))
    }
}

/// Counts a call of the method at this index, whose response has begun with this status and took
/// so long without waiting.
fn count(metrics: &Metrics, method: usize, took: Duration, status: Option<&Status>) {
    let code = status.map_or(Code::Ok, Status::code);
    let reason = status.and_then(|status| status.metadata().get(REASON_KEY)?.to_str().ok());
    metrics.call(method, code, reason);
    if metrics.is_submit(method) {
        metrics.submit_took(took);
    }
}
