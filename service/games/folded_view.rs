//! The views of a stream whose client asks for one with every update.

use super::{header::Header, position::Position};
use crate::{
    pb::v1 as pb,
    wire::{self, decode::Reader},
};
use hierophant_rules::{Viewer, catalog::View};
use std::sync::Arc;

/// A viewer's view, brought forward by the events that the viewer is sent: after a change that
/// others have followed already, no state is left that shows it.
pub(super) struct FoldedView {
    /// `None` if the client does not ask for views.
    reader: Option<Reader>,
    viewer: Viewer,
    reached: Reached,
}

/// How far the stream has come.
enum Reached {
    /// Nowhere that is known.
    Nowhere,
    /// To a position. Mostly the next update comes to another one, and no view of this one is made.
    Position(Arc<Position>),
    /// To this view, by the events.
    View(Box<View>),
}

impl FoldedView {
    pub(super) fn new(header: &Header, viewer: Viewer, is_wanted: bool) -> FoldedView {
        let setup = is_wanted.then(|| header.setup()).flatten();
        FoldedView {
            reader: setup.and_then(|setup| Reader::new(&setup).ok()),
            viewer,
            reached: Reached::Nowhere,
        }
    }

    /// Whether every update needs a view.
    pub(super) fn is_wanted(&self) -> bool {
        self.reader.is_some()
    }

    /// The stream has come to this position.
    pub(super) fn arrive(&mut self, position: &Arc<Position>) {
        if self.is_wanted() {
            self.reached = Reached::Position(position.clone());
        }
    }

    /// The view right after this update, as far as its events tell: without decision, account,
    /// seats and outcome.
    pub(super) fn after(&mut self, update: &pb::GameUpdate) -> Option<pb::View> {
        let reader = self.reader.as_ref()?;
        let mut view = match std::mem::replace(&mut self.reached, Reached::Nowhere) {
            Reached::Nowhere => return None,
            Reached::Position(position) => Box::new(position.state.view(self.viewer)),
            Reached::View(view) => view,
        };
        for event in &update.events {
            view.fold(&reader.event(event).ok()?);
        }
        let message = pb::View {
            view_version: update.view_version,
            status: pb::GameStatus::Live.into(),
            digest: update.digest.clone(),
            ..wire::encode::view(&view)
        };
        self.reached = Reached::View(view);
        Some(message)
    }
}
