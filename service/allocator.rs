//! The memory allocator, jemalloc: it returns the memory of ended games to the system.

use tikv_jemalloc_ctl::{Access, AsName, Result};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Unused pages return to the system after about this time; jemalloc's default is 10 s
/// (docs/reference/performance.md).
const DIRTY_DECAY_MS: isize = 1_000;
/// The setting of arenas that are created later.
const LATER_ARENAS: &[u8] = b"arenas.dirty_decay_ms\0";
/// The setting of the arena that exists when the program starts.
const FIRST_ARENA: &[u8] = b"arena.0.dirty_decay_ms\0";

/// Makes the settings. To be called before the first thread is started.
///
/// # Errors
/// The allocator refuses a setting.
pub(crate) fn configure() -> Result<()> {
    [LATER_ARENAS, FIRST_ARENA]
        .into_iter()
        .try_for_each(|setting| setting.name().write(DIRTY_DECAY_MS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_pages_return_to_the_system_soon() {
        configure().expect("the settings exist");
        for setting in [LATER_ARENAS, FIRST_ARENA] {
            assert_eq!(setting.name().read(), Ok(DIRTY_DECAY_MS));
        }
        let runs_in_background: bool =
            tikv_jemalloc_ctl::background_thread::read().expect("the setting exists");
        assert!(runs_in_background, "pages return even if the program is idle");
    }
}
