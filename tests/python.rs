//! The Python client's tests, run against the real binary beside the oldest and the newest runtimes
//! that it supports.
//!
//! Each run has a virtual environment of its own under target/, with hash-locked wheels
//! (python/requirements), into which the package is installed as a user would. When something is
//! missing, the failure says what to do. Where no package registry can be reached, the tests warn
//! that they did not run and pass; in CI, they fail.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use std::{
    ffi::OsStr,
    fs,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Mutex,
    thread,
};
use tempfile::TempDir;

/// Which interpreter makes the environments; `python3` if unset.
const PYTHON_VARIABLE: &str = "HIEROPHANT_PYTHON";
/// Set to 1 by people who cannot run these tests. CI never sets it.
const SKIP_VARIABLE: &str = "HIEROPHANT_SKIP_PYTHON";
/// What pip prints when a connection to its registry fails, before it tries again.
const PIP_CANNOT_CONNECT: &str = "after connection broken by";

#[test]
fn the_python_client_plays_beside_the_oldest_supported_runtimes() {
    check("oldest");
}

#[test]
fn the_python_client_plays_beside_the_newest_runtimes() {
    check("newest");
}

/// `hierophant.env` and hierophant-native, built as a user would, by the checks of PettingZoo,
/// Gymnasium and OpenSpiel, and next to the real service.
#[test]
fn the_environments_for_learning_pass_the_checks_of_their_interfaces() {
    let lock = "env";
    if skipped(lock) {
        return;
    }
    let Some(environment) = Environment::locked(lock) else {
        warn_not_tested("no package registry can be reached", lock);
        return;
    };
    environment.install_package();
    environment.install_native();
    let service = Service::start(lock, &[]);
    let mut pytest = environment.python();
    pytest
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"])
        .args([package(), package().join(ENVIRONMENT_TESTS)])
        .env("HIEROPHANT_TARGET", &service.address);
    let (passed, output) = run(&mut pytest);
    assert!(passed, "the tests of the environments failed:\n{output}");
    println!("{lock}: {}", output.lines().last().unwrap_or_default());
}

/// These need the Rust side, and packages of their own.
const ENVIRONMENT_TESTS: &str = "tests/env";

/// Runs python/tests in the environment that is locked under this name.
#[track_caller]
fn check(lock: &str) {
    if skipped(lock) {
        return;
    }
    let Some(environment) = Environment::locked(lock) else {
        warn_not_tested("no package registry can be reached", lock);
        return;
    };
    environment.install_package();
    let service = Service::start(lock, &[]);
    let files = SecuredFiles::make();
    let secured = Service::start(&format!("{lock}-tls"), &files.flags());
    let pytest = |file: &Path| {
        let mut pytest = environment.python();
        pytest
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"])
            .args([&package(), file])
            .env("HIEROPHANT_TARGET", &service.address)
            // Some tests stop and start a service of their own.
            .env("HIEROPHANT_BINARY", env!("CARGO_BIN_EXE_hierophant"))
            .env(
                "HIEROPHANT_TLS_TARGET",
                format!("https://{}", secured.address.replace("127.0.0.1", "localhost")),
            )
            .env("HIEROPHANT_TLS_FOLDER", files.folder.path())
            .env("HIEROPHANT_TLS_TOKEN", &files.token);
        if let Some(socket) = &service.socket {
            pytest.env("HIEROPHANT_UNIX_TARGET", format!("unix:{}", socket.display()));
        }
        pytest
    };
    let mut files_to_run = test_files();
    // These read the same text with the same tools whatever runtime they stand beside.
    if lock == "oldest" {
        files_to_run.retain(|file| !READ_ONCE.iter().any(|name| file.ends_with(name)));
    }
    let waiting = Mutex::new(files_to_run);
    let failures = Mutex::new(String::new());
    let work = || {
        while let Some(file) = next(&waiting) {
            let (passed, output) = run(&mut pytest(&file));
            // Shown with --nocapture.
            println!("{lock}: {}: {}", file.display(), output.lines().last().unwrap_or_default());
            if !passed {
                failures.lock().expect("no thread panics").push_str(&output);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..FILES_AT_ONCE {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no thread panics");
    assert!(failures.is_empty(), "Python tests failed beside the {lock} runtimes:\n{failures}");
}

/// Tests mostly wait for clocks and for restarts: so many files are run at once.
const FILES_AT_ONCE: usize = 3;
/// Type checkers, and the pages of docs/.
const READ_ONCE: [&str; 2] = ["test_types.py", "test_docs.py"];
/// Waits for more than a minute, and so begins first.
const LONGEST: &str = "test_outage.py";

/// The files of python/tests, in the reverse order of their turns.
fn test_files() -> Vec<PathBuf> {
    let tests = fs::read_dir(package().join("tests")).expect("the tests are in the checkout");
    let mut files: Vec<PathBuf> = tests
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| {
            let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            name.starts_with("test_") && name.ends_with(".py")
        })
        .collect();
    files.sort_by_key(|path| (path.ends_with(LONGEST), path.clone()));
    files
}

fn next(waiting: &Mutex<Vec<PathBuf>>) -> Option<PathBuf> {
    waiting.lock().expect("no thread panics").pop()
}

fn skipped(lock: &str) -> bool {
    if std::env::var_os(SKIP_VARIABLE).is_none_or(|value| value != "1") {
        return false;
    }
    warn_not_tested(&format!("{SKIP_VARIABLE}=1"), lock);
    true
}

/// Says loudly that the client is not tested beside these runtimes, and why; fails in CI.
#[track_caller]
fn warn_not_tested(why: &str, lock: &str) {
    assert!(std::env::var_os("CI").is_none(), "{why}: CI must test the Python client");
    let warning =
        format!("\nWARNING: {why}: the Python client is NOT TESTED beside the {lock} runtimes\n");
    // Written past the test harness, which would keep it for itself.
    io::stderr().write_all(warning.as_bytes()).expect("standard error can be written");
}

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// Runs a command to its end; whether it succeeded, and all that it printed.
fn run(command: &mut Command) -> (bool, String) {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            return (false, format!("cannot run {}: {error}", command.get_program().display()));
        }
    };
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text.into_owned())
}

