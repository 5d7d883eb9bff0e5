//! Attack A10 (`text/plain` POSTs were executed): what a call must look like. A page in a browser
//! can send a POST of plain text anywhere, with the browser's own client certificate; it cannot
//! send one of `application/grpc` without the service's consent.

use crate::support::service::{TestService, request};
use hierophant::pb::{FILE_DESCRIPTOR_SET, v1 as pb};
use prost::Message;
use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};
use tonic::{
    body::Body,
    codegen::{Bytes, Service, http},
    transport::Channel,
};

/// A message on its way.
struct Framed(Option<Bytes>);

impl http_body::Body for Framed {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.take().map(|bytes| Ok(http_body::Frame::data(bytes))))
    }
}

/// Calls by raw HTTP/2: with this method, these headers and this message.
async fn call(
    channel: Channel,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    message: &impl Message,
) -> http::Response<Body> {
    let body = message.encode_to_vec();
    let mut framed = vec![0];
    framed.extend_from_slice(&u32::try_from(body.len()).expect("a short message").to_be_bytes());
    framed.extend(body);
    let mut request = http::Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::new(Framed(Some(framed.into())))).expect("a request");
    let mut channel = channel;
    std::future::poll_fn(|context| channel.poll_ready(context)).await.expect("it is connected");
    channel.call(request).await.expect("an answer")
}

/// The paths of all methods, with those of health and reflection.
fn paths() -> Vec<String> {
    let files = [FILE_DESCRIPTOR_SET, tonic_health::pb::FILE_DESCRIPTOR_SET];
    let mut paths = vec!["/grpc.reflection.v1.ServerReflection/ServerReflectionInfo".to_owned()];
    for file in files
        .iter()
        .flat_map(|set| prost_types::FileDescriptorSet::decode(*set).expect("it is ours").file)
    {
        for service in &file.service {
            let named = |method: &prost_types::MethodDescriptorProto| {
                format!("/{}.{}/{}", file.package(), service.name(), method.name())
            };
            paths.extend(service.method.iter().map(named));
        }
    }
    paths
}

#[tokio::test]
async fn a10_a_page_in_a_browser_changes_nothing() {
    let service = TestService::start().await;
    let game = service.game().await;
    let create = "/hierophant.v1.GameService/CreateGame";
    for wrong in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/grpc",
        "application/json",
        "application/grpc-web",
        "application/grpc-web+proto",
        "application/grpc+json",
        "application/grpcx",
        "",
    ] {
        let headers = [("content-type", wrong), ("origin", "https://elsewhere.example")];
        let response = call(service.channel(), "POST", create, &headers, &request()).await;
        assert_eq!(response.status(), 415, "{wrong}");
        let abort = pb::AbortGameRequest { game: game.name.clone(), ..Default::default() };
        let response = call(
            service.channel(),
            "POST",
            "/hierophant.v1.GameService/AbortGame",
            &headers,
            &abort,
        )
        .await;
        assert_eq!(response.status(), 415, "{wrong}");
    }
    let two = [("content-type", "application/grpc"), ("content-type", "text/plain")];
    for headers in [&[][..], &two] {
        let response = call(service.channel(), "POST", create, headers, &request()).await;
        assert_eq!(response.status(), 415, "none, or more than one");
    }
    let listed = service
        .client()
        .list_games(pb::ListGamesRequest::default())
        .await
        .unwrap()
        .into_inner()
        .games;
    assert_eq!(listed.len(), 1, "nothing was created");
    assert_eq!(listed[0].status(), pb::GameStatus::Live, "and nothing ended");
}

#[tokio::test]
async fn a10_every_method_asks_for_its_content_type() {
    let service = TestService::start().await;
    let paths = paths();
    assert!(paths.len() > 30, "{paths:?}");
    for path in paths {
        let response =
            call(service.channel(), "POST", &path, &[("content-type", "text/plain")], &()).await;
        assert_eq!(response.status(), 415, "{path}");
        let reason = response.headers().get("grpc-message").expect("in words").to_str().unwrap();
        assert!(reason.contains("application/grpc"), "{reason}");
    }
}

#[tokio::test]
async fn a10_what_clients_of_grpc_send_is_taken() {
    let service = TestService::start().await;
    for right in [
        "application/grpc",
        "application/grpc+proto",
        "application/grpc;charset=utf-8",
        "Application/GRPC",
    ] {
        let path = "/hierophant.v1.GameService/CreateGame";
        let response =
            call(service.channel(), "POST", path, &[("content-type", right)], &request()).await;
        assert_eq!(
            (response.status().as_u16(), response.headers().get("grpc-status")),
            (200, None),
            "{right}"
        );
        // A page's first question, whether it may ask.
        let response =
            call(service.channel(), "OPTIONS", path, &[("content-type", right)], &()).await;
        assert_eq!(response.status(), 405);
        assert!(response.headers().keys().all(|name| !name.as_str().starts_with("access-control")));
    }
    let listed = service
        .client()
        .list_games(pb::ListGamesRequest::default())
        .await
        .unwrap()
        .into_inner()
        .games;
    assert_eq!(listed.len(), 4);
}
