//! Where a service is.

use std::time::Duration;
use tonic::transport::Endpoint;

/// A connection that isn't made within this counts as refused.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How often a connection without traffic is tried out.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);
/// How long such a trial may take.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// An address that isn't one.
#[derive(Debug, thiserror::Error)]
#[error("\"{address}\" is no address of a service: expected http://host:port or unix:/path")]
pub struct AddressError {
    address: String,
    #[source]
    cause: Option<tonic::transport::Error>,
}

/// The endpoint at `http://host:port` or `unix:/path`, with timeouts and keepalive set.
///
/// # Errors
/// The address isn't one of these.
pub fn endpoint(address: &str) -> Result<Endpoint, AddressError> {
    let refused = |cause| AddressError { address: address.to_owned(), cause };
    let host = address.strip_prefix("http://").is_some_and(|host| !host.is_empty());
    let path = address.strip_prefix("unix:").is_some_and(|path| path.starts_with('/'));
    if !host && !path {
        return Err(refused(None));
    }
    let endpoint = Endpoint::from_shared(address.to_owned()).map_err(|cause| refused(Some(cause)))?;
    Ok(endpoint
        .connect_timeout(CONNECT_TIMEOUT)
        .tcp_nodelay(true)
        .http2_keep_alive_interval(KEEP_ALIVE_INTERVAL)
        .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
        .keep_alive_while_idle(true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_mistakes() {
        for good in ["http://127.0.0.1:7777", "http://localhost:1", "unix:/tmp/socket", "unix:///tmp/socket"] {
            assert!(endpoint(good).is_ok(), "{good}");
        }
        for bad in
            ["", "127.0.0.1:7777", "localhost", "http://", "https://127.0.0.1:1", "unix:", "unix:tmp", "http://a b"]
        {
            let error = endpoint(bad).unwrap_err().to_string();
            assert!(error.contains("http://host:port or unix:/path"), "{error}");
        }
    }
}
