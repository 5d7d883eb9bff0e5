//! The files of the web client: those that are compiled in, or those of a folder.

use super::unread::{ConnectionUnread, Unread};
use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use sha2::{Digest, Sha256};
use std::{
    io::Write as _,
    path::{Path, PathBuf},
    sync::OnceLock,
};
use tokio::sync::Semaphore;
use tonic::codegen::{Bytes, http};

// `EMBEDDED`: the path of each file below `web/dist`, and its content.
include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The page that the addresses of the client begin with.
const INDEX: &str = "/index.html";
/// The page that the addresses for frames of other sites begin with: it handles no tokens.
const EMBED: &str = "/embed.html";
/// The longest file of a folder that is served.
const FILE_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// The most files of a folder that are read at once.
const READS_MAX: usize = 4;
static READS: Semaphore = Semaphore::const_new(READS_MAX);

/// The files that are served.
pub(super) enum Files {
    Embedded(Vec<EmbeddedFile>),
    /// Read again for each request: for those who work on the client.
    Folder(PathBuf),
}

/// A file that is compiled in.
pub(super) struct EmbeddedFile {
    path: &'static str,
    content: &'static [u8],
    tag: String,
    /// Its compressed form, once someone has asked for it; `None` if that is no shorter.
    gzip: OnceLock<Option<Bytes>>,
}

/// What is sent of a file.
struct Content {
    bytes: Bytes,
    tag: String,
    is_gzip: bool,
}

impl Files {
    /// The files of this folder, or those that are compiled in.
    pub(super) fn new(folder: Option<PathBuf>) -> Files {
        let embedded = |&(path, content): &(&'static str, &'static [u8])| EmbeddedFile {
            path,
            content,
            tag: tag(content),
            gzip: OnceLock::new(),
        };
        match folder {
            Some(folder) => Files::Folder(folder),
            None => Files::Embedded(EMBEDDED.iter().map(embedded).collect()),
        }
    }

    /// The response to a GET of this path, whose headers say what the caller takes and has. Bytes
    /// that are read for it count as unread until they are sent.
    pub(super) async fn get(
        &self,
        path: &str,
        headers: &HeaderMap,
        unread: Option<(Unread, ConnectionUnread)>,
    ) -> Response<Bytes> {
        let path = page(path).unwrap_or(path);
        let content = match self {
            Files::Embedded(files) => {
                files.iter().find(|file| file.path == path).map(|file| file.content(headers))
            }
            Files::Folder(folder) => read(folder, path).await.map(|mut content| {
                if let Some((all, connection)) = &unread {
                    content.bytes = all.counted(connection, content.bytes);
                }
                content
            }),
        };
        let Some(content) = content else {
            return text(StatusCode::NOT_FOUND, "there is no such page or file\n");
        };
        let is_known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| {
            let known = known.to_str().unwrap_or_default();
            known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == content.tag)
        });
        let (status, bytes) = match is_known {
            true => (StatusCode::NOT_MODIFIED, Bytes::new()),
            false => (StatusCode::OK, content.bytes),
        };
        let mut response = Response::new(bytes);
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&content.tag) {
            headers.insert(header::ETAG, tag);
        }
        if content.is_gzip {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl EmbeddedFile {
    fn content(&self, headers: &HeaderMap) -> Content {
        let gzip = match takes_gzip(headers) && is_text(self.path) {
            true => self.gzip.get_or_init(|| compressed(self.content)).clone(),
            false => None,
        };
        match gzip {
            Some(bytes) => {
                let tag = format!("{}-gzip\"", self.tag.trim_end_matches('"'));
                Content { bytes, tag, is_gzip: true }
            }
            None => Content {
                bytes: Bytes::from_static(self.content),
                tag: self.tag.clone(),
                is_gzip: false,
            },
        }
    }
}

/// A response in words.
pub(super) fn text(status: StatusCode, words: &'static str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from_static(words.as_bytes()));
    *response.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, plain);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether this is an address for frames of other sites.
pub(super) fn is_embedded(path: &str) -> bool {
    page(path) == Some(EMBED)
}

/// The page that serves this address of the client.
fn page(path: &str) -> Option<&'static str> {
    let mut parts = path.strip_prefix('/')?.split('/');
    let found = match (parts.next()?, parts.next(), parts.next()) {
        ("" | "play" | "t" | "organise", None, None) => INDEX,
        ("play" | "g" | "t" | "a", Some(name), None) if !name.is_empty() => INDEX,
        ("organise", Some("new" | "agents"), None) => INDEX,
        ("t", Some(name), Some("tv")) if !name.is_empty() => INDEX,
        ("embed", Some("g" | "t"), Some(name)) if !name.is_empty() => EMBED,
        _ => return None,
    };
    parts.next().is_none().then_some(found)
}

/// A file of a folder. Its path has only plain names, so that it leads to nothing outside.
async fn read(folder: &Path, path: &str) -> Option<Content> {
    let mut file = folder.to_owned();
    for name in path.strip_prefix('/')?.split('/') {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
            return None;
        }
        file.push(name);
    }
    let folder = folder.to_owned();
    let read = move || {
        // A link may not lead out of the folder.
        let file = file.canonicalize().ok()?;
        let metadata = std::fs::metadata(&file).ok()?;
        let is_served = file.starts_with(folder.canonicalize().ok()?)
            && metadata.is_file()
            && metadata.len() <= FILE_BYTES_MAX;
        let bytes = is_served.then(|| std::fs::read(&file).ok()).flatten()?;
        Some(Content { tag: tag(&bytes), bytes: bytes.into(), is_gzip: false })
    };
    let _permit = READS.acquire().await.ok()?;
    tokio::task::spawn_blocking(read).await.ok()?
}

