//! How commands reach a service and a game: address and token.

use super::CommandError;
use clap::Args;
use hierophant::client::{Bearer, Client, Patience, Trust, trusted_endpoint};
use std::{
    env, fs,
    path::{Path, PathBuf},
};
use tonic::transport::Endpoint;

/// The environment variable that may hold a token. Read here and not by clap, which would show it in help texts.
const TOKEN_VARIABLE: &str = "HIEROPHANT_TOKEN";

/// Where the service is.
#[derive(Args)]
pub(super) struct ServerArguments {
    /// The service: http://host:port, https://host:port or unix:/path.
    #[arg(long, env = "HIEROPHANT_SERVER", default_value = "http://127.0.0.1:50051", value_name = "URL")]
    server: String,

    /// For https://: the root certificates that the service's leads to, in PEM form (of public ones often
    /// /etc/ssl/certs/ca-certificates.crt).
    #[arg(long, env = "HIEROPHANT_CA", value_name = "FILE")]
    ca: Option<PathBuf>,

    /// For https://: a certificate to show, in PEM form, where the service asks for one.
    #[arg(long, env = "HIEROPHANT_CLIENT_CERT", requires_all = ["ca", "client_key"], value_name = "FILE")]
    client_cert: Option<PathBuf>,

    /// The private key of that certificate.
    #[arg(long, env = "HIEROPHANT_CLIENT_KEY", requires = "client_cert", value_name = "FILE")]
    client_key: Option<PathBuf>,
}

/// How long a bot outlives maintenance of the service.
#[derive(Args)]
pub(super) struct RetryArguments {
    /// Seconds after which the agent gives up on a service that cannot be reached; 0 is a single attempt.
    #[arg(long, env = "HIEROPHANT_KEEP_TRYING_SECONDS", default_value_t = 600, value_name = "SECONDS")]
    keep_trying_seconds: u64,
}

impl RetryArguments {
    /// As the client takes it.
    pub(super) fn patience(&self) -> Patience {
        Patience::AGENT.for_seconds(self.keep_trying_seconds)
    }
}

/// Where the service is, and who asks it: a principal, or somebody on its own machine.
#[derive(Args)]
pub(super) struct PrincipalTokenArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// File with a principal's token, where the service asks for one; instead of it the variable HIEROPHANT_TOKEN may hold the token
    /// itself.
    #[arg(long, env = "HIEROPHANT_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl PrincipalTokenArguments {
    /// A client with the operator's token, if there is one.
    ///
    /// # Errors
    /// The address makes no sense, or a file cannot be read.
    pub(super) fn client(&self) -> Result<Client, CommandError> {
        let client = self.server.client()?;
        match secret(self.token_file.as_deref(), TOKEN_VARIABLE)? {
            Some(token) => Ok(client.with_token(token.trim())?),
            None => Ok(client),
        }
    }
}

/// Where the service is, and what opens the game.
#[derive(Args)]
pub(super) struct GameArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// File with the token that CreateGame returned; instead of it the variable HIEROPHANT_TOKEN may hold the token itself.
    #[arg(long, env = "HIEROPHANT_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl ServerArguments {
    /// Its address.
    pub(super) fn address(&self) -> &str {
        &self.server
    }

    /// How it is connected to.
    ///
    /// # Errors
    /// The address makes no sense, or a file cannot be read.
    pub(super) fn endpoint(&self) -> Result<Endpoint, CommandError> {
        Ok(trusted_endpoint(&self.server, &self.trust()?)?)
    }

    /// A client of it.
    ///
    /// # Errors
    /// The address makes no sense, or a file cannot be read.
    pub(super) fn client(&self) -> Result<Client, CommandError> {
        Ok(Client::trusting(&self.server, &self.trust()?)?)
    }

    fn trust(&self) -> Result<Trust, CommandError> {
        let identity_pem = match (&self.client_cert, &self.client_key) {
            (Some(certificate), Some(key)) => Some((read(certificate)?, read(key)?)),
            _ => None,
        };
        Ok(Trust { ca_pem: self.ca.as_deref().map(read).transpose()?, identity_pem })
    }
}

impl GameArguments {
    /// Where the service is.
    pub(super) fn address(&self) -> &str {
        self.server.address()
    }

    /// The bearer of the token, in a game.
    ///
    /// # Errors
    /// No token is given, or it cannot be read.
    pub(super) fn bearer(&self, game: &str, patience: Patience) -> Result<Bearer, CommandError> {
        let client = Client::trusting(self.server.address(), &self.server.trust()?)?.with_patience(patience);
        Ok(client.bearer(game, &self.token()?)?)
    }

    fn token(&self) -> Result<String, CommandError> {
        let missing = || {
            format!(
                "no token: put the one that CreateGame returned into a file and name it with --token-file, or into the \
                 environment variable {TOKEN_VARIABLE}"
            )
        };
        Ok(secret(self.token_file.as_deref(), TOKEN_VARIABLE)?.ok_or_else(missing)?)
    }
}

/// A token from a file or, without one, from the environment; `None` if it is in neither.
///
/// # Errors
/// The file cannot be read.
pub(super) fn secret(file: Option<&Path>, variable: &str) -> Result<Option<String>, CommandError> {
    match file {
        Some(path) => {
            let text = fs::read_to_string(path);
            text.map(Some).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
        }
        None => Ok(env::var(variable).ok()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}
