//! A span for each call: its method and, when it begins to answer, its outcome. Never metadata, never messages. Also the place
//! where calls that fail before any handler sees them get their reason.

use super::errors::{REASON_KEY, explained};
use crate::{games::Games, metrics::Metrics};
use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Instant,
};
use tonic::{Code, Status, codegen::http};
use tower::{Layer, Service};
use tracing::{Instrument, Span, field::Empty};

/// Traces the calls of a service.
#[derive(Clone)]
pub(super) struct TraceCalls(pub(super) Games);

/// See [`TraceCalls`].
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
        let is_ours = method.starts_with("/hierophant.");
        let index = self.games.metrics().method_index(method);
        let span = tracing::debug_span!("call", method, code = Empty);
        let (games, began) = (self.games.clone(), Instant::now());
        let answer = span.in_scope(|| self.inner.call(request));
        let traced = async move {
            let response = answer.await?;
            // A call that fails at once has its status in the headers; the others have begun to answer.
            let status = Status::from_header_map(response.headers());
            let explained = status.as_ref().filter(|_| is_ours).and_then(explained);
            count(games.metrics(), index, began, explained.as_ref().or(status.as_ref()));
            Span::current().record("code", tracing::field::debug(status.map_or(Code::Ok, |status| status.code())));
            tracing::debug!("answering");
            Ok(explained.map_or(response, Status::into_http))
        };
        Box::pin(traced.instrument(span))
    }
}

/// Counts a call, of the method at this index, that has ended or begun to answer with this status.
fn count(metrics: &Metrics, method: usize, began: Instant, status: Option<&Status>) {
    let code = status.map_or(Code::Ok, Status::code);
    let reason = status.and_then(|status| status.metadata().get(REASON_KEY)?.to_str().ok());
    metrics.call(method, code, reason);
    if metrics.is_submit(method) {
        metrics.submit_took(began.elapsed());
    }
}