/// The entity tag of a content.
fn tag(content: &[u8]) -> String {
    let digest = Sha256::digest(content);
    let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("ico") => "image/x-icon",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

/// Whether a file gets shorter when it is compressed.
fn is_text(path: &str) -> bool {
    let kind = content_type(path);
    kind.starts_with("text/") || kind.contains("json") || kind.contains("svg")
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().any(|value| {
        let codings = value.to_str().unwrap_or_default().split(',');
        let mut codings = codings.map(|coding| coding.replace(' ', "").to_ascii_lowercase());
        codings.any(|coding| {
            coding.strip_prefix("gzip").is_some_and(|rest| {
                rest.is_empty()
                    || rest.starts_with(";q=") && rest.contains(|c| ('1'..='9').contains(&c))
            })
        })
    })
}

fn compressed(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).ok()?;
    let bytes = encoder.finish().ok()?;
    (bytes.len() < content.len()).then(|| bytes.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(files: &Files, path: &str, headers: &[(&'static str, &str)]) -> Response<Bytes> {
        let mut asked = HeaderMap::new();
        for (name, value) in headers {
            asked.insert(*name, value.parse().expect("a value"));
        }
        files.get(path, &asked, None).await
    }

    #[tokio::test]
    async fn pages_lead_to_the_client_and_files_have_their_names() {
        let files = Files::new(None);
        let index = get(&files, INDEX, &[]).await;
        assert_eq!(index.status(), StatusCode::OK);
        let addresses =
            ["/", "/play", "/play/arcanum", "/g/a-game", "/t", "/t/a", "/t/a/tv", "/a/a-bot"];
        for page in addresses.into_iter().chain(["/organise", "/organise/new", "/organise/agents"])
        {
            let response = get(&files, page, &[]).await;
            assert_eq!(response.body(), index.body(), "{page}");
            assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
            assert!(!is_embedded(page), "{page}");
        }
        let embed = get(&files, EMBED, &[]).await;
        assert_eq!(embed.status(), StatusCode::OK);
        assert_ne!(embed.body(), index.body());
        for page in ["/embed/g/a-game", "/embed/t/a"] {
            assert_eq!(get(&files, page, &[]).await.body(), embed.body(), "{page}");
            assert!(is_embedded(page), "{page}");
        }
        for none in [
            "/g",
            "/g/",
            "/a",
            "/a/",
            "/play/",
            "/g/a/b",
            "/index.htm",
            "/../Cargo.toml",
            "//g/a",
            "/t/a/tv/b",
            "/organise/",
            "/organise/x",
            "/organise/new/x",
            "/embed",
            "/embed/",
            "/embed/g",
            "/embed/g/",
            "/embed/x/a",
            "/embed/g/a/b",
        ] {
            assert_eq!(get(&files, none, &[]).await.status(), StatusCode::NOT_FOUND, "{none}");
            assert!(!is_embedded(none), "{none}");
        }
        assert!(!is_embedded(EMBED) && !is_embedded(INDEX));
    }

    #[tokio::test]
    async fn a_file_that_the_caller_has_is_not_sent_again() {
        let files = Files::new(None);
        for taken in ["identity", "gzip, deflate, br", "gzip;q=0, br"] {
            let first = get(&files, "/", &[("accept-encoding", taken)]).await;
            let tag = first.headers()["etag"].to_str().expect("a tag").to_owned();
            let has = format!("\"other\", W/{tag}");
            let asked = [("accept-encoding", taken), ("if-none-match", has.as_str())];
            let again = get(&files, "/", &asked).await;
            assert_eq!((again.status(), again.body().len()), (StatusCode::NOT_MODIFIED, 0));
            let is_gzip = first.headers().contains_key("content-encoding");
            assert!(!is_gzip || taken.starts_with("gzip,"), "{taken}");
        }
    }

    #[tokio::test]
    async fn a_folder_serves_its_own_files_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let served = folder.path().join("dist");
        std::fs::create_dir_all(served.join("assets")).expect("a folder");
        std::fs::write(folder.path().join("secret"), "x").expect("a file");
        std::fs::write(served.join(".hidden"), "x").expect("a file");
        std::fs::write(served.join("index.html"), "<p>").expect("a file");
        std::fs::write(served.join("assets/a.js"), "1").expect("a file");
        let files = Files::new(Some(served));
        let script = get(&files, "/assets/a.js", &[]).await;
        assert_eq!((script.status(), &script.body()[..]), (StatusCode::OK, &b"1"[..]));
        assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(get(&files, "/g/x", &[]).await.status(), StatusCode::OK);
        for none in ["/../secret", "/.hidden", "/assets", "/assets/../../secret", "/%2e%2e/secret"]
        {
            assert_eq!(get(&files, none, &[]).await.status(), StatusCode::NOT_FOUND, "{none}");
        }
    }
}
