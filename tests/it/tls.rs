//! TLS: whom clients believe, and who they are by the certificates that they show.

use crate::support::service::{TestService, request};
use hierophant::{
    client::{Client, Failure, Trust},
    config::Limits,
    grpc::{Security, Tls, TlsError, TlsFiles},
    pb::v1 as pb,
    secrets::Principals,
};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, KeyUsagePurpose, SanType,
};
use sha2::{Digest, Sha256};
use std::{fs, path::Path, sync::Arc};
use tempfile::TempDir;
use tonic::Code;

/// An authority that signs certificates.
struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its key in PEM form, and the certificate's fingerprint.
struct Signed {
    pem: (Vec<u8>, Vec<u8>),
    fingerprint: String,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "authority");
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        Authority(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    fn pem(&self) -> Vec<u8> {
        self.0.pem().into_bytes()
    }

    /// A certificate with these names, for servers and clients.
    fn sign(&self, dns_names: &[&str], uri: Option<&str>) -> Signed {
        let names: Vec<String> = dns_names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        params.subject_alt_names.extend(uri.map(|uri| SanType::URI(uri.try_into().unwrap())));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        let fingerprint =
            Sha256::digest(certificate.der()).iter().map(|byte| format!("{byte:02x}")).collect();
        Signed {
            pem: (certificate.pem().into_bytes(), key.serialize_pem().into_bytes()),
            fingerprint,
        }
    }
}

/// The files of a service whose certificate is from `authority`, and which believes clients of
/// `clients`.
fn files(folder: &Path, authority: &Authority, clients: Option<&Authority>) -> TlsFiles {
    let signed = authority.sign(&["localhost", "127.0.0.1"], None);
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
        path
    };
    TlsFiles {
        certificate: write("cert.pem", &signed.pem.0),
        key: write("key.pem", &signed.pem.1),
        client_ca: clients.map(|clients| write("clients.pem", &clients.pem())),
        clients_must_have_one: false,
    }
}

/// A service over TLS, and whose certificates count there.
struct SecuredService {
    service: TestService,
    authority: Authority,
    clients: Authority,
    _folder: TempDir,
}

impl SecuredService {
    /// With these principals, if any are named.
    async fn open(clients: Authority, principals: &str, must_have_one: bool) -> SecuredService {
        let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
        let files = TlsFiles {
            clients_must_have_one: must_have_one,
            ..files(folder.path(), &authority, Some(&clients))
        };
        let principals =
            (!principals.is_empty()).then(|| Arc::new(Principals::parse(principals).unwrap()));
        let security = Security { principals, tls: Some(Tls::load(&files).unwrap()) };
        let service = TestService::secured(Limits::default(), security).await;
        SecuredService { service, authority, clients, _folder: folder }
    }

    fn client(&self, ca: &Authority, shown: Option<&Signed>) -> Client {
        let trust =
            Trust { ca_pem: Some(ca.pem()), identity_pem: shown.map(|signed| signed.pem.clone()) };
        let address = format!("https://localhost:{}", self.service.tcp_address().port());
        Client::trusting(&address, &trust).unwrap().with_retry_policy(
            hierophant::client::RetryPolicy {
                give_up_ms: 0,
                ..hierophant::client::RetryPolicy::CALL
            },
        )
    }

    async fn create(&self, shown: Option<&Signed>) -> Result<pb::CreateGameResponse, Failure> {
        self.client(&self.authority, shown).create_game(request()).await
    }
}

#[tokio::test]
async fn a_game_is_played_over_tls_by_those_who_know_the_service() {
    let secured = SecuredService::open(Authority::new(), "", false).await;
    let client = secured.client(&secured.authority, None);
    let created = client.create_game(request()).await.expect("a game");
    let name = created.game.unwrap().name;
    let seat = client.game_client(&name, &created.seat_tokens[0].token).unwrap();
    let table = seat.info().await.unwrap();
    seat.view(&table, hierophant::client::Wait::No).await.expect("a view");
}

#[tokio::test]
async fn a_service_with_another_authority_is_not_believed() {
    let secured = SecuredService::open(Authority::new(), "", false).await;
    let failure = secured
        .client(&Authority::new(), None)
        .create_game(request())
        .await
        .expect_err("an unknown authority");
    assert!(failure.is_transient(), "the connection failed, not the call: {failure:?}");
    // Nor does a client without TLS get anywhere.
    let plain = Client::new(&format!("http://{}", secured.service.tcp_address())).unwrap();
    let plain = plain.with_retry_policy(hierophant::client::RetryPolicy {
        give_up_ms: 0,
        ..hierophant::client::RetryPolicy::CALL
    });
    plain.create_game(request()).await.expect_err("no TLS");
}