/// The command as one would type it.
fn typed(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// A virtual environment with exactly the locked wheels.
struct Environment {
    home: PathBuf,
}

impl Environment {
    /// The environment locked under this name; `None` if it has to be made and no package registry
    /// can be reached.
    fn locked(name: &str) -> Option<Environment> {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("python-{name}"));
        let environment = Environment { home };
        let lock = package().join("requirements").join(format!("{name}.lock"));
        let wanted =
            fs::read_to_string(&lock).expect("the lock is committed") + &interpreter_version();
        let stamp = environment.home.join("installed.lock");
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
            return Some(environment);
        }
        environment.create();
        if !environment.install(&lock) {
            return None;
        }
        // Last, so that an environment that was left half-way is made anew.
        fs::write(&stamp, wanted).expect("the environment can be written");
        Some(environment)
    }

    fn create(&self) {
        let mut venv = Command::new(interpreter());
        venv.args(["-m", "venv", "--clear"]).arg(&self.home);
        let (made, output) = run(&mut venv);
        assert!(
            made,
            "a virtual environment cannot be made:\n{output}\n\
             On Debian and Ubuntu this helps: apt-get install python3 python3-venv python3-pip\n\
             Elsewhere install Python 3.10 or newer with venv and pip, and name it by {PYTHON_VARIABLE}.\n\
             Then see whether this works: {}\n\
             To go without the Python tests: {SKIP_VARIABLE}=1 cargo test",
            typed(&venv)
        );
    }

    /// Installs the locked wheels; `false` if pip could not connect to a registry.
    fn install(&self, lock: &Path) -> bool {
        let mut pip = self.pip();
        pip.args(["--require-hashes", "--only-binary", ":all:", "-r"]).arg(lock);
        let (installed, output) = run(&mut pip);
        if !installed && output.contains(PIP_CANNOT_CONNECT) {
            return false;
        }
        assert!(
            installed,
            "the locked wheels cannot be installed:\n{output}\n\
             They come from the package registry that pip is set up for; try it by: {}\n\
             To go without the Python tests: {SKIP_VARIABLE}=1 cargo test",
            typed(&pip)
        );
        true
    }

    /// Installs the package as it is now, from its source, without the registry.
    fn install_package(&self) {
        let mut pip = self.pip();
        pip.args(["--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall"])
            .arg(package());
        let (installed, output) = run(&mut pip);
        assert!(
            installed,
            "the package cannot be installed:\n{output}\nSee it by: {}",
            typed(&pip)
        );
    }

    /// Builds hierophant-native with cargo, and installs it.
    fn install_native(&self) {
        let mut pip = self.pip();
        pip.args(["--no-index", "--no-deps", "--no-build-isolation", "--force-reinstall"])
            .args(["-C", "build-args=--profile dev --locked"])
            .arg(package().join("native"))
            // pip runs maturin, which is installed here, by its name.
            .env("PATH", self.search_path())
            // Next to the other builds, so that little is built twice.
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("native"));
        let (installed, output) = run(&mut pip);
        assert!(
            installed,
            "hierophant-native cannot be built:\n{output}\nSee it by: {}",
            typed(&pip)
        );
    }

    fn pip(&self) -> Command {
        let mut pip = self.python();
        // What is never imported is not compiled; Python compiles the rest as it meets it.
        pip.args(["-m", "pip", "install", "--no-compile", "--quiet", "--no-input"])
            .arg("--disable-pip-version-check");
        pip
    }

    /// Where the environment's programs are.
    fn programs(&self) -> PathBuf {
        self.home.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    /// The search path, with the environment's own programs first.
    fn search_path(&self) -> std::ffi::OsString {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(self.programs()).chain(std::env::split_paths(&others));
        std::env::join_paths(all).expect("target/ lies where a search path can name it")
    }

    fn python(&self) -> Command {
        let mut python = Command::new(self.programs().join("python"));
        // Away from the sources, so that what is imported is what was installed.
        python.current_dir(&self.home).env_remove("PYTHONPATH");
        python
    }
}

