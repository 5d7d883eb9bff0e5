//! The rules as stories.
