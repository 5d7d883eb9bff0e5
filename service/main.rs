//! The program: see `cli`.

#[cfg(not(target_env = "msvc"))]
mod allocator;
mod cli;

fn main() -> std::process::ExitCode {
    // Before any thread starts, and with it a second arena.
    #[cfg(not(target_env = "msvc"))]
    if let Err(error) = allocator::configure() {
        eprintln!("hierophant: cannot configure the memory allocator; its defaults apply: {error}");
    }
    cli::run()
}
