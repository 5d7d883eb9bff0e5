//! The numbers by which the heuristics value things, as two styles.
//!
//! The plain style is the one of the policy `greedy`. The tuned style was optimised against three
//! seats of the plain one (by the example `tune`); the search plays its own seat by it.

use super::odds::{Odds, odds};
use std::sync::LazyLock;

macro_rules! styles {
    ($($(#[$about:meta])* $name:ident: $plain:literal, $tuned:literal;)+) => {
        /// The numbers of one way to play, in VP unless a field says otherwise.
        #[derive(Clone, Debug)]
        pub struct Style {
            $($(#[$about])* pub $name: f32,)+
            /// By the number of activations to come: how likely one House ends above another.
            pub(super) odds: Vec<Odds>,
        }

        impl Style {
            /// What the numbers are called, in their order.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            fn of([$($name),+]: [f32; NUMBERS]) -> Style {
                let style = Style { $($name,)+ odds: Vec::new() };
                Style { odds: odds(style.spread, style.certain), ..style }
            }

            /// All of them, in the order of [`Style::NAMES`].
            pub const fn numbers(&self) -> [f32; NUMBERS] {
                [$(self.$name),+]
            }
        }

        const PLAIN: [f32; NUMBERS] = [$($plain),+];
        const TUNED: [f32; NUMBERS] = [$($tuned),+];
    };
}

/// How many numbers make a style.
pub const NUMBERS: usize = Style::NAMES.len();

styles! {
    /// A share of a House that we win is also lost to rivals: by this part more than its own
    /// payout.
    denial: 0.1, 0.112;
    /// How much of what the best card of the hand would add counts as ours before it is hidden.
    prospect: 0.5, 0.5;
    /// How much the difference of two Houses spreads per activation (variance, in prestige
    /// squared).
    spread: 4.0, 5.6;
    /// The order of two Houses is taken as certain once they are this many standard deviations
    /// apart.
    certain: 2.2, 2.2;
    /// Hides of a rival per activation, on top of the one in phase A: Vault, Cathedral, Ballroom,
    /// Majors.
    extra_hides: 0.9, 0.72;
    /// How much likelier each point of prestige above the mean makes it that a rival holds the
    /// House.
    tilt: 0.02, 0.03906;
    /// Value of a hidden card, on the mean: rivals hide high cards first.
    value_mean: 9.5, 13.3;
    /// And its standard deviation.
    value_spread: 3.5, 4.375;
    /// A Minor drawn, before it is said how scarce Minors are.
    minor: 1.4, 1.4;
    /// What part of that is left from the third in hand on.
    third_minor: 1.0, 1.4;
    /// A Major drawn.
    major: 2.0, 2.0;
    /// A Major drawn that will hardly get its turn.
    spare_major: 0.4, 0.4;
    /// Each Minor of phase A, before it is said how scarce they are: the turn needs two.
    draw: 3.0, 3.0;
    /// What part of that is left from the third in hand on.
    third_draw: 1.0, 1.4;
    /// Every rival discards a card.
    others_discard: 0.4, 0.52;
    /// A card played is lost for hiding: this part of what hiding it would bring.
    card_cost: 0.25, 0.325;
    /// What part of its worth a Major kept for later has.
    later: 0.85, 0.607;
    /// What part of that if more Majors are held than can be played.
    crowded: 0.6, 0.78;
    /// A swing of 3 when the order is about to be settled.
    swing_3: 2.5, 3.125;
    /// A swing of 2 then.
    swing_2: 1.7, 0.9338;
    /// The Empress's pair then.
    empress: 2.0, 2.0;
    /// The World when its moment comes.
    world: 5.0, 10.94;
    /// The Devil when his moment comes.
    devil: 2.5, 1.923;
    /// What part of its worth the second of two hides has: two of one House add less than each
    /// alone.
    second_hide: 0.8, 0.8;
    /// What another seat's hide costs us.
    rival_hide: 2.2, 2.2;
    /// How much of the best Minor left to play counts when a card is hidden before the activation.
    play_part: 0.7, 0.7;
    /// A hide that brings less than this waits for the next scoring, while there is one.
    hide_least: 0.4, 0.4;
    /// And less than so much more for each point of the card's value.
    hide_least_by_value: 0.04, 0.04;
    /// An exchange that brings less than this isn't made.
    exchange_least: 0.4, 0.4;
    /// How much of what hiding a card brings counts for keeping it.
    keep_hide: 0.4, 0.3077;
    /// What hiding a card in the next period brings, for each point of its value.
    keep_value: 0.12, 0.12;
    /// What part of its worth a Minor in hand has.
    keep_minor: 0.8, 0.8;
    /// The same of one of four or more: it waits longer for its use.
    keep_fourth: 0.5, 0.5;
    /// Playing a 7, 8 or 9: a place to hide cards at.
    play_789: 0.8, 0.64;
    /// Playing a 1 or 5: victory points.
    play_15: 0.7, 0.5;
    /// Playing a court card.
    play_court: 0.5, 0.625;
    /// Playing another Minor.
    play_other: 0.2, 0.2;
    /// What moves the Houses counts for so much.
    push: 1.0, 1.0;
    /// How much more the leader's gains count than the last's.
    leader: 1.0, 1.0;
    /// What part of its worth a Minor has that a rival grants us in the Harbour.
    harbour: 0.5, 0.5;
    /// What part of its worth a Minor has that we exchange in the Market.
    market: 0.5, 0.5;
    /// The Wheel.
    wheel: 0.2, 0.2;
    /// The Tower.
    tower: 2.6, 3.38;
    /// The Sun.
    sun: 2.3, 2.3;
    /// Judgement, in addition to what rivals discard.
    judgement: 0.5, 0.5;
}

static PLAIN_STYLE: LazyLock<Style> = LazyLock::new(|| Style::of(PLAIN));
static TUNED_STYLE: LazyLock<Style> = LazyLock::new(|| Style::of(TUNED));

impl Style {
    /// What `greedy` plays by.
    #[inline]
    pub fn plain() -> &'static Style {
        &PLAIN_STYLE
    }

    /// What does best against the plain one.
    #[inline]
    pub fn tuned() -> &'static Style {
        &TUNED_STYLE
    }

    /// Another one, for as long as the program runs: for trying out.
    pub fn with(numbers: [f32; NUMBERS]) -> &'static Style {
        Box::leak(Box::new(Style::of(numbers)))
    }
}
