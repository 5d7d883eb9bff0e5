//! Generated code: messages come from `hierophant_client`; the services' traits and the stored
//! records are generated here.

use core::fmt;

pub use hierophant_client::pb::*;

/// The traits that the service implements, and what serves them.
#[allow(unreachable_pub, clippy::all, reason = "generated")]
pub mod server {
    include!(concat!(env!("OUT_DIR"), "/hierophant.v1.rs"));
}

/// `hierophant.log`.
pub mod log {
    /// `hierophant.log.v1`: what the service stores; no part of the public API.
    #[allow(unreachable_pub, clippy::all, reason = "generated")]
    pub mod v1 {
        include!(concat!(env!("OUT_DIR"), "/hierophant.log.v1.rs"));
    }
}

impl fmt::Debug for log::v1::RegisteredAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log::v1::RegisteredAgent {
            display_name, generation, registered_at, retired_at, ..
        } = self;
        f.debug_struct("RegisteredAgent")
            .field("display_name", display_name)
            .field("generation", generation)
            .field("registered_at", registered_at)
            .field("retired_at", retired_at)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for log::v1::Created {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let log::v1::Created { game_id, rules_version, created_at, .. } = self;
        f.debug_struct("Created")
            .field("game_id", game_id)
            .field("rules_version", rules_version)
            .field("created_at", created_at)
            .finish_non_exhaustive()
    }
}
