//! How far away the next House scoring and the end are. Knows the schedule, nothing of cards.

use hierophant_rules::arcanum::View;

/// What is still to come, seen from the present decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::arcanum) struct Horizon {
    /// Turns after this one that begin before the next scoring; 0 in a scoring turn.
    pub(in crate::arcanum) turns_to_scoring: u8,
    /// Turns after this one.
    pub(in crate::arcanum) turns_left: u8,
    /// Activations that begin before the next scoring.
    pub(in crate::arcanum) activations: u8,
    /// Hides of phase A that come before the next scoring, this turn's included while it is open.
    pub(in crate::arcanum) hides: u8,
    /// Own activations that are still to begin in this game.
    pub(in crate::arcanum) own_activations: u8,
}

impl Horizon {
    /// From the turn, the phase and who is active.
    pub(in crate::arcanum) fn of(view: &View, me: u8) -> Horizon {
        let (setup, public) = (&view.setup, &view.public);
        let seats = setup.players;
        let turns_left = setup.turns().saturating_sub(public.turn);
        let turns_to_scoring = (0..=turns_left)
            .find(|ahead| setup.scores_after(public.turn.saturating_add(*ahead)))
            .unwrap_or(0);
        let position = |seat: u8| (seat + seats - public.first.number()) % seats;
        // Phase A: every seat's activation and this turn's hide are still to come.
        let (to_begin, own, hide) = match public.active {
            None => (seats, 1, 1),
            Some(active) => {
                let active = position(active.number());
                (seats - 1 - active, u8::from(position(me) > active), 0)
            }
        };
        Horizon {
            turns_to_scoring,
            turns_left,
            activations: to_begin + turns_to_scoring * seats,
            hides: turns_to_scoring + hide,
            own_activations: turns_left + own,
        }
    }
}
