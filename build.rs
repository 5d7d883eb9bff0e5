//! Compiles from `proto/` what only the service needs: the traits of its services and the records
//! that it stores. Lists the files of the web client, to be compiled in.

use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
};

/// Every public file: the traits of their services are generated here, their messages in
/// `hierophant-client`.
const PUBLIC: &[&str] = &[
    "hierophant/v1/agent_service.proto",
    "hierophant/v1/tournament_service.proto",
    "hierophant/v1/game_service.proto",
];
/// What only the service itself reads.
const INTERNAL: &[&str] = &["hierophant/log/v1/agent.proto", "hierophant/log/v1/log.proto"];
/// Messages that other types stand for: one that a handler may return as bytes, so that it is encoded
/// once for many streams, and one that every live game keeps and seldom needs.
const ENCODED: [(&str, &str); 2] = [
    (".hierophant.v1.WatchGameResponse", "crate::games::EncodedWatchGameResponse"),
    (".hierophant.v1.Setup", "crate::games::EncodedSetup"),
];
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
        .extern_path(ENCODED[0].0, ENCODED[0].1)
        .extern_path(ENCODED[1].0, ENCODED[1].1)
        .compile_fds(files)?;
    list_web_files()
}

/// Writes the table of the files below `web/dist`: the path of each, and its content.
fn list_web_files() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=web/dist");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("web/dist");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut table = "const EMBEDDED: &[(&str, &[u8])] = &[\n".to_owned();
    for file in files {
        let path = file.strip_prefix(&root)?.to_str().ok_or("the name of a file is not UTF-8")?;
        let path = path.replace(std::path::MAIN_SEPARATOR, "/");
        table += &format!("    ({:?}, include_bytes!({:?})),\n", format!("/{path}"), file);
    }
    table += "];\n";
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("web_files.rs"), table)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
