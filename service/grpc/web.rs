//! The gateway for browsers: gRPC-Web calls over HTTP/1.1 and HTTP/2 on the service's own port, and
//! the files of the web client. Native gRPC calls pass it untouched.
//!
//! A page of another site can send requests here with the user's browser, and a name of its own can
//! be made to lead here. So a request of a browser must name a host of the service, come from a
//! page of that host if it comes from a page, and no answer permits other sites to read it (CORS).

use super::{
    first_calls::{FirstCallPermit, FirstCalls},
    request_filter::{RequestFilter, is_local},
    socket::Origin,
    throttle::{Connection, OpenCall},
    unread::Unread,
    web_files::{Files, is_embedded, text},
};
use crate::config::HEADER_BYTES_MAX;
use http::{
    HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Version, header,
    uri::Authority,
};
use http_body::{Frame, SizeHint};
use std::{
    path::PathBuf,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tonic::{
    Status,
    body::Body,
    codegen::{Bytes, http},
};
use tonic_web::GrpcWebLayer;
use tower::{Layer, Service};

/// The content types of gRPC-Web calls. Its form in text (base64) is not served: bytes that were
/// encoded again would not be counted as unread.
const CONTENT_TYPES: [&str; 2] = ["application/grpc-web", "application/grpc-web+proto"];
/// A header that clients of gRPC-Web send; behind the gateway it would tell of a proxy.
const GRPC_WEB: HeaderName = HeaderName::from_static("x-grpc-web");
/// What each header of a request counts in addition to its letters, as in HTTP/2.
const HEADER_OVERHEAD_BYTES: usize = 32;

/// The policy of a page that may be in frames of these sites.
macro_rules! policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; ",
            "form-action 'none'; frame-ancestors ",
            $ancestors,
            "; require-trusted-types-for 'script'; trusted-types 'none'"
        )
    };
}

/// The policy of pages that other sites may have in their frames. They handle no tokens and have
/// nothing to press but a replay's controls.
const EMBEDDED_POLICY: &str = policy!("*");
/// What every answer to a browser says about its use.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, policy!("'none'")),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// What browsers are served.
#[derive(Clone, Debug, Default)]
pub struct WebOptions {
    /// Names of the service, in addition to those of this machine.
    pub hosts: Vec<String>,
    /// The folder with the client's files; without it those that are compiled in are served.
    pub files: Option<PathBuf>,
}

/// The state of the gateway.
pub(super) struct Web {
    /// Whether the service itself has TLS.
    pub(super) is_secured: bool,
    pub(super) hosts: Vec<String>,
    pub(super) files: Files,
    pub(super) request_filter: RequestFilter,
    pub(super) first_calls: FirstCalls,
    pub(super) unread: Unread,
}

/// The layer with the gateway; without a state all requests pass.
#[derive(Clone)]
pub(super) struct WebLayer(pub(super) Option<Arc<Web>>);

/// The service behind the gateway; see [`WebLayer`].
#[derive(Clone)]
pub(super) struct Gateway<S> {
    inner: S,
    web: Option<Arc<Web>>,
}

/// What a request is for.
enum Kind {
    /// A native call, or what the service refuses as such.
    Native,
    Call,
    File,
    Refused(StatusCode, &'static str),
}

impl<S> Layer<S> for WebLayer {
    type Service = Gateway<S>;

