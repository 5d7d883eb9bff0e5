//! Options of `hierophant serve` for metrics.

use super::CommandError;
use clap::Args;
use hierophant::admin::MetricsListener;
use std::{fs, net::SocketAddr, path::PathBuf};

/// The address of the metrics page, and the token that protects it.
#[derive(Args)]
pub(super) struct MetricsArguments {
    /// Serve /metrics (for Prometheus) and /healthz on this TCP address.
    ///
    /// The metrics show when answers are accepted, so the address must be a loopback address unless
    /// --metrics-token-file is given.
    #[arg(long, env = "HIEROPHANT_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,

    /// File with the bearer token that /metrics requires; with it any address is allowed.
    #[arg(
        long,
        env = "HIEROPHANT_METRICS_TOKEN_FILE",
        value_name = "FILE",
        requires = "metrics_listen"
    )]
    metrics_token_file: Option<PathBuf>,
}

impl MetricsArguments {
    /// The listener for metrics, if an address is given.
    ///
    /// # Errors
    /// The token cannot be read, or the address cannot be listened on.
    pub(super) async fn listener(&self) -> Result<Option<MetricsListener>, CommandError> {
        let Some(address) = self.metrics_listen else { return Ok(None) };
        let read = |path: &PathBuf| {
            fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))
        };
        let token = self.metrics_token_file.as_ref().map(read).transpose()?;
        let listener = MetricsListener::bind(address, token.as_deref()).await?;
        if let Some(address) = listener.address() {
            tracing::info!(%address, "serving metrics");
        }
        Ok(Some(listener))
    }
}
