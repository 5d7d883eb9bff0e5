//! Who may come in to `hierophant serve`, and over what.

use super::CommandError;
use clap::Args;
use hierophant::{
    grpc::{Locks, Tls, TlsFiles},
    secrets::Principals,
};
use std::{path::PathBuf, sync::Arc};

/// See the module.
#[derive(Args)]
#[command(next_help_heading = "Doors")]
pub(super) struct LockArguments {
    /// File of those who may create, list and end games (see `hierophant principal new`). Without it everybody on this machine
    /// may, and nobody else can call.
    #[arg(long, env = "HIEROPHANT_PRINCIPALS", value_name = "FILE")]
    principals: Option<PathBuf>,

    /// The service's certificate and those that lead to its root, in PEM form. TCP connections then speak TLS.
    #[arg(long, env = "HIEROPHANT_TLS_CERT", requires = "tls_key", value_name = "FILE")]
    tls_cert: Option<PathBuf>,

    /// The certificate's private key, in PEM form.
    #[arg(long, env = "HIEROPHANT_TLS_KEY", requires = "tls_cert", value_name = "FILE")]
    tls_key: Option<PathBuf>,

    /// Root certificates of clients, in PEM form: a client may show a certificate, and be known as a principal by it.
    #[arg(long, env = "HIEROPHANT_CLIENT_CA", requires = "tls_cert", value_name = "FILE")]
    client_ca: Option<PathBuf>,

    /// Refuse clients without a certificate.
    #[arg(long, env = "HIEROPHANT_CLIENT_CERT_REQUIRED", requires_if("true", "client_ca"))]
    client_cert_required: bool,
}

impl LockArguments {
    /// Reads the files.
    pub(super) fn open(&self) -> Result<Locks, CommandError> {
        let principals = self.principals.as_deref().map(Principals::open).transpose()?;
        if self.client_ca.is_none() && principals.as_ref().is_some_and(Principals::use_certificates) {
            return Err("the file of principals has certificates: say with --client-ca whose are believed".into());
        }
        let tls = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => Some(Tls::load(&TlsFiles {
                certificate: certificate.clone(),
                key: key.clone(),
                client_ca: self.client_ca.clone(),
                clients_must_have_one: self.client_cert_required,
            })?),
            _ => None,
        };
        Ok(Locks { principals: principals.map(Arc::new), tls })
    }
}
