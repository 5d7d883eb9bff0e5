//! A span for each call: its method and, when it begins to answer, its outcome. Never metadata, never messages. Also the place
//! where calls that fail before any handler sees them get their reason.

use super::errors::explained;
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use tonic::{Code, Status, codegen::http};
use tower::{Layer, Service};
use tracing::{Instrument, Span, field::Empty};

/// Traces the calls of a service.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TraceCalls;

/// See [`TraceCalls`].
#[derive(Clone, Debug)]
pub(super) struct Traced<S>(S);

impl<S> Layer<S> for TraceCalls {
    type Service = Traced<S>;

    fn layer(&self, inner: S) -> Traced<S> {
        Traced(inner)
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
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let method = request.uri().path();
        let is_ours = method.starts_with("/hierophant.");
        let span = tracing::debug_span!("call", method, code = Empty);
        let answer = span.in_scope(|| self.0.call(request));
        let traced = async move {
            let answer = answer.await;
            answer.map(|response| {
                // A call that fails at once has its status in the headers; the others have begun to answer.
                let status = Status::from_header_map(response.headers());
                let code = status.as_ref().map_or(Code::Ok, Status::code);
                Span::current().record("code", tracing::field::debug(code));
                tracing::debug!("answering");
                let explained = status.filter(|_| is_ours).as_ref().and_then(explained);
                explained.map_or(response, Status::into_http)
            })
        };
        Box::pin(traced.instrument(span))
    }
}
