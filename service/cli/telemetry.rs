//! Arguments that say who may read the service's metrics, and where.

use super::CommandError;
use clap::Args;
use hierophant::admin::MetricsListener;
use std::{fs, net::SocketAddr, path::PathBuf};

/// See the module.
#[derive(Args)]
pub(super) struct MetricsArguments {
    /// TCP address where Prometheus finds /metrics, and anybody /healthz; without it there are none.
    ///
    /// Readers of the metrics learn when answers are taken: without --metrics-token-file it must be a loopback address.
    #[arg(long, env = "HIEROPHANT_METRICS_LISTEN", value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,

    /// File with the bearer token that /metrics asks for; with it other addresses than loopback ones are allowed.
    #[arg(long, env = "HIEROPHANT_METRICS_TOKEN_FILE", value_name = "FILE", requires = "metrics_listen")]
    metrics_token_file: Option<PathBuf>,
}

impl MetricsArguments {
    /// The listener for metrics, if there is to be one.
    ///
    /// # Errors
    /// The token cannot be read, or the address cannot be listened on.
    pub(super) async fn listener(&self) -> Result<Option<MetricsListener>, CommandError> {
        let Some(address) = self.metrics_listen else { return Ok(None) };
        let read = |path: &PathBuf| {
            fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
        };
        let token = self.metrics_token_file.as_ref().map(read).transpose()?;
        let listener = MetricsListener::bind(address, token.as_deref()).await?;
        if let Some(address) = listener.address() {
            tracing::info!(%address, "serving metrics");
        }
        Ok(Some(listener))
    }
}
