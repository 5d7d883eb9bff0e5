//! Tables of what types of the rules and messages have in common, each read in both directions.
//!
//! A value of the rules takes its form in a message by [`OnWire`]. A field or a variant of the
//! rules that is missing in its table doesn't compile. On the side of the message the same holds,
//! except for `wire_steps!`, whose steps share one message, and for `wire_public!`, whose message
//! has other fields.

use super::convert::{FieldErrors, Result, byte, invalid, known, seat};
use hierophant_rules::{
    Seat, SeatSet,
    kit::{self, AGENDA_MAX, Agenda},
};

/// What a field is held against: the game's number of seats, and the highest number that it may
/// have.
#[derive(Clone, Copy)]
pub(in crate::wire) struct Bounds {
    /// Seats of the game; [`Bounds::ANY_GAME`] knows of none.
    pub(in crate::wire) players: u8,
    /// The highest number.
    pub(in crate::wire) most: u8,
}

impl Bounds {
    /// What is valid in at least one game.
    pub(in crate::wire) const ANY_GAME: Bounds = Bounds::of(u8::MAX);

    /// A game of so many seats.
    pub(in crate::wire) const fn of(players: u8) -> Bounds {
        Bounds { players, most: u8::MAX }
    }

    /// The same with a highest number.
    pub(in crate::wire) const fn up_to(self, most: u8) -> Bounds {
        Bounds { most, ..self }
    }
}

/// A value of the rules that is `Message` on the wire.
pub(in crate::wire) trait OnWire<Message>: Sized {
    /// Its form at a table of so many seats.
    fn encode(&self, players: u8) -> Message;

    /// The value. Errors name fields of the message.
    fn decode(message: &Message, bounds: Bounds) -> Result<Self>;
}

/// The same type on both sides.
macro_rules! as_it_is {
    ($($kind:ty),+) => {
        $(impl OnWire<$kind> for $kind {
            fn encode(&self, _players: u8) -> $kind {
                *self
            }

            fn decode(message: &$kind, _bounds: Bounds) -> Result<$kind> {
                Ok(*message)
            }
        })+
    };
}

as_it_is!(bool, i32);

impl OnWire<u32> for u8 {
    fn encode(&self, _players: u8) -> u32 {
        (*self).into()
    }

    fn decode(message: &u32, bounds: Bounds) -> Result<u8> {
        byte(*message, bounds.most)
    }
}

impl OnWire<u32> for u16 {
    fn encode(&self, _players: u8) -> u32 {
        (*self).into()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<u16> {
        known(u16::try_from(*message).ok(), || format!("{message} is out of reach"))
    }
}

impl OnWire<i32> for i8 {
    fn encode(&self, _players: u8) -> i32 {
        (*self).into()
    }

    fn decode(message: &i32, _bounds: Bounds) -> Result<i8> {
        known(i8::try_from(*message).ok(), || format!("{message} is out of reach"))
    }
}

/// Never below zero.
impl OnWire<u32> for i32 {
    fn encode(&self, _players: u8) -> u32 {
        self.unsigned_abs()
    }

    fn decode(message: &u32, _bounds: Bounds) -> Result<i32> {
        known(i32::try_from(*message).ok(), || format!("{message} is out of reach"))
    }
}

impl OnWire<u32> for Seat {
    fn encode(&self, _players: u8) -> u32 {
        self.number().into()
    }

    fn decode(message: &u32, bounds: Bounds) -> Result<Seat> {
        seat(*message, bounds.players)
    }
}

impl OnWire<Vec<u32>> for SeatSet {
    fn encode(&self, _players: u8) -> Vec<u32> {
        super::convert::numbers(*self)
    }

    fn decode(message: &Vec<u32>, bounds: Bounds) -> Result<SeatSet> {
        super::convert::seats(message, bounds.players)
    }
}

impl<M, T: OnWire<M>> OnWire<Option<M>> for Option<T> {
    fn encode(&self, players: u8) -> Option<M> {
        self.as_ref().map(|value| value.encode(players))
    }

