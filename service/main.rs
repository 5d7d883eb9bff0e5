//! The program: see `cli`.

mod cli;

/// Gives memory back to the system when games are over; the system's own would keep as much as was ever used.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