    fn layer(&self, inner: S) -> Gateway<S> {
        Gateway { inner, web: self.0.clone() }
    }
}

impl<S, R> Service<Request<Body>> for Gateway<S>
where
    S: Service<Request<Body>, Response = Response<R>> + Clone + Send + 'static,
    S::Future: Unpin + Send + 'static,
    S::Error: Send + 'static,
    R: http_body::Body<Data = Bytes, Error = Status> + Send + 'static,
{
    type Response = Response<GatewayBody<R>>;
    type Error = S::Error;
    type Future = GatewayFuture<S::Future, R, S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Some(web) = self.web.clone() else {
            return GatewayFuture::Native(self.inner.call(request));
        };
        let kind = kind(&request);
        if matches!(kind, Kind::Native) {
            return GatewayFuture::Native(self.inner.call(request));
        }
        let kind = match web.check(&request, matches!(kind, Kind::File)) {
            Ok(()) => kind,
            Err((status, why)) => Kind::Refused(status, why),
        };
        if matches!(kind, Kind::Call) {
            let called = GrpcWebLayer::new().layer(self.inner.clone()).call(translatable(request));
            return GatewayFuture::Web(Box::pin(async move {
                let mut response = called.await?.map(GatewayBody::Call);
                let headers = response.headers_mut();
                // A proxy that waits for the end of an answer would withhold a stream.
                headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
                headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                Ok(secured(response))
            }));
        }
        let is_embedded = matches!(kind, Kind::File) && is_embedded(request.uri().path());
        GatewayFuture::Web(Box::pin(async move {
            let mut response = secured(web.answer(request, kind).await);
            if is_embedded {
                let policy = HeaderValue::from_static(EMBEDDED_POLICY);
                response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
            }
            Ok(response)
        }))
    }
}

impl Web {
    /// Checks who calls, before any work is done.
    ///
    /// # Errors
    /// The status and the words of the answer.
    fn check(
        &self,
        request: &Request<Body>,
        is_file: bool,
    ) -> Result<(), (StatusCode, &'static str)> {
        let headers = request.headers();
        let bytes = |(name, value): (&HeaderName, &HeaderValue)| {
            name.as_str().len() + value.len() + HEADER_OVERHEAD_BYTES
        };
        if headers.iter().map(bytes).sum::<usize>() > HEADER_BYTES_MAX as usize {
            let why = "the headers of the request are too long\n";
            return Err((StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, why));
        }
        let forbidden = |why| Err((StatusCode::FORBIDDEN, why));
        let Some(host) = host(request) else {
            return forbidden("the request must name its host, once\n");
        };
        if !self.is_own(&host) {
            return forbidden(
                "this service has another name: open http://127.0.0.1:PORT/, or start it with --web-host and this name\n",
            );
        }
        if !is_same_origin(headers, &host, self.is_secured) {
            return forbidden("pages of other sites may not call this service\n");
        }
        let origin = connection(request).map(|connection| connection.origin());
        if is_file && !self.request_filter.is_permitted(request, origin) {
            return forbidden(
                "without --principals this service answers callers on its own machine alone, and none behind a proxy\n",
            );
        }
        Ok(())
    }

    fn is_own(&self, host: &Authority) -> bool {
        let name = host.host().trim_end_matches('.');
        let is_named = || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name));
        is_local(host) || (!host.as_str().contains('@') && is_named())
    }

    /// Sends a file, or the words of a refusal. Neither needs a credential, so both count as
    /// faults.
    async fn answer<R>(&self, request: Request<Body>, kind: Kind) -> Response<GatewayBody<R>> {
        let connection = connection(&request);
        let (request, _) = request.into_parts();
        let mut open_call = connection.as_ref().map(Connection::start_call);
        if let Some(open_call) = &mut open_call {
            open_call.answered(true);
        }
        let is_full = connection.as_ref().is_some_and(|one| self.unread.is_full(&one.unread()));
        let first_call = connection
            .as_ref()
            .filter(|connection| connection.origin() != Origin::UnixSocket)
            .and_then(|connection| connection.open_calls_if_unproven())
            .map(|calls| self.first_calls.try_acquire(calls));
        let busy = |why| text(StatusCode::TOO_MANY_REQUESTS, why);
        let response = match kind {
            Kind::Refused(status, why) => text(status, why),
            _ if is_full => busy("too much is unread: connection_unread_bytes_max\n"),
            _ if matches!(first_call, Some(None)) => {
                busy("too many calls: connection_first_calls_max\n")
            }
            _ => {
                let unread = connection.map(|one| (self.unread.clone(), one.unread()));
                self.files.get(request.uri.path(), &request.headers, unread).await
            }
        };
        let (mut parts, bytes) = response.into_parts();
        let mut bytes = Some(bytes).filter(|bytes| !bytes.is_empty());
        if request.method == Method::HEAD {
            let length = bytes.take().map_or(0, |bytes| bytes.len());
            parts.headers.insert(header::CONTENT_LENGTH, length.into());
        }
        let first_call = first_call.flatten();
        Response::from_parts(parts, GatewayBody::File { bytes, _permits: (open_call, first_call) })
    }
}