#[tokio::test]
async fn certificates_open_what_tokens_of_principals_do() {
    let clients = Authority::new();
    let (by_print, by_name) =
        (clients.sign(&["x.example"], None), clients.sign(&["league.example"], None));
    let by_uri = clients.sign(&[], Some("spiffe://example/league"));
    let principals = format!(
        "ops operator cert-sha256:{}\nleague creator cert-name:league.example\nleague creator cert-name:spiffe://example/league",
        by_print.fingerprint
    );
    let secured = SecuredService::open(clients, &principals, false).await;
    for shown in [&by_print, &by_name, &by_uri] {
        secured.create(Some(shown)).await.expect("a principal");
    }
    let unknown = secured.clients.sign(&["league.example.org"], None);
    for certificate in [None, Some(&unknown)] {
        let failure = secured.create(certificate).await.expect_err("no principal's certificate");
        assert_eq!(failure.code, Code::Unauthenticated);
    }
    // The right name from the wrong authority: the handshake fails.
    let forged = Authority::new().sign(&["league.example"], None);
    assert_ne!(
        secured.create(Some(&forged)).await.expect_err("forged").code,
        Code::Unauthenticated
    );
}

#[tokio::test]
async fn a_seat_is_its_tokens_whatever_certificate_is_shown() {
    let clients = Authority::new();
    let league = clients.sign(&["league.example"], None);
    let secured =
        SecuredService::open(clients, "league creator cert-name:league.example", false).await;
    let created = secured.create(Some(&league)).await.expect("a game");
    let name = created.game.unwrap().name;
    for shown in [None, Some(&league)] {
        let client = secured.client(&secured.authority, shown);
        let seat = client.game_client(&name, &created.seat_tokens[1].token).unwrap();
        let table = seat.info().await.expect("a bot needs no certificate");
        seat.view(&table, hierophant::client::Wait::No).await.expect("its view");
        let invalid = client.game_client(&name, "unknown").unwrap();
        assert_eq!(
            invalid.game().await.expect_err("a bad token is not made good").code,
            Code::Unauthenticated
        );
    }
}

#[tokio::test]
async fn a_service_can_insist_on_certificates() {
    let clients = Authority::new();
    let any_name = clients.sign(&["any.example"], None);
    let secured = SecuredService::open(clients, "", true).await;
    secured.create(None).await.expect_err("no certificate");
    secured.create(Some(&any_name)).await.expect("a certificate");
}

#[tokio::test]
async fn f29_a_new_certificate_is_shown_without_a_restart() {
    let (folder, old, new) = (tempfile::tempdir().unwrap(), Authority::new(), Authority::new());
    let tls = Tls::load(&files(folder.path(), &old, None)).unwrap();
    let security = Security { principals: None, tls: Some(tls.clone()) };
    let service = TestService::secured(Limits::default(), security).await;
    let secured =
        SecuredService { service, authority: old, clients: Authority::new(), _folder: folder };
    let standing = secured.client(&secured.authority, None);
    standing.create_game(request()).await.expect("a game");
    let other = tempfile::tempdir().unwrap();
    tls.replace(&Tls::load(&files(other.path(), &new, None)).unwrap());
    secured.client(&new, None).create_game(request()).await.expect("the new one is shown");
    secured.create(None).await.expect_err("the old one is not");
    standing.create_game(request()).await.expect("an open connection continues");
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let (folder, authority) = (tempfile::tempdir().unwrap(), Authority::new());
    let good = files(folder.path(), &authority, None);
    let missing = TlsFiles { certificate: folder.path().join("none"), ..good.clone() };
    assert!(matches!(Tls::load(&missing), Err(TlsError::Io { .. })));
    let swapped = TlsFiles { certificate: good.key.clone(), ..good.clone() };
    assert!(matches!(Tls::load(&swapped), Err(TlsError::Pem { .. })));
    let other = tempfile::tempdir().unwrap();
    let mismatched = TlsFiles { key: files(other.path(), &authority, None).key, ..good.clone() };
    assert!(matches!(Tls::load(&mismatched), Err(TlsError::Key(_))));
    #[cfg(unix)]
    {
        fs::set_permissions(&good.key, std::os::unix::fs::PermissionsExt::from_mode(0o644))
            .unwrap();
        assert!(matches!(Tls::load(&good), Err(TlsError::KeyOpen(_))));
    }
}
