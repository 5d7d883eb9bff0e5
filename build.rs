//! Compiles `proto/` without a system protoc, and writes the descriptor set of the public packages for reflection.

use std::{env, error::Error, fs, path::PathBuf};

/// Every public file; the files that they import come along.
const PUBLIC: &[&str] = &[
    "hierophant/v1/agent_service.proto",
    "hierophant/v1/arena_service.proto",
    "hierophant/v1/error.proto",
    "hierophant/v1/game_service.proto",
];
/// What only the service itself reads.
const INTERNAL: &[&str] = &["hierophant/log/v1/agent.proto", "hierophant/log/v1/log.proto"];
/// Messages with secrets: `service/pb.rs` writes their `Debug` by hand.
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
    ".hierophant.log.v1.Created",
    ".hierophant.log.v1.StoredTournament",
    ".hierophant.log.v1.RegisteredAgent",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=proto");
    let out = PathBuf::from(env::var("OUT_DIR")?);

    // protox keeps source info, so that reflection serves the comments as well.
    let public = protox::compile(PUBLIC, ["proto"])?;
    fs::write(out.join("hierophant_descriptor.bin"), prost::Message::encode_to_vec(&public))?;

    let code = || {
        tonic_prost_build::configure()
            .btree_map(".")
            .skip_debug(SECRET)
            .client_mod_attribute(".", "#[cfg(feature = \"client\")]")
            .server_mod_attribute(".", "#[cfg(feature = \"server\")]")
    };
    // A file that includes the others, with a module for each package.
    code().include_file("hierophant.rs").compile_fds(public)?;
    // The public types that these use come from there; what is generated beside them is not included.
    let internal = out.join("internal");
    fs::create_dir_all(&internal)?;
    let all = protox::compile(INTERNAL, ["proto"])?;
    code().extern_path(".hierophant.v1", "crate::pb::v1").out_dir(internal).compile_fds(all)?;
    Ok(())
}
