//! The service as strangers meet it: a real server on a loopback port, and generated clients.
//!
//! Each file is a story. `host` starts and restarts services, `bot` plays a seat, `gate` is a store that can be held shut.

mod bot;
mod gate;
mod host;

mod broken_games;
mod clocks;
mod crashes;
mod creation;
mod demo;
#[cfg(target_os = "linux")]
mod disk;
mod endings;
mod errors;
mod fuzz;
mod house_agents;
mod killed;
mod listing;
mod older_stores;
mod operating;
mod replays;
mod restarts;
mod retries;
mod runner;
mod secrets;
mod spectators;
#[cfg(unix)]
mod stopping;
mod submit_action;
mod together;
mod verify;
mod versions;
mod watching;