    fn decode(message: &Option<M>, bounds: Bounds) -> Result<Option<T>> {
        message.as_ref().map(|message| T::decode(message, bounds)).transpose()
    }
}

/// An enum of which a message may name no value.
pub(in crate::wire) trait WireEnum: OnWire<i32> {}

/// No value is 0, the value that proto3 has for nothing.
impl<T: WireEnum> OnWire<i32> for Option<T> {
    fn encode(&self, players: u8) -> i32 {
        self.as_ref().map_or(0, |value| value.encode(players))
    }

    fn decode(message: &i32, bounds: Bounds) -> Result<Option<T>> {
        if *message == 0 { Ok(None) } else { T::decode(message, bounds).map(Some) }
    }
}

/// An array's entries, each as it is on the wire; the list must have as many.
impl<M, T: OnWire<M>, const LEN: usize> OnWire<Vec<M>> for [T; LEN] {
    fn encode(&self, players: u8) -> Vec<M> {
        self.iter().map(|entry| entry.encode(players)).collect()
    }

    fn decode(message: &Vec<M>, bounds: Bounds) -> Result<[T; LEN]> {
        let right = <&[M; LEN]>::try_from(message.as_slice()).ok();
        known(right, || format!("{} entries instead of {LEN}", message.len()))?;
        let entries = super::convert::each(message, LEN, |entry| T::decode(entry, bounds))?;
        known(entries.try_into().ok(), String::new)
    }
}

/// The agenda, the next step last.
impl<M, S: kit::Step + OnWire<M>> OnWire<Vec<M>> for Agenda<S> {
    fn encode(&self, players: u8) -> Vec<M> {
        self.steps().iter().map(|step| step.encode(players)).collect()
    }

    fn decode(messages: &Vec<M>, bounds: Bounds) -> Result<Agenda<S>> {
        let steps =
            super::convert::each(messages, AGENDA_MAX, |message| S::decode(message, bounds))?;
        known(Agenda::from_steps(&steps), || "too long".to_owned())
    }
}

/// One entry for each seat of the game; the rest of the array stays as it is by default.
pub(in crate::wire) mod by_seat {
    use super::{Bounds, OnWire, Result};
    use crate::wire::convert::array;

    pub(in crate::wire) fn encode<M, T: OnWire<M>, const LEN: usize>(
        entries: &[T; LEN],
        players: u8,
    ) -> Vec<M> {
        entries[..usize::from(players)].iter().map(|entry| entry.encode(players)).collect()
    }

