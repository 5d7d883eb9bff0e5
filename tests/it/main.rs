//! The service as strangers meet it: a real server on a loopback port, and generated clients.
//!
//! Each file is a story. `host` starts and restarts services, `house` asks who calls, `bot` plays a seat, `gate` is a store that can be held shut.

mod bot;
mod gate;
mod host;
mod house;

mod agent_order;
mod agent_runner;
mod agent_validation;
mod agents;
mod answers;
mod arcanoid;
mod arena;
mod arena_busy;
mod arena_failures;
mod arena_going_on;
mod arena_leaving;
mod arena_load;
mod arena_older;
mod arena_seals;
mod arena_stop_when;
mod attendance;
mod broken_games;
mod clocks;
mod connections;
mod content_types;
mod crashes;
mod creation;
mod demo;
#[cfg(target_os = "linux")]
mod disk;
mod doors;
mod endings;
mod errors;
mod fair_shares;
mod fields;
mod fuzz;
mod house_agents;
mod killed;
mod listing;
mod metrics;
mod older_stores;
mod open_mode;
mod operating;
mod replays;
mod restarts;
mod retries;
mod revocation;
mod rotation;
mod runner;
mod secrets;
mod spectators;
#[cfg(unix)]
mod stopping;
mod stops;
mod streams;
mod submit_action;
mod tls;
mod together;
#[cfg(feature = "otel")]
mod traces;
mod verify;
mod versions;
mod voids;
mod watching;
mod words;
