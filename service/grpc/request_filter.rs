//! Rejects requests before any work is done for them: a request must be a gRPC call and, where the
//! service has no principals, come directly from this machine.
//!
//! A page in a browser can send a POST of plain text to any address, with the browser's
//! certificate; it cannot send `application/grpc` unless the service consents (CORS), which it
//! never does. A proxy on this machine calls from a loopback address on behalf of remote callers;
//! without principals that would give them full access.

use super::socket::Origin;
use crate::games::GameError;
use http::{HeaderMap, Method, StatusCode, header, uri::Authority};
use std::net::IpAddr;
use tonic::{Status, codegen::http};

/// The content types of gRPC calls, without parameters.
const CONTENT_TYPES: [&str; 2] = ["application/grpc", "application/grpc+proto"];

/// Headers that reverse proxies, load balancers, tunnels and CDNs add to the requests that they
/// forward, and that no plain client sends. The headers that tracing libraries add to the calls of
/// a local client (`traceparent`, `baggage`, `b3`, `x-request-id`) are not among them.
const FORWARDING: [&str; 37] = [
    // Common to many proxies.
    "forwarded",
    "forwarded-for",
    "via",
    "max-forwards",
    "client-ip",
    "real-ip",
    "remote-user",
    "http-client-ip",
    "proxy-client-ip",
    "true-client-ip",
    "x-real-ip",
    "x-client-ip",
    "x-client-cert",
    "x-cluster-client-ip",
    "x-scheme",
    "x-url-scheme",
    "x-rewrite-url",
    "x-request-start",
    "x-queue-start",
    "front-end-https",
    "surrogate-capability",
    "x-grpc-web",
    // Specific to one product each.
    "x-proxyuser-ip",
    "x-bluecoat-via",
    "z-forwarded-for",
    "x-varnish",
    "x-cloud-trace-context",
    "x-appgw-trace-id",
    "x-fd-healthprobe",
    "disguised-host",
    "was-default-hostname",
    "x-site-deployment-id",
    "rndr-id",
    "incap-client-ip",
    "ali-cdn-real-ip",
    "eagleeye-rpcid",
    "teleport-jwt-assertion",
];

/// Prefixes of further such headers.
const FORWARDING_PREFIXES: [&str; 47] = [
    "akamai-",
    "bypass-tunnel-",
    "cdn-",
    "cf-",
    "cloudfront-",
    "do-connecting-",
    "fastly-",
    "fly-",
    "grpcgateway-",
    "incap-",
    "l5d-",
    "ngrok-",
    "ssl-client-",
    "tailscale-",
    "wl-proxy-",
    "x-akamai-",
    "x-amz-cf-",
    "x-amzn-",
    "x-apigee-",
    "x-appengine-",
    "x-appservice-",
    "x-arr-",
    "x-auth-request-",
    "x-authentik-",
    "x-azure-",
    "x-cdn",
    "x-cf-",
    "x-consumer-",
    "x-envoy-",
    "x-forwarded",
    "x-goog-authenticated-",
    "x-goog-iap-",
    "x-heroku-",
    "x-kong-",
    "x-ms-client-principal",
    "x-nf-",
    "x-nginx-",
    "x-ngrok-",
    "x-original-",
    "x-pomerium-",
    "x-railway-",
    "x-remote-",
    "x-ssl-",
    "x-sucuri-",
    "x-traefik-",
    "x-vercel-",
    "x-waws-",
];

/// Headers of every gRPC call, which need no comparison with the lists above.
const USUAL: [&str; 6] =
    ["authorization", "content-type", "grpc-accept-encoding", "grpc-timeout", "te", "user-agent"];

/// Names of this machine, in addition to its loopback addresses and names below `.localhost`.
const LOCAL_NAMES: [&str; 6] = [
    "localhost",
    "localhost.localdomain",
    "localhost4",
    "localhost6",
    "ip6-localhost",
    "ip6-loopback",
];

/// Checks requests before any handler.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestFilter {
    /// Whether the service has no principals, so that callers must be local.
    pub(super) without_principals: bool,
}

/// Why a request is rejected: its HTTP status and its gRPC error.
#[derive(Debug)]
pub(super) struct Rejection {
    http: StatusCode,
    error: GameError,
}

impl Rejection {
    /// The HTTP response.
    pub(super) fn into_http<R: Default>(self) -> http::Response<R> {
        let mut response = Status::from(self.error).into_http();
        *response.status_mut() = self.http;
        response
    }
}

