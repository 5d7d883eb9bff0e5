//! What the stories share: services that are started and restarted, callers, agents and
//! tournaments.

pub(crate) mod agents;
pub(crate) mod bot;
pub(crate) mod clocks;
pub(crate) mod fault_store;
pub(crate) mod leaks;
pub(crate) mod metrics;
pub(crate) mod program;
pub(crate) mod seats;
pub(crate) mod secured_service;
pub(crate) mod service;
pub(crate) mod tournaments;
pub(crate) mod wait;
pub(crate) mod web;
