//! The metrics page, read as Prometheus reads it.

use super::service::TestService;
use hierophant::admin::PAGE_INTERVAL_MIN;
use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// Sends these bytes; everything that comes back until the connection is closed.
pub(crate) async fn exchange(address: SocketAddr, sent: &str) -> String {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(sent.as_bytes()).await.expect("it reads");
    let mut received = String::new();
    stream.read_to_string(&mut received).await.expect("it answers and closes");
    received
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> String {
    exchange(address, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await
}

/// The page, fresh.
pub(crate) async fn page(service: &TestService) -> String {
    service.clock.advance(PAGE_INTERVAL_MIN);
    let response = get(service.metrics.expect("it runs"), "/metrics").await;
    assert!(response.starts_with("HTTP/1.1 200 ") && response.ends_with("# EOF\n"), "{response}");
    response
}

/// The number in the line that begins so; 0 if there is none.
pub(crate) fn figure(page: &str, series: &str) -> f64 {
    let found =
        page.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok());
    found.unwrap_or(0.0)
}
