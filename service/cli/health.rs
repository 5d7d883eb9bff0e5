//! `hierophant health`: a health check for service managers.

use super::{CommandError, connect_args::ServerArguments};
use clap::Args;
use std::time::Duration;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

/// Ask a service whether it is serving. The exit status is 0 if it is.
#[derive(Args)]
pub(crate) struct HealthArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// Seconds to wait for the response.
    #[arg(long, default_value_t = 3, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=60))]
    timeout_seconds: u64,
}

/// Asks the service.
pub(crate) fn run(arguments: &HealthArguments) -> Result<(), CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let HealthArguments { server, timeout_seconds } = arguments;
    let address = server.address();
    let asked = async {
        let channel = server.endpoint()?.connect().await?;
        let answer = HealthClient::new(channel).check(HealthCheckRequest::default()).await?;
        Ok::<_, CommandError>(answer.into_inner().status())
    };
    let asked = runtime.block_on(async {
        tokio::time::timeout(Duration::from_secs(*timeout_seconds), asked).await
    });
    match asked {
        Err(_) => Err(format!("{address} does not answer within {timeout_seconds} s").into()),
        Ok(Err(error)) => Err(format!("{address} does not answer: {error}").into()),
        Ok(Ok(ServingStatus::Serving)) => {
            println!("serving");
            Ok(())
        }
        Ok(Ok(status)) => Err(format!("{address} is not serving: {}", status.as_str_name()).into()),
    }
}
