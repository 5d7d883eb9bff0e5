//! Options of `hierophant serve` for principals and TLS.

use super::CommandError;
use clap::Args;
use hierophant::{
    grpc::{Security, Tls, TlsFiles},
    secrets::Principals,
};
use std::{path::PathBuf, sync::Arc};

/// The files with principals, certificates and keys.
#[derive(Args)]
#[command(next_help_heading = "Security")]
pub(super) struct SecurityArguments {
    /// File of the principals that may create, list and end games (see `hierophant principal new`).
    /// Without it every program on this machine may do so, and calls from other machines are
    /// refused.
    #[arg(long, env = "HIEROPHANT_PRINCIPALS", value_name = "FILE")]
    principals: Option<PathBuf>,

    /// The service's certificate and its chain, in PEM form. TCP connections then use TLS.
    #[arg(long, env = "HIEROPHANT_TLS_CERT", requires = "tls_key", value_name = "FILE")]
    tls_cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM form.
    #[arg(long, env = "HIEROPHANT_TLS_KEY", requires = "tls_cert", value_name = "FILE")]
    tls_key: Option<PathBuf>,

    /// Root certificates that client certificates are verified against, in PEM form; a client
    /// certificate can identify a principal.
    #[arg(long, env = "HIEROPHANT_CLIENT_CA", requires = "tls_cert", value_name = "FILE")]
    client_ca: Option<PathBuf>,

    /// Refuse clients without a certificate.
    #[arg(long, env = "HIEROPHANT_CLIENT_CERT_REQUIRED", requires_if("true", "client_ca"))]
    client_cert_required: bool,
}

impl SecurityArguments {
    /// Reads the files.
    ///
    /// # Errors
    /// A file cannot be read, or is invalid.
    pub(super) fn open(&self) -> Result<Security, CommandError> {
        let principals = self.principals.as_deref().map(Principals::open).transpose()?;
        if self.client_ca.is_none() && principals.as_ref().is_some_and(Principals::use_certificates)
        {
            return Err("--client-ca is required: the file of principals has certificates".into());
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
        Ok(Security { principals: principals.map(Arc::new), tls })
    }
}
