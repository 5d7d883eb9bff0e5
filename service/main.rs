//! The program: see `cli`.

mod cli;

/// Gives memory back when many games have ended; pages that nobody uses go back to the system within some ten seconds.
#[cfg(not(target_env = "msvc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
