//! A real server on a loopback port, and generated clients: the service as its callers meet it.
//!
//! Each file is a story; what stories share is in `support`.

mod support;

mod abandoned_streams;
mod agent_games;
mod agent_order;
mod agent_runner;
mod agent_validation;
mod agents;
mod arcana;
mod arcanoid;
mod attendance;
mod broken_games;
mod built_in_agents;
mod check_choice;
mod clock_jumps;
mod clocks;
mod connections;
mod content_types;
mod crashes;
mod create_game;
mod demo;
#[cfg(target_os = "linux")]
mod disk_failures;
mod endings;
mod errors;
mod fair_shares;
mod fuzz;
mod guests;
mod health_and_sockets;
mod include_text;
mod include_views;
mod killed_service;
mod list_games;
mod metrics;
mod older_stores;
mod open_mode;
mod principals;
mod public_games;
mod public_tournaments;
mod recorded_games;
mod replay_frames;
mod replays;
mod request_limits;
mod res_arcana;
mod response_sizes;
mod restarts;
mod retries;
mod seat_runner;
mod secrets;
#[cfg(unix)]
mod shutdown;
mod simultaneous;
mod spectators;
mod submit_action;
mod submit_and_wait;
mod tls;
mod token_revocation;
mod token_rotation;
mod tournament_absence;
mod tournament_access;
mod tournament_busy_agents;
mod tournament_failures;
mod tournament_ladders;
mod tournament_load;
mod tournament_seals;
mod tournament_standings;
mod tournament_stop_rule;
mod tournament_stored_limits;
mod tournaments;
#[cfg(feature = "otel")]
mod traces;
mod verify;
mod void_games;
mod watch_game;
mod web;
