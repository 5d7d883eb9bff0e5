//! Traces for OpenTelemetry, over OTLP and gRPC, as the standard environment variables say
//! (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, ...). Exports the
//! service's own spans alone, without their events: names, methods and codes of calls; never
//! metadata, messages or games.

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use std::env;
use tracing::{Level, Subscriber};
use tracing_subscriber::{Layer, filter::filter_fn, registry::LookupSpan};

/// Traces go nowhere unless one of these names a collector.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
/// Names the service in traces.
const SERVICE_NAME: &str = "OTEL_SERVICE_NAME";

/// Sends the remaining spans when it is dropped.
pub struct Traces(SdkTracerProvider);

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown() {
            tracing::warn!(%error, "the last traces are lost");
        }
    }
}

/// A layer that sends spans, if a collector is named. Must be called within a runtime that outlives
/// it.
///
/// # Errors
/// An environment variable is invalid.
pub fn layer<S>() -> Result<Option<(impl Layer<S> + Send + Sync, Traces)>, ExporterBuildError>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    if ENDPOINTS.iter().all(|name| env::var_os(name).is_none_or(|value| value.is_empty())) {
        return Ok(None);
    }
    let exporter = SpanExporter::builder().with_tonic().build()?;
    let resource = Resource::builder();
    let resource = match env::var_os(SERVICE_NAME) {
        Some(_) => resource.build(),
        None => resource.with_service_name("hierophant").build(),
    };
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer("hierophant"))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_filter(filter_fn(|metadata| {
            metadata.is_span()
                && metadata.target().starts_with("hierophant")
                && *metadata.level() <= Level::DEBUG
        }));
    Ok(Some((layer, Traces(provider))))
}