fn interpreter() -> std::ffi::OsString {
    std::env::var_os(PYTHON_VARIABLE).unwrap_or_else(|| "python3".into())
}

fn interpreter_version() -> String {
    let (found, version) = run(Command::new(interpreter()).arg("--version"));
    assert!(
        found,
        "there is no Python: {version}\n\
         On Debian and Ubuntu this helps: apt-get install python3 python3-venv python3-pip\n\
         Elsewhere install Python 3.10 or newer, and name it by {PYTHON_VARIABLE}.\n\
         To go without the Python tests: {SKIP_VARIABLE}=1 cargo test"
    );
    version
}

/// Certificates, and principals who are known by a token and by a certificate.
struct SecuredFiles {
    folder: TempDir,
    token: String,
}

impl SecuredFiles {
    fn make() -> SecuredFiles {
        let files =
            SecuredFiles { folder: TempDir::new().expect("a folder"), token: String::new() };
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        // Named otherwise than those it signs, which would look self-signed.
        params.distinguished_name.push(DnType::CommonName, "authority");
        let key = || KeyPair::generate().expect("a key");
        let authority = CertifiedIssuer::self_signed(params, key()).expect("an authority");
        files.write("ca.pem", &authority.pem());
        for (name, host) in [("server", "localhost"), ("client", "league.example")] {
            let key = key();
            let params = CertificateParams::new([host.to_owned()]).expect("a name");
            files.write(
                &format!("{name}.pem"),
                &params.signed_by(&key, &authority).expect("a certificate").pem(),
            );
            files.write(&format!("{name}-key.pem"), &key.serialize_pem());
        }
        let mut new = Command::new(env!("CARGO_BIN_EXE_hierophant"));
        new.args(["principal", "new", "league", "--role", "creator", "--file"])
            .arg(files.path("principals"));
        let token = new.output().expect("the binary was built for this test");
        let token = String::from_utf8(token.stdout).expect("a token is text").trim().to_owned();
        let by_certificate = "league creator cert-name:league.example\n";
        let principals =
            fs::read_to_string(files.path("principals")).expect("it was made") + by_certificate;
        fs::write(files.path("principals"), principals).expect("it can be written");
        SecuredFiles { token, ..files }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(self.path(name)).expect("the folder can be written");
        file.write_all(text.as_bytes()).expect("the folder can be written");
    }

    fn flags(&self) -> Vec<String> {
        let files = [
            ("--principals", "principals"),
            ("--tls-cert", "server.pem"),
            ("--tls-key", "server-key.pem"),
            ("--client-ca", "ca.pem"),
        ];
        files
            .iter()
            .flat_map(|(flag, name)| [(*flag).to_owned(), self.path(name).display().to_string()])
            .collect()
    }
}

/// The real service, on a port of its own, with nothing kept.
struct Service {
    process: Child,
    address: String,
    /// Its Unix socket, where there are such.
    socket: Option<PathBuf>,
}

impl Service {
    /// With flags of its own.
    fn start(name: &str, flags: &[String]) -> Service {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_hierophant"));
        serve.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--store",
            "memory",
            "--log",
            "info",
            "--log-format",
            "json",
        ]);
        for (name, _) in std::env::vars_os()
            .filter(|(name, _)| name.to_string_lossy().starts_with("HIEROPHANT_"))
        {
            serve.env_remove(name);
        }
        // In the folder for such things: the path of a socket must be short.
        let socket = cfg!(unix).then(|| {
            std::env::temp_dir()
                .join(format!("hierophant-python-{name}-{}.socket", std::process::id()))
        });
        serve.args(socket.iter().flat_map(|path| [OsStr::new("--unix-socket"), path.as_os_str()]));
        serve.args(flags);
        let mut process =
            serve.stderr(Stdio::piped()).spawn().expect("the binary was built for this test");
        let mut log = BufReader::new(process.stderr.take().expect("it is piped"));
        let (mut address, mut serves) = (None, false);
        let mut said = String::new();
        // Before it serves, calls may be refused as too early.
        while !serves && log.read_line(&mut said).expect("the log is text") > 0 {
            let line = said.lines().last().unwrap_or_default();
            address = address.or_else(|| listening_address(line));
            serves = line.contains(r#""message":"serving""#);
        }
        // Whatever comes later is read too, else the service would stop at a full pipe.
        thread::spawn(move || io::copy(&mut log, &mut io::sink()));
        let Some(address) = address.filter(|_| serves) else {
            let status = process.wait();
            panic!("the service doesn't serve: {status:?}\n{said}");
        };
        Service { process, address, socket }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself; there is nobody left to tell.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = self.socket.as_ref().map(fs::remove_file);
    }
}

/// The address in a JSON log line that says where the service listens.
fn listening_address(line: &str) -> Option<String> {
    let (_, rest) = line.split_once(r#""message":"listening""#)?;
    let (_, rest) = rest.split_once(r#""address":""#)?;
    Some(rest.split_once('"')?.0.to_owned())
}