fn connection<B>(request: &Request<B>) -> Option<Arc<Connection>> {
    request.extensions().get::<Arc<Connection>>().cloned()
}

fn kind(request: &Request<Body>) -> Kind {
    let is_http2 = request.version() == Version::HTTP_2;
    match *request.method() {
        Method::GET | Method::HEAD => Kind::File,
        Method::POST if is_grpc_web(request.headers()) => Kind::Call,
        _ if is_http2 => Kind::Native,
        Method::POST => Kind::Refused(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "over HTTP/1.1 the content type of a call is application/grpc-web+proto\n",
        ),
        _ => Kind::Refused(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and POST\n"),
    }
}

fn is_grpc_web(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter().map(HeaderValue::to_str);
    let (Some(Ok(value)), None) = (types.next(), types.next()) else { return false };
    let name = value.split(';').next().unwrap_or_default().trim();
    CONTENT_TYPES.iter().any(|right| name.eq_ignore_ascii_case(right))
}

/// The host that a request names: all that it names must be the same.
fn host(request: &Request<Body>) -> Option<Authority> {
    let named = request.headers().get_all(header::HOST).iter();
    let mut hosts = named.map(|host| Authority::try_from(host.as_bytes()).ok());
    let first = match request.uri().authority() {
        Some(authority) => authority.clone(),
        None => hosts.next()??,
    };
    hosts.all(|host| host.as_ref() == Some(&first)).then_some(first)
}

/// Whether the request comes from no page, or from one of this host, by TLS if the service has it.
fn is_same_origin(headers: &HeaderMap, host: &Authority, is_secured: bool) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    // Behind a proxy the scheme of the page may be another one.
    let page = origin.to_str().ok().and_then(|origin| {
        let plain = (!is_secured).then(|| origin.strip_prefix("http://")).flatten();
        plain.or_else(|| origin.strip_prefix("https://"))
    });
    origins.next().is_none() && page.is_some_and(|page| page.eq_ignore_ascii_case(host.as_str()))
}

/// The call in the form that the translating layer takes.
fn translatable(mut request: Request<Body>) -> Request<Body> {
    let headers = request.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(CONTENT_TYPES[1]));
    headers.insert(header::ACCEPT, HeaderValue::from_static(CONTENT_TYPES[1]));
    headers.remove(GRPC_WEB);
    request
}

fn secured<B>(mut response: Response<B>) -> Response<B> {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The future of a response; a native one is that of the service.
pub(super) enum GatewayFuture<F, R, E> {
    Native(F),
    Web(BoxFuture<Result<Response<GatewayBody<R>>, E>>),
}

impl<F, R, E> Future for GatewayFuture<F, R, E>
where
    F: Future<Output = Result<Response<R>, E>> + Unpin,
{
    type Output = Result<Response<GatewayBody<R>>, E>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            GatewayFuture::Native(native) => Pin::new(native)
                .poll(context)
                .map(|response| response.map(|response| response.map(GatewayBody::Native))),
            GatewayFuture::Web(web) => web.as_mut().poll(context),
        }
    }
}

/// The body of a response.
pub(super) enum GatewayBody<R> {
    Native(R),
    Call(Body),
    File { bytes: Option<Bytes>, _permits: (Option<OpenCall>, Option<FirstCallPermit>) },
}

impl<R> http_body::Body for GatewayBody<R>
where
    R: http_body::Body<Data = Bytes, Error = Status> + Unpin,
{
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        match self.get_mut() {
            GatewayBody::Native(body) => Pin::new(body).poll_frame(context),
            GatewayBody::Call(body) => Pin::new(body).poll_frame(context),
            GatewayBody::File { bytes, .. } => {
                Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            GatewayBody::Native(body) => body.is_end_stream(),
            GatewayBody::Call(body) => body.is_end_stream(),
            GatewayBody::File { bytes, .. } => bytes.is_none(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            GatewayBody::Native(body) => body.size_hint(),
            GatewayBody::Call(body) => body.size_hint(),
            GatewayBody::File { bytes, .. } => {
                SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64))
            }
        }
    }
}
