//! What is the same in the `impl`s of every game.

/// In `impl Engine`: the types that are called as the trait calls them, and the texts, which
/// functions of the module `text` make. `frame!(CardSet, N)` names the sets of cards and the seats
/// of the largest table.
macro_rules! frame {
    ($Cards:ty, $seats:expr) => {
        type Setup = Setup;
        type Step = Step;
        type Action = Action;
        type Kind = Kind;
        type Illegal = Illegal;
        type Event = Event;
        type Public = Public;
        type Cards = $Cards;
        type Own = Own;
        type Secrets = Secrets;
        type PendingAnswer = PendingAnswer;
        type Answers = [PendingAnswer; $seats];
        type Knowledge = Knowledge;
        type Minds = [Knowledge; $seats + 1];

        fn view_text(view: &View) -> alloc::string::String {
            text::view(view)
        }

        fn event_text(event: &Event, names: &[alloc::string::String]) -> alloc::string::String {
            text::event(event, names)
        }

        fn chapter(event: &Event) -> Option<alloc::string::String> {
            text::chapter(event)
        }
    };
}

/// In `impl Public`: what reads the fields `agenda` and `asked`.
macro_rules! asked_fields {
    ($Agenda:ty) => {
        fn agenda(&self) -> &$Agenda {
            &self.agenda
        }

        fn agenda_mut(&mut self) -> &mut $Agenda {
            &mut self.agenda
        }

        fn asked(&self) -> $crate::SeatSet {
            self.asked
        }
    };
}

pub(crate) use {asked_fields, frame};