impl RequestFilter {
    /// Checks a request. `is_own_service`: it calls a service of the protocol, not health or
    /// reflection.
    ///
    /// # Errors
    /// The rejection, if the request is no gRPC call, or is not local although it must be.
    pub(super) fn check<B>(
        self,
        request: &http::Request<B>,
        is_own_service: bool,
        origin: Option<Origin>,
    ) -> Result<(), Rejection> {
        check_form(request.method(), request.headers())?;
        if self.without_principals && is_own_service {
            let local = check_local(request.uri().authority(), request.headers(), origin);
            local.map_err(|why| Rejection {
                http: StatusCode::OK,
                error: GameError::CallerNotLocal { why },
            })?;
        }
        Ok(())
    }

    /// Whether a request for a file comes from a caller that the service answers.
    pub(super) fn is_permitted<B>(
        self,
        request: &http::Request<B>,
        origin: Option<Origin>,
    ) -> bool {
        !self.without_principals
            || check_local(request.uri().authority(), request.headers(), origin).is_ok()
    }
}

/// Checks that a request is a gRPC call.
fn check_form(method: &Method, headers: &HeaderMap) -> Result<(), Rejection> {
    if method != Method::POST {
        let error = GameError::field("", "a gRPC call is a POST");
        return Err(Rejection { http: StatusCode::METHOD_NOT_ALLOWED, error });
    }
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let is_right = match (types.next().map(|value| value.to_str()), types.next()) {
        (Some(Ok(value)), None) => {
            let name = value.split(';').next().unwrap_or_default().trim();
            CONTENT_TYPES.iter().any(|right| name.eq_ignore_ascii_case(right))
        }
        _ => false,
    };
    if is_right {
        return Ok(());
    }
    let error = GameError::field(
        "",
        "the content type of a call is application/grpc or application/grpc+proto",
    );
    Err(Rejection { http: StatusCode::UNSUPPORTED_MEDIA_TYPE, error })
}

/// Checks that a request comes directly from this machine, as far as can be detected; else returns
/// what shows that it does not.
fn check_local(
    authority: Option<&Authority>,
    headers: &HeaderMap,
    origin: Option<Origin>,
) -> Result<(), String> {
    if let Some(name) = headers.keys().find_map(|name| forwarding(name.as_str())) {
        return Err(format!("it has a header that proxies add ({name})"));
    }
    match origin {
        // The authority says nothing about a caller over a Unix socket: clients derive it from the
        // path.
        Some(Origin::UnixSocket) => return Ok(()),
        Some(Origin::Loopback) => {}
        Some(Origin::Remote) | None => {
            return Err("it does not come from a loopback address".to_owned());
        }
    }
    let mut hosts =
        headers.get_all(header::HOST).iter().map(|host| Authority::try_from(host.as_bytes()));
    if authority.is_none() && !headers.contains_key(header::HOST) {
        // Every gRPC client sends an authority.
        return Err("it has no :authority".to_owned());
    }
    let is_own =
        authority.is_none_or(is_local) && hosts.all(|host| host.is_ok_and(|host| is_local(&host)));
    match is_own {
        true => Ok(()),
        false => {
            Err("it is addressed to a name that is not this machine's own, such as localhost or 127.0.0.1".to_owned())
        }
    }
}

/// The entry of the lists above that matches this header's name.
fn forwarding(name: &str) -> Option<&'static str> {
    if USUAL.contains(&name) {
        return None;
    }
    let named = FORWARDING.iter().find(|header| name == **header);
    named.or_else(|| FORWARDING_PREFIXES.iter().find(|prefix| name.starts_with(**prefix))).copied()
}

