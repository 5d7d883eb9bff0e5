//! The Python module `hierophant_native`.

mod arguments;
mod encoder;
mod errors;
mod game;
mod spec;
mod vec_game;

use pyo3::prelude::*;

/// Games of Hierophant within Python: one at a time, or many that step together.
#[pymodule(gil_used = false)]
mod hierophant_native {
    #[pymodule_export]
    use super::encoder::Encoder;
    #[pymodule_export]
    use super::errors::IllegalAction;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::spec::{action_text, encode_setup, seed_bytes, spec};
    #[pymodule_export]
    use super::vec_game::VecGame;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let rulesets: Vec<&str> =
            crate::tensors::RULESETS.iter().map(|ruleset| ruleset.info().id).collect();
        module.add("RULESETS", pyo3::types::PyTuple::new(module.py(), rulesets)?)
    }
}
