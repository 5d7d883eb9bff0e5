//! Options of the web client.

use super::CommandError;
use clap::Args;
use hierophant::grpc::WebOptions;
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
};

/// How browsers are served.
#[derive(Args)]
#[command(next_help_heading = "Web client")]
pub(super) struct WebArguments {
    /// Also serve browsers on the TCP address: the pages of the web client, and gRPC-Web over
    /// HTTP/1.1 and HTTP/2.
    #[arg(long, env = "HIEROPHANT_WEB")]
    web: bool,

    /// A name under which browsers reach the service, in addition to those of this machine
    /// (localhost, 127.0.0.1); without a port. Can be repeated.
    #[arg(long, env = "HIEROPHANT_WEB_HOST", value_delimiter = ',', value_name = "NAME",
          value_parser = host_name)]
    web_host: Vec<String>,

    /// Serve the files of this folder instead of the web client that is built in; they are read
    /// again for each request.
    #[arg(long, env = "HIEROPHANT_WEB_FILES", value_name = "FOLDER")]
    web_files: Option<PathBuf>,
}

impl WebArguments {
    /// What browsers are served, if they are.
    ///
    /// # Errors
    /// An option requires `--web`, or the folder does not exist.
    pub(super) fn options(&self) -> Result<Option<WebOptions>, CommandError> {
        let WebArguments { web, web_host, web_files } = self;
        if !web {
            return match web_host.is_empty() && web_files.is_none() {
                true => Ok(None),
                false => Err("--web-host and --web-files require --web".into()),
            };
        }
        if let Some(folder) = web_files.as_deref().filter(|folder| !folder.is_dir()) {
            let reason = format!("--web-files: the folder {} does not exist", folder.display());
            return Err(reason.into());
        }
        Ok(Some(WebOptions { hosts: web_host.clone(), files: web_files.clone() }))
    }

    /// Prints the addresses to open in a browser.
    ///
    /// # Errors
    /// Standard output cannot be written.
    pub(super) fn announce(&self, address: SocketAddr, is_secured: bool) -> io::Result<()> {
        let mut out = anstream::stdout();
        let scheme = if is_secured { "https" } else { "http" };
        let port = address.port();
        if address.ip().is_unspecified() {
            writeln!(out, "open {scheme}://127.0.0.1:{port}/")?;
        } else if address.ip().is_loopback() {
            writeln!(out, "open {scheme}://{address}/")?;
        }
        for host in &self.web_host {
            writeln!(out, "open {scheme}://{host}:{port}/")?;
        }
        Ok(())
    }
}

/// A name without scheme, port or path.
fn host_name(name: &str) -> Result<String, String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_.:[]".contains(letter);
    let has_port = name.contains(':') && !name.starts_with('[') || name.contains("]:");
    match !name.is_empty() && name.chars().all(is_part) && !has_port {
        true => Ok(name.trim_end_matches('.').to_owned()),
        false => Err("a name alone, such as games.example: no scheme, port or path".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_alone() {
        for right in ["games.example", "192.0.2.1", "[2001:db8::1]", "hierophant"] {
            assert_eq!(host_name(right).as_deref(), Ok(right));
        }
        for wrong in ["", "http://games.example", "games.example:80", "a/b", "*", "[::1]:80"] {
            assert!(host_name(wrong).is_err(), "{wrong}");
        }
    }
}
