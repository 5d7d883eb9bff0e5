//! How results become figures: means with intervals, ratings, who beat whom.
//!
//! Floating point lives here and in [`crate::stopping`], nowhere else.

mod rating;

pub(crate) use rating::thousandths;