pub(super) fn is_local(authority: &Authority) -> bool {
    if authority.as_str().contains('@') {
        return false;
    }
    let host = authority.host().trim_end_matches('.').to_ascii_lowercase();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    match address {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => LOCAL_NAMES.contains(&host.as_str()) || host.ends_with(".localhost"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn authority(text: &str) -> Authority {
        Authority::try_from(text).expect("an authority")
    }

    #[test]
    fn a14_names_of_this_machine_are_recognised() {
        for own in [
            "localhost",
            "LOCALHOST:1",
            "localhost.:1",
            "127.0.0.1:50051",
            "127.9.9.9",
            "[::1]:1",
            "[::ffff:127.0.0.1]",
            "a.localhost",
        ] {
            assert!(is_local(&authority(own)), "{own}");
        }
        for other in [
            "hierophant",
            "localhost.example",
            "notlocalhost",
            "192.0.2.1",
            "[2001:db8::1]:1",
            "0.0.0.0",
            "127.0.0.1.example",
            "evil@localhost",
        ] {
            assert!(!is_local(&authority(other)), "{other}");
        }
    }

    #[test]
    fn a14_headers_of_proxies_are_recognised() {
        for added in [
            "forwarded",
            "via",
            "x-forwarded",
            "x-forwarded-for",
            "x-real-ip",
            "x-client-ip",
            "x-cluster-client-ip",
            "true-client-ip",
            "x-request-start",
            "x-envoy-internal",
            "l5d-client-id",
            "x-amzn-trace-id",
            "x-amz-cf-id",
            "cloudfront-viewer-address",
            "x-cloud-trace-context",
            "x-goog-iap-jwt-assertion",
            "x-arr-log-id",
            "x-azure-fdid",
            "x-appgw-trace-id",
            "cdn-loop",
            "cf-ray",
            "fastly-client-ip",
            "akamai-origin-hop",
            "x-akamai-edgescape",
            "x-vercel-id",
            "x-nf-client-connection-ip",
            "x-railway-edge",
            "fly-client-ip",
            "x-ngrok-agent",
            "ngrok-skip-browser-warning",
            "tailscale-user-login",
            "x-kong-request-id",
            "grpcgateway-user-agent",
        ] {
            assert!(forwarding(added).is_some(), "{added}");
        }
    }

    /// What grpc-go, grpc-java, C core (Python, Ruby, PHP), grpc-js, tonic, grpcurl and Connect
    /// send, and what instrumentation, service configs and sign-in add on the client's own side.
    #[test]
    fn a14_headers_of_local_clients_are_let_in() {
        for own in [
            "accept-encoding",
            "authorization",
            "b3",
            "baggage",
            "connect-protocol-version",
            "connect-timeout-ms",
            "content-type",
            "cookie",
            "grpc-accept-encoding",
            "grpc-encoding",
            "grpc-internal-encoding-request",
            "grpc-message-type",
            "grpc-previous-rpc-attempts",
            "grpc-tags-bin",
            "grpc-timeout",
            "grpc-trace-bin",
            "newrelic",
            "ot-tracer-traceid",
            "sentry-trace",
            "te",
            "traceparent",
            "tracestate",
            "uber-trace-id",
            "user-agent",
            "x-amz-date",
            "x-api-key",
            "x-b3-traceid",
            "x-correlation-id",
            "x-datadog-trace-id",
            "x-goog-api-client",
            "x-goog-request-params",
            "x-request-id",
            "x-user-agent",
            "via-x",
            "x-realm",
            "cfg",
        ] {
            assert_eq!(forwarding(own), None, "{own}");
        }
    }

    #[test]
    fn a14_a_usual_header_is_none_that_proxies_add() {
        for usual in USUAL {
            assert!(!FORWARDING.contains(&usual), "{usual}");
            assert!(!FORWARDING_PREFIXES.iter().any(|prefix| usual.starts_with(prefix)), "{usual}");
        }
    }

    #[test]
    fn a14_a_call_over_tcp_has_an_authority() {
        let (mut named, unnamed) = (HeaderMap::new(), HeaderMap::new());
        named.append(header::HOST, "localhost".parse().expect("a value"));
        let check = |headers, origin| check_local(None, headers, Some(origin));
        assert!(check(&unnamed, Origin::Loopback).is_err(), "no host is named");
        assert!(
            check(&named, Origin::Loopback).is_ok() && check(&unnamed, Origin::UnixSocket).is_ok()
        );
    }

    #[test]
    fn a14_a_remote_caller_is_not_local_whatever_it_says() {
        let own = authority("localhost");
        let check = |origin| check_local(Some(&own), &HeaderMap::new(), origin);
        assert!(check(Some(Origin::Loopback)).is_ok() && check(Some(Origin::UnixSocket)).is_ok());
        assert!(check(Some(Origin::Remote)).is_err() && check(None).is_err());
        let mut hosts = HeaderMap::new();
        hosts.append(header::HOST, "localhost".parse().expect("a value"));
        hosts.append(header::HOST, "evil.example".parse().expect("a value"));
        assert!(
            check_local(None, &hosts, Some(Origin::Loopback)).is_err(),
            "every host that is named counts"
        );
    }
}
