//! TLS: the service's certificate, and client certificates as credentials.

use crate::secrets::Identity;
use arc_swap::ArcSwap;
use sha2::{Digest, Sha256};
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};
use tokio::net::TcpStream;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, RootCertStore, ServerConfig,
        crypto::{CryptoProvider, ring},
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
        server::{
            NoClientAuth, VerifierBuilderError, WebPkiClientVerifier, danger::ClientCertVerifier,
        },
    },
    server::TlsStream,
};

/// gRPC is HTTP/2, and clients ask for that alone.
const PROTOCOL: &[u8] = b"h2";

/// The files for TLS, all in PEM form.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The service's certificate, then the intermediate ones.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
    /// The roots of client certificates; without it none is requested.
    pub client_ca: Option<PathBuf>,
    /// Whether a client without a certificate is refused.
    pub clients_must_have_one: bool,
}

/// Why TLS cannot be used. The messages never contain a key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("cannot read {path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file does not hold what it should.
    #[error("{path} does not hold {what} in PEM form")]
    Pem {
        /// The file.
        path: PathBuf,
        /// A certificate or a key.
        what: &'static str,
    },
    /// Every user of the machine may read the key.
    #[error("the key {0} can be read by every user of this machine; make it private (chmod 600)")]
    KeyOpen(PathBuf),
    /// Key and certificate do not match, or are of an unsupported kind.
    #[error("the certificate and its key cannot be used: {0}")]
    Key(#[from] rustls::Error),
    /// The roots of client certificates cannot be used.
    #[error("the certificates in the file of --client-ca cannot be used: {0}")]
    ClientRoots(#[from] VerifierBuilderError),
}

/// A TLS configuration that can be replaced. Clones share it.
#[derive(Clone)]
pub struct Tls(Arc<ArcSwap<ServerConfig>>);

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tls")
    }
}

impl Tls {
    /// Reads the files.
    ///
    /// # Errors
    /// See [`TlsError`].
    pub fn load(files: &TlsFiles) -> Result<Tls, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let TlsFiles { certificate, key, client_ca, clients_must_have_one } = files;
        let verifier: Arc<dyn ClientCertVerifier> = match client_ca {
            None => Arc::new(NoClientAuth),
            Some(path) => client_verifier(&provider, path, *clients_must_have_one)?,
        };
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_client_cert_verifier(verifier)
            .with_single_cert(certificates(certificate)?, private_key(key)?)?;
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
        Ok(Tls(Arc::new(ArcSwap::from_pointee(config))))
    }

    /// Uses the configuration of `other` for new connections; open ones stay as they are.
    pub fn replace(&self, other: &Tls) {
        self.0.store(other.0.load_full());
    }

    /// Performs a handshake. Returns the client's identity, if the client has a certificate of one
    /// of the roots.
    pub(super) async fn handshake(
        &self,
        socket: TcpStream,
    ) -> io::Result<(TlsStream<TcpStream>, Option<Identity>)> {
        let stream = TlsAcceptor::from(self.0.load_full()).accept(socket).await?;
        let certificate = stream.get_ref().1.peer_certificates().and_then(<[_]>::first);
        let identity = certificate.map(identity);
        Ok((stream, identity))
    }
}

fn client_verifier(
    provider: &Arc<CryptoProvider>,
    path: &Path,
    clients_must_have_one: bool,
) -> Result<Arc<dyn ClientCertVerifier>, TlsError> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(path)? {
        roots.add(certificate)?;
    }
    let builder = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone());
    Ok(if clients_must_have_one {
        builder.build()?
    } else {
        builder.allow_unauthenticated().build()?
    })
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let pem = read(path)?;
    let certificates: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&pem).collect();
    match certificates {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        _ => Err(TlsError::Pem { path: path.to_owned(), what: "a certificate" }),
    }
}

fn private_key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    let metadata =
        fs::metadata(path).map_err(|error| TlsError::Io { path: path.to_owned(), error })?;
    if is_open_to_all(&metadata) {
        return Err(TlsError::KeyOpen(path.to_owned()));
    }
    PrivateKeyDer::from_pem_slice(&read(path)?)
        .map_err(|_| TlsError::Pem { path: path.to_owned(), what: "a private key" })
}

fn read(path: &Path) -> Result<Vec<u8>, TlsError> {
    fs::read(path).map_err(|error| TlsError::Io { path: path.to_owned(), error })
}

/// A group may read keys: distributions give them to services so.
#[cfg(unix)]
fn is_open_to_all(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o007 != 0
}

#[cfg(not(unix))]
fn is_open_to_all(_: &fs::Metadata) -> bool {
    false
}

/// The identity in a verified certificate.
fn identity(certificate: &CertificateDer<'_>) -> Identity {
    let names = webpki::EndEntityCert::try_from(certificate).map_or_else(
        |_| Vec::new(),
        |certificate| {
            certificate
                .valid_dns_names()
                .chain(certificate.valid_uri_names())
                .map(str::to_owned)
                .collect()
        },
    );
    Identity { fingerprint: Sha256::digest(certificate).into(), names }
}
