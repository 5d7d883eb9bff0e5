//! Options of commands that call a service: its address, TLS, and tokens.

use super::CommandError;
use clap::Args;
use hierophant::client::{Client, GameClient, RetryPolicy, Trust, trusted_endpoint};
use std::{
    env, fs,
    path::{Path, PathBuf},
};
use tonic::transport::Endpoint;

/// The environment variable that may hold a token. It is not read by clap, which would show its
/// value in help texts.
const TOKEN_VARIABLE: &str = "HIEROPHANT_TOKEN";

/// The address of a service, and its TLS.
#[derive(Args)]
pub(super) struct ServerArguments {
    /// The service: http://host:port, https://host:port or unix:/path.
    #[arg(
        long,
        env = "HIEROPHANT_SERVER",
        default_value = "http://127.0.0.1:50051",
        value_name = "URL"
    )]
    server: String,

    /// Root certificates in PEM form, for https:// (public ones are often in
    /// /etc/ssl/certs/ca-certificates.crt).
    #[arg(long, env = "HIEROPHANT_CA", value_name = "FILE")]
    ca: Option<PathBuf>,

    /// Client certificate in PEM form, for https:// if the service asks for one.
    #[arg(long, env = "HIEROPHANT_CLIENT_CERT", requires_all = ["ca", "client_key"], value_name = "FILE")]
    client_cert: Option<PathBuf>,

    /// Private key of the client certificate, in PEM form.
    #[arg(long, env = "HIEROPHANT_CLIENT_KEY", requires = "client_cert", value_name = "FILE")]
    client_key: Option<PathBuf>,
}

/// How long an agent keeps trying to reach a service.
#[derive(Args)]
pub(super) struct RetryArguments {
    /// Seconds after which the agent gives up on a service that it cannot reach; 0: after the first
    /// attempt.
    #[arg(
        long,
        env = "HIEROPHANT_KEEP_TRYING_SECONDS",
        default_value_t = 600,
        value_name = "SECONDS"
    )]
    keep_trying_seconds: u64,
}

impl RetryArguments {
    /// The policy for repeated calls.
    pub(super) fn retry_policy(&self) -> RetryPolicy {
        RetryPolicy::AGENT.for_seconds(self.keep_trying_seconds)
    }
}

/// A service, and the token of a principal.
#[derive(Args)]
pub(super) struct PrincipalTokenArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// File with a principal's token, if the service asks for one. Without it, the variable
    /// HIEROPHANT_TOKEN may hold the token.
    #[arg(long, env = "HIEROPHANT_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl PrincipalTokenArguments {
    /// A client with the principal's token, if one is given.
    ///
    /// # Errors
    /// The address is invalid, or a file cannot be read.
    pub(super) fn client(&self) -> Result<Client, CommandError> {
        let client = self.server.client()?;
        match secret(self.token_file.as_deref(), TOKEN_VARIABLE)? {
            Some(token) => Ok(client.with_token(token.trim())?),
            None => Ok(client),
        }
    }
}

/// A service, and the token of a game.
#[derive(Args)]
pub(super) struct GameArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// File with the token that CreateGame returned. Without it, the variable HIEROPHANT_TOKEN
    /// holds the token.
    #[arg(long, env = "HIEROPHANT_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl ServerArguments {
    /// The address as it was given.
    pub(super) fn address(&self) -> &str {
        &self.server
    }

    /// The endpoint to connect to.
    ///
    /// # Errors
    /// The address is invalid, or a file cannot be read.
    pub(super) fn endpoint(&self) -> Result<Endpoint, CommandError> {
        Ok(trusted_endpoint(&self.server, &self.trust()?)?)
    }

    /// A client of the service, without a token.
    ///
    /// # Errors
    /// The address is invalid, or a file cannot be read.
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
    /// The address of the service.
    pub(super) fn address(&self) -> &str {
        self.server.address()
    }

    /// The client of a game, with the token.
    ///
    /// # Errors
    /// No token is given, or it cannot be read.
    pub(super) fn game_client(
        &self,
        game: &str,
        retry_policy: RetryPolicy,
    ) -> Result<GameClient, CommandError> {
        let client = Client::trusting(self.server.address(), &self.server.trust()?)?
            .with_retry_policy(retry_policy);
        Ok(client.game_client(game, &self.token()?)?)
    }

    fn token(&self) -> Result<String, CommandError> {
        let missing = || {
            format!(
                "no token: write the token that CreateGame returned to a file and give it with --token-file, or set the \
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
            text.map(Some)
                .map_err(|error| format!("cannot read {}: {error}", path.display()).into())
        }
        None => Ok(env::var(variable).ok()),
    }
}

fn read(path: &Path) -> Result<Vec<u8>, CommandError> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()).into())
}
