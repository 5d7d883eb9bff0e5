//! Text.
use super::{Event, View};
use alloc::string::String;
/// A view.
pub fn view(_: &View) -> String {
    String::new()
}
/// An event.
pub fn event(_: &Event, _: &[String]) -> String {
    String::new()
}
