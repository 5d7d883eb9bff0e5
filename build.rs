//! Compiles from `proto/` what only the service needs: the traits of its services and the records
//! that it stores.

use std::error::Error;

/// Every public file: the traits of their services are generated here, their messages in
/// `hierophant-client`.
const PUBLIC: &[&str] = &[
    "hierophant/v1/agent_service.proto",
    "hierophant/v1/tournament_service.proto",
    "hierophant/v1/game_service.proto",
];
/// What only the service itself reads.
const INTERNAL: &[&str] = &["hierophant/log/v1/agent.proto", "hierophant/log/v1/log.proto"];
/// Messages with secrets: `service/pb.rs` writes their `Debug` by hand.
const SECRET: &[&str] = &[
    ".hierophant.log.v1.Created",
    ".hierophant.log.v1.StoredTournament",
    ".hierophant.log.v1.RegisteredAgent",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=proto");
    let files = protox::compile(PUBLIC.iter().chain(INTERNAL), ["proto"])?;
    tonic_prost_build::configure()
        .btree_map(".")
        .skip_debug(SECRET)
        .build_client(false)
        .extern_path(".hierophant.v1", "::hierophant_client::pb::v1")
        .compile_fds(files)?;
    Ok(())
}
