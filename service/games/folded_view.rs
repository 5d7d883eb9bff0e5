//! The views of a stream whose client asks for one with every update.

use super::{header::Header, position::Position};
use crate::{
    pb::v1 as pb,
    wire::{self, decode::Reader},
};
use hierophant_rules::{Viewer, catalog::View};

/// A viewer's view, brought forward by the events that the viewer is sent: after a change that
/// others have followed already, no state is left that shows it.
pub(super) struct FoldedView {
    /// `None` if the client does not ask for views.
    reader: Option<Reader>,
    /// `None` before the first position that the stream has come to.
    view: Option<View>,
}

impl FoldedView {
    pub(super) fn new(header: &Header, is_wanted: bool) -> FoldedView {
        let setup = header.created.setup.as_ref().filter(|_| is_wanted);
        let setup = setup.and_then(|setup| wire::decode::setup(setup).ok());
        FoldedView { reader: setup.and_then(|setup| Reader::new(&setup).ok()), view: None }
    }

    /// Whether every update needs a view.
    pub(super) fn is_wanted(&self) -> bool {
        self.reader.is_some()
    }

    /// The stream has come to this position.
    pub(super) fn arrive(&mut self, position: &Position, viewer: Viewer) {
        if self.is_wanted() {
            self.view = Some(position.state.view(viewer));
        }
    }

    /// The view right after this update, as far as its events tell: without decision, account,
    /// seats and outcome.
    pub(super) fn after(&mut self, update: &pb::GameUpdate) -> Option<pb::View> {
        let (reader, view) = (self.reader.as_ref()?, self.view.as_mut()?);
        for event in &update.events {
            match reader.event(event) {
                Ok(event) => view.fold(&event),
                Err(_) => {
                    self.view = None;
                    return None;
                }
            }
        }
        Some(pb::View {
            view_version: update.view_version,
            status: pb::GameStatus::Live.into(),
            digest: update.digest.clone(),
            ..wire::encode::view(view)
        })
    }
}
