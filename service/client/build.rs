//! Compiles the public packages of `proto/` without a system protoc, and writes their descriptor
//! set for reflection.

use std::{env, error::Error, fs, path::PathBuf};

const PROTO: &str = "../../proto";
/// Every public file; the files that they import come along.
const PUBLIC: &[&str] = &[
    "hierophant/v1/agent_service.proto",
    "hierophant/v1/tournament_service.proto",
    "hierophant/v1/error.proto",
    "hierophant/v1/game_service.proto",
];
/// Messages with secrets: `pb.rs` writes their `Debug` by hand.
const SECRET: &[&str] = &[
    ".hierophant.v1.CreateGameRequest",
    ".hierophant.v1.CreateGameResponse",
    ".hierophant.v1.CreateTournamentRequest",
    ".hierophant.v1.SeatToken",
    ".hierophant.v1.ReplayHeader",
    ".hierophant.v1.RegisterAgentRequest",
    ".hierophant.v1.RegisterAgentResponse",
    ".hierophant.v1.RotateAgentTokenResponse",
    ".hierophant.v1.AgentSeated",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={PROTO}");
    let out = PathBuf::from(env::var("OUT_DIR")?);

    // protox keeps source info, so that reflection serves the comments as well.
    let public = protox::compile(PUBLIC, [PROTO])?;
    fs::write(out.join("hierophant_descriptor.bin"), prost::Message::encode_to_vec(&public))?;
    // A file that includes the others, with a module for each package.
    tonic_prost_build::configure()
        .btree_map(".")
        .skip_debug(SECRET)
        .build_client(env::var_os("CARGO_FEATURE_CALLS").is_some())
        .build_server(false)
        .include_file("hierophant.rs")
        .compile_fds(public)?;
    Ok(())
}
