//! The address of a service.

use std::{fmt, time::Duration};
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint, Identity};

/// Timeout for making a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval of keepalive pings on an idle connection.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);
/// Timeout of a keepalive ping.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// An invalid address, or TLS options that do not match it.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The address is invalid.
    #[error(
        "invalid address of a service \"{address}\": expected http://host:port, https://host:port or unix:/path"
    )]
    Malformed {
        /// The address as given.
        address: String,
        /// What is wrong with it.
        #[source]
        cause: Option<tonic::transport::Error>,
    },
    /// TLS without roots, or roots without TLS.
    #[error(
        "root certificates (--ca) are required with https:// and not allowed with http:// or unix:"
    )]
    Trust,
    /// The certificates cannot be used.
    #[error("the certificates cannot be used: {0}")]
    Certificates(#[source] tonic::transport::Error),
}

/// The TLS options of a client, in PEM form.
#[derive(Clone, Default)]
pub struct Trust {
    /// The root certificates that are trusted.
    pub ca_pem: Option<Vec<u8>>,
    /// The client's certificate and its key, for a service that identifies callers by certificates.
    pub identity_pem: Option<(Vec<u8>, Vec<u8>)>,
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trust").finish_non_exhaustive()
    }
}

/// The endpoint at `http://host:port` or `unix:/path`, with timeouts and keepalive set.
///
/// # Errors
/// The address is invalid.
pub fn endpoint(address: &str) -> Result<Endpoint, AddressError> {
    trusted_endpoint(address, &Trust::default())
}

/// The same, also for `https://host:port`.
///
/// # Errors
/// The address isn't one of these, or what is trusted doesn't fit it.
pub fn trusted_endpoint(address: &str, trust: &Trust) -> Result<Endpoint, AddressError> {
    let refused = |cause| AddressError::Malformed { address: address.to_owned(), cause };
    let host = |scheme| address.strip_prefix(scheme).is_some_and(|host: &str| !host.is_empty());
    let is_secure = host("https://");
    let path = address.strip_prefix("unix:").is_some_and(|path| path.starts_with('/'));
    if !host("http://") && !is_secure && !path {
        return Err(refused(None));
    }
    let mut endpoint =
        Endpoint::from_shared(address.to_owned()).map_err(|cause| refused(Some(cause)))?;
    match (is_secure, &trust.ca_pem) {
        (true, Some(ca)) => {
            let mut config = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(ca));
            if let Some((certificate, key)) = &trust.identity_pem {
                config = config.identity(Identity::from_pem(certificate, key));
            }
            endpoint = endpoint.tls_config(config).map_err(AddressError::Certificates)?;
        }
        (false, None) if trust.identity_pem.is_none() => {}
        _ => return Err(AddressError::Trust),
    }
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
        for good in [
            "http://127.0.0.1:7777",
            "http://localhost:1",
            "unix:/tmp/socket",
            "unix:///tmp/socket",
        ] {
            assert!(endpoint(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "127.0.0.1:7777",
            "localhost",
            "http://",
            "https://",
            "ftp://a:1",
            "unix:",
            "unix:tmp",
            "http://a b",
        ] {
            let error = endpoint(bad).unwrap_err().to_string();
            assert!(error.contains("https://host:port or unix:/path"), "{error}");
        }
        assert!(matches!(endpoint("https://127.0.0.1:1"), Err(AddressError::Trust)));
        let trust = Trust { ca_pem: Some(Vec::new()), identity_pem: None };
        assert!(matches!(trusted_endpoint("http://127.0.0.1:1", &trust), Err(AddressError::Trust)));
    }
}