    pub(in crate::wire) fn decode<M, T: OnWire<M> + Copy + Default, const LEN: usize>(
        list: &[M],
        bounds: Bounds,
    ) -> Result<[T; LEN]> {
        let entries: Vec<&M> = list.iter().collect();
        array(&entries, bounds.players, |entry| T::decode(entry, bounds))
    }
}

/// Entries of an array, of which messages give some, ascending: each with its index.
pub(in crate::wire) fn entries<M, T: Copy, const LEN: usize>(
    messages: &[M],
    one: impl Fn(&M) -> Result<(usize, T)>,
) -> Result<[Option<T>; LEN]> {
    let given = super::convert::each(messages, LEN, one)?;
    super::convert::ascending(&given, |(index, _)| *index)?;
    let mut entries = [None; LEN];
    for (index, entry) in given {
        *known(entries.get_mut(index), || format!("{index} is no entry"))? = Some(entry);
    }
    Ok(entries)
}

impl FieldErrors {
    /// A value of an enum; the default if it isn't given.
    pub(in crate::wire) fn choice<T: OnWire<i32>>(
        &mut self,
        number: i32,
        default: T,
        path: &str,
    ) -> T {
        if number == 0 {
            return default;
        }
        self.word(T::decode(&number, Bounds::ANY_GAME).ok(), default, path, number)
    }
}

/// A part of a message that must be there.
pub(in crate::wire) fn required<M, T: OnWire<M>>(message: &Option<M>, bounds: Bounds) -> Result<T> {
    message.as_ref().map_or_else(|| invalid("missing"), |message| T::decode(message, bounds))
}

/// A set whose members ascend on the wire.
pub(in crate::wire) fn members<S: kit::Set, M>(set: S, players: u8) -> Vec<M>
where
    S::Member: OnWire<M>,
{
    let mut list = Vec::with_capacity(set.len().into());
    list.extend(set.iter().map(|member| member.encode(players)));
    list
}

/// Sets of members that have a form on the wire: `wire_sets! { CardSet of u32, FieldSet of i32 }`.
macro_rules! wire_sets {
    ($($Set:ident of $number:ty),+ $(,)?) => {
        $(impl $crate::wire::table::OnWire<Vec<$number>> for $Set {
            fn encode(&self, players: u8) -> Vec<$number> {
                $crate::wire::table::members(*self, players)
            }

            fn decode(
                message: &Vec<$number>,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Set> {
                use $crate::wire::table::OnWire;
                $crate::wire::convert::set(message, |number| OnWire::decode(&number, bounds))
            }
        })+
    };
}

/// An enum whose variants have the same names in a message's enum, which has `Unspecified` as well:
/// `wire_enum! { House <=> pb::House, "there is no House {}" { Swords, Wands } }`. A value without
/// a meaning is refused with that sentence.
macro_rules! wire_enum {
    ($Rules:ident <=> $pb:ident::$Wire:ident { $($Name:ident),+ $(,)? }) => {
        $crate::wire::table::wire_enum! {
            $Rules <=> $pb::$Wire, "{} has no meaning" { $($Name),+ }
        }
    };
    ($Rules:ident <=> $pb:ident::$Wire:ident, $refusal:literal { $($Name:ident),+ $(,)? }) => {
        impl $crate::wire::table::WireEnum for $Rules {}

        impl $crate::wire::table::OnWire<i32> for $Rules {
            fn encode(&self, _players: u8) -> i32 {
                match self {
                    $($Rules::$Name => $pb::$Wire::$Name),+
                }
                .into()
            }

            fn decode(
                message: &i32,
                _bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Rules> {
                match $pb::$Wire::try_from(*message) {
                    $(Ok($pb::$Wire::$Name) => Ok($Rules::$Name),)+
                    Ok($pb::$Wire::Unspecified) | Err(_) => {
                        $crate::wire::convert::invalid(format!($refusal, message))
                    }
                }
            }
        }
    };
}

/// A struct and its message, by the names of their fields: `wire_message! { Tower <=> pb::Tower {
/// owner, covered } }`; or a tuple whose parts are named: `wire_message! { (seat, figures): (Seat,
/// FigureSet), pb::RemovedFigures { seat, figures } }`. `fields as battlefields` has the second
/// name on the wire, `sizes by seat` is written and read by functions of the module `seat` instead
/// of [`OnWire`], and a number is bounded by `turns ..= 3`.
macro_rules! wire_message {
    (($($part:ident),+): $Tuple:ty, $pb:ident::$Wire:ident {
        $($field:ident $(as $key:ident)? $(by $how:ident)? $(..= $most:expr)?),+ $(,)?
    }) => {
        impl $crate::wire::table::OnWire<$pb::$Wire> for $Tuple {
            fn encode(&self, players: u8) -> $pb::$Wire {
                let ($($part),+) = self;
                $(let $field = $crate::wire::table::encoded!($field $(by $how)?, players);)+
                $pb::$Wire { $($($key:)? $field),+ }
            }

            fn decode(
                message: &$pb::$Wire,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Tuple> {
                let $pb::$Wire { $($($key:)? $field),+ } = message;
                $(let $field = $crate::wire::table::decoded!(
                    $field $(as $key)? $(by $how)?, bounds $(, $most)?
                )?;)+
                Ok(($($part),+))
            }
        }
    };
    ($Rules:ident <=> $pb:ident::$Wire:ident {
        $($field:ident $(as $key:ident)? $(by $how:ident)? $(..= $most:expr)?),+ $(,)?
    }) => {
        impl $crate::wire::table::OnWire<$pb::$Wire> for $Rules {
            fn encode(&self, players: u8) -> $pb::$Wire {
                let $Rules { $($field),+ } = self;
                $(let $field = $crate::wire::table::encoded!($field $(by $how)?, players);)+
                $pb::$Wire { $($($key:)? $field),+ }
            }

            fn decode(
                message: &$pb::$Wire,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Rules> {
                let $pb::$Wire { $($($key:)? $field),+ } = message;
                $(let $field = $crate::wire::table::decoded!(
                    $field $(as $key)? $(by $how)?, bounds $(, $most)?
                )?;)+
                Ok($Rules { $($field),+ })
            }
        }
    };
}

/// What every viewer sees, and its part of the message of a view. As `wire_message!`, but the
/// message has other fields as well; after a semicolon come fields that are no single field of the
/// message, each with its value.
macro_rules! wire_public {
    ($Rules:ident <=> $pb:ident::View, |$message:ident, $bounds:ident| {
        $($field:ident $(as $key:ident)? $(by $how:ident)? $(..= $most:expr)?),+;
        $($derived:ident = $value:expr),+ $(,)?
    }) => {
        impl $crate::wire::table::OnWire<$pb::View> for $Rules {
            fn encode(&self, players: u8) -> $pb::View {
                let $Rules { $($field,)+ $($derived: _),+ } = self;
                $(let $field = $crate::wire::table::encoded!($field $(by $how)?, players);)+
                $pb::View { $($($key:)? $field,)+ ..$pb::View::default() }
            }

            fn decode(
                $message: &$pb::View,
                $bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Rules> {
                let $pb::View { $($($key:)? $field,)+ .. } = $message;
                $(let $field = $crate::wire::table::decoded!(
                    $field $(as $key)? $(by $how)?, $bounds $(, $most)?
                )?;)+
                Ok($Rules { $($derived: $value,)+ $($field),+ })
            }
        }
    };
}

/// Events and the messages of a oneof, one entry per variant; each message has the variant's name.
/// Fields stand as in `wire_message!`; after a semicolon come fields that follow from the game:
/// `seats = players`.
macro_rules! wire_events {
    ($Rules:ident <=> $pb:ident::event::Event, |$players:ident| {
        $($Name:ident {
            $($field:ident $(as $key:ident)? $(by $how:ident)? $(..= $most:expr)?),*
            $(; $derived:ident = $value:expr)?
        }),+ $(,)?
    }) => {
        /// An event of a game of so many seats.
        pub(in crate::wire) fn encode(event: &$Rules, $players: u8) -> $pb::Event {
            let event = match event {
                $($Rules::$Name { $($field,)* $($derived: _)? } => {
                    $(let $field = $crate::wire::table::encoded!($field $(by $how)?, $players);)*
                    $pb::event::Event::$Name($pb::$Name { $($($key:)? $field),* })
                })+
            };
            $pb::Event { event: Some(event) }
        }

        fn decode_known(
            message: &$pb::event::Event,
            $players: u8,
        ) -> $crate::wire::convert::Result<$Rules> {
            let bounds = $crate::wire::table::Bounds::of($players);
            Ok(match message {
                $($pb::event::Event::$Name($pb::$Name { $($($key:)? $field),* }) => $Rules::$Name {
                    $($field: $crate::wire::table::decoded!(
                        $field $(as $key)? $(by $how)?, bounds $(, $most)?
                    )?,)*
                    $($derived: $value,)?
                },)+
            })
        }

        /// An event of a game of so many seats. It is valid by itself; folding it into a view
        /// that does not precede it is the caller's mistake. Errors name fields of the event's
        /// message as fields of `event`.
        pub(in crate::wire) fn decode(
            message: &$pb::Event,
            $players: u8,
        ) -> $crate::wire::convert::Result<$Rules> {
            let event = message.event.as_ref().map(|event| decode_known(event, $players));
            let event = event.unwrap_or_else(|| $crate::wire::convert::invalid("nothing happened"));
            $crate::wire::convert::InField::in_field(event, "event")
        }
    };
}

/// Actions and the messages of a oneof: those of an enum by name, then one entry for each that says
/// more, with its field: `Play(card) => Play as play`. `by` and a bound may follow, as in
/// `wire_message!`.
macro_rules! wire_actions {
    ($Rules:ident <=> $pb:ident::action::Action {
        simple { $($Simple:ident),+ $(,)? }
        $($Name:ident($($part:ident),+) => $Wire:ident as $key:ident $(by $how:ident)?
            $(..= $most:expr)?),+ $(,)?
    }) => {
        impl $crate::wire::table::OnWire<$pb::Action> for $Rules {
            fn encode(&self, players: u8) -> $pb::Action {
                use $pb::{SimpleAction, action::Action as Wire};
                let action = match self {
                    $($Rules::$Simple => Wire::Simple(SimpleAction::$Simple.into()),)+
                    $($Rules::$Name($($part),+) => {
                        let parts = &($(*$part),+);
                        Wire::$Wire($crate::wire::table::encoded!(parts $(by $how)?, players))
                    })+
                };
                $pb::Action { action: Some(action) }
            }

            fn decode(
                message: &$pb::Action,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Rules> {
                use $crate::wire::convert::{InField, invalid};
                use $pb::{SimpleAction, action::Action as Wire};
                Ok(match &message.action {
                    None => return invalid("no action is given").in_field("action"),
                    Some(Wire::Simple(value)) => match SimpleAction::try_from(*value) {
                        $(Ok(SimpleAction::$Simple) => $Rules::$Simple,)+
                        Ok(SimpleAction::Unspecified) | Err(_) => {
                            return invalid(format!("{value} is no action")).in_field("simple");
                        }
                    },
                    $(Some(Wire::$Wire(message)) => {
                        #[allow(unused_parens, reason = "an action has one part or more")]
                        let ($($part),+) = $crate::wire::table::decoded!(
                            message as $key $(by $how)?, bounds $(, $most)?
                        )?;
                        $Rules::$Name($($part),+)
                    })+
                })
            }
        }

        $crate::wire::table::wire_required! { $pb::Action => $Rules }
    };
}

/// Steps of an agenda. They share one message with a field for everything that some kind of step
/// has; fields that a kind doesn't use are not read. `used at 0` names the part of a step whose
/// parts have numbers.
macro_rules! wire_steps {
    ($Rules:ident <=> $pb:ident::StepKind, |$players:pat_param| {
        $($Name:ident {
            $($field:ident $(at $index:tt)? $(as $key:ident)? $(by $how:ident)?
                $(..= $most:expr)?),*
        }),+ $(,)?
    }) => {
        impl $crate::wire::table::OnWire<$pb::Step> for $Rules {
            fn encode(&self, players: u8) -> $pb::Step {
                let of = |kind: $pb::StepKind| {
                    $pb::Step { kind: kind.into(), ..$pb::Step::default() }
                };
                match self {
                    $($Rules::$Name { $($($index:)? $field),* } => {
                        $(let $field =
                            $crate::wire::table::encoded!($field $(by $how)?, players);)*
                        $pb::Step { $($($key:)? $field,)* ..of($pb::StepKind::$Name) }
                    })+
                }
            }

            fn decode(
                message: &$pb::Step,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Rules> {
                let $players = bounds.players;
                Ok(match $pb::StepKind::try_from(message.kind).unwrap_or_default() {
                    $pb::StepKind::Unspecified => {
                        use $crate::wire::convert::{InField, invalid};
                        return invalid(format!("{} is no kind of step", message.kind)).in_field("kind");
                    }
                    $($pb::StepKind::$Name => {
                        let $pb::Step { $($($key:)? $field,)* .. } = message;
                        $(let $field = $crate::wire::table::decoded!(
                            $field $(as $key)? $(by $how)?, bounds $(, $most)?
                        )?;)*
                        $Rules::$Name {
                            $($($index:)? $field,)*
                        }
                    })+
                })
            }
        }
    };
}

/// A field as it is on the wire, by its type or by a module that has a word for it.
macro_rules! encoded {
    ($field:ident, $players:expr) => {
        $crate::wire::table::OnWire::encode($field, $players)
    };
    ($field:ident by $how:ident, $players:expr) => {
        $how::encode($field, $players)
    };
}

/// A field decoded, by its type or by a module that has a word for it, and named in the error.
macro_rules! decoded {
    ($field:ident, $bounds:expr $(, $most:expr)?) => {
        $crate::wire::table::decoded!($field as $field, $bounds $(, $most)?)
    };
    ($field:ident by $how:ident, $bounds:expr $(, $most:expr)?) => {
        $crate::wire::table::decoded!($field as $field by $how, $bounds $(, $most)?)
    };
    ($field:ident as $key:ident, $bounds:expr $(, $most:expr)?) => {
        $crate::wire::convert::InField::in_field(
            $crate::wire::table::OnWire::decode($field, $bounds$(.up_to($most))?),
            stringify!($key),
        )
    };
    ($field:ident as $key:ident by $how:ident, $bounds:expr $(, $most:expr)?) => {
        $crate::wire::convert::InField::in_field(
            $how::decode($field, $bounds$(.up_to($most))?),
            stringify!($key),
        )
    };
}

/// What a ruleset's messages say of cards that some viewers only count, `Faces`: `wire_faces!(pb,
/// CardSet, CARDS, Cards { cards })`.
macro_rules! wire_faces {
    ($pb:ident, $Set:ident, $cards:expr, $List:ident { $list:ident }) => {
        impl $crate::wire::table::OnWire<$pb::Faces> for hierophant_rules::kit::CardFaces<$Set> {
            fn encode(&self, players: u8) -> $pb::Faces {
                let faces = match self.cards() {
                    Some(cards) => {
                        let $list = $crate::wire::table::OnWire::encode(&cards, players);
                        $pb::faces::Faces::Shown($pb::$List { $list })
                    }
                    None => $pb::faces::Faces::Hidden(self.count().into()),
                };
                $pb::Faces { faces: Some(faces) }
            }

            fn decode(
                message: &$pb::Faces,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<Self> {
                match &message.faces {
                    None => $crate::wire::convert::invalid("missing"),
                    Some($pb::faces::Faces::Hidden(count)) => {
                        $crate::wire::convert::byte(*count, $cards).map(Self::hidden)
                    }
                    Some($pb::faces::Faces::Shown(shown)) => {
                        let cards: $crate::wire::convert::Result<$Set> =
                            $crate::wire::table::OnWire::decode(&shown.$list, bounds);
                        cards.map(Self::shown)
                    }
                }
            }
        }

        $crate::wire::table::wire_required!($pb::Faces => hierophant_rules::kit::CardFaces<$Set>);
    };
}

/// What a ruleset's messages say of cards, `Faces` and `CardMask`: `wire_cards!(pb, CardSet,
/// CARDS)`. Other names for a list and a mask follow: `FaceList { faces }, FaceMask`.
macro_rules! wire_cards {
    ($pb:ident, $Set:ident, $cards:expr) => {
        $crate::wire::table::wire_cards!($pb, $Set, $cards, Cards { cards }, CardMask);
    };
    ($pb:ident, $Set:ident, $cards:expr, $List:ident { $list:ident }, $Mask:ident) => {
        $crate::wire::table::wire_faces!($pb, $Set, $cards, $List { $list });

        impl $crate::wire::table::OnWire<$pb::$Mask> for $Set {
            fn encode(&self, _players: u8) -> $pb::$Mask {
                let [low, middle, high] = $crate::wire::convert::mask_words(self.bits());
                $pb::$Mask { low, middle, high }
            }

            fn decode(
                message: &$pb::$Mask,
                _bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Set> {
                let $pb::$Mask { low, middle, high } = *message;
                let bits = $crate::wire::convert::mask(low, middle, high)?;
                Ok($Set::from_bits(bits).expect("a mask has no other bits"))
            }
        }

        /// No mask is one without cards.
        impl $crate::wire::table::OnWire<Option<$pb::$Mask>> for $Set {
            fn encode(&self, players: u8) -> Option<$pb::$Mask> {
                Some($crate::wire::table::OnWire::encode(self, players))
            }

            fn decode(
                message: &Option<$pb::$Mask>,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<$Set> {
                $crate::wire::table::OnWire::decode(&message.unwrap_or_default(), bounds)
            }
        }
    };
}

/// Parts of messages that must be there: `wire_required! { pb::Action => Action }`.
macro_rules! wire_required {
    ($($Message:path => $Rules:ty),+ $(,)?) => {
        $(impl $crate::wire::table::OnWire<Option<$Message>> for $Rules {
            fn encode(&self, players: u8) -> Option<$Message> {
                Some($crate::wire::table::OnWire::encode(self, players))
            }

            fn decode(
                message: &Option<$Message>,
                bounds: $crate::wire::table::Bounds,
            ) -> $crate::wire::convert::Result<Self> {
                $crate::wire::table::required(message, bounds)
            }
        })+
    };
}

pub(in crate::wire) use {
    decoded, encoded, wire_actions, wire_cards, wire_enum, wire_events, wire_faces, wire_message,
    wire_public, wire_required, wire_sets, wire_steps,
};
