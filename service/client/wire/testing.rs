//! What the tests of every ruleset's messages do: games played at random, seen by all viewers over
//! the wire; damaged bytes.

use super::{decode::Reader, encode};
use crate::pb;
use hierophant_rules::{
    OpenDecision, Seat, Seed, ToAct, Viewer, bounded,
    catalog::{self, Registered},
};
use prost::Message;

/// A game played at random, so that the tests see all sorts of positions.
pub(super) struct Game<R: Registered> {
    pub(super) setup: R::Setup,
    pub(super) state: R::State,
    luck: Seed,
    answers: u32,
}

impl<R: Registered> Game<R> {
    pub(super) fn new(setup: R::Setup, luck: u8) -> (Game<R>, Vec<R::Fact>) {
        let mut facts = Vec::new();
        let state = R::start(&setup, &Seed::new([luck; 32]), &mut facts)
            .expect("the setups of the tests are sound");
        (Game { setup, state, luck: Seed::new([!luck; 32]), answers: 0 }, facts)
    }

    /// A seat answers; `None` once the game is over.
    pub(super) fn answer(&mut self) -> Option<Vec<R::Fact>> {
        let ToAct::Seats(seats) = R::to_act(&self.state) else { return None };
        let mut luck = self.luck.at(0, self.answers);
        let seat = seats
            .iter()
            .nth(bounded(&mut luck, seats.len() as u32) as usize)
            .expect("somebody is asked");
        let legal = self.legal(seat);
        let action = legal[bounded(&mut luck, legal.len() as u32) as usize];
        let mut facts = Vec::new();
        R::apply(&mut self.state, seat, action, &mut facts).expect("the action is on the list");
        self.answers += 1;
        Some(facts)
    }

    pub(super) fn legal(&self, seat: Seat) -> Vec<R::Action> {
        let mut legal = Vec::new();
        R::legal(&self.state, seat, &mut legal);
        legal
    }

    pub(super) fn view(&self, viewer: Viewer) -> R::View {
        R::view(&self.state, viewer)
    }

    pub(super) fn reader(&self) -> Reader {
        Reader::new(&R::into_any_setup(self.setup.clone()))
            .expect("the setups of the tests are sound")
    }
}

/// The message after a journey as bytes.
pub(super) fn sent<M: Message + Default>(message: &M) -> M {
    M::decode(message.encode_to_vec().as_slice()).expect("our own bytes can be read")
}

/// Events that ask for one step each come back, and their steps have the numbers 1, 2, ... on the
/// wire. `number` reads a step's number from the message.
pub(super) fn steps_come_back(
    setup: &catalog::Setup,
    events: impl IntoIterator<Item = catalog::Event>,
    number: impl Fn(pb::v1::Event) -> i32,
) {
    let reader = Reader::new(setup).expect("the default has no defects");
    for (place, event) in (1..).zip(events) {
        let message = sent(&encode::event(&event, 4));
        assert_eq!(reader.event(&message), Ok(event));
        assert_eq!(number(message), place, "the list of steps is in the order of the wire");
    }
}

/// A viewer who has nothing but what it was sent.
struct Client {
    viewer: Viewer,
    /// Its first view, kept up to date with the events that it was sent.
    folded: catalog::View,
}

impl Client {
    fn new<R: Registered>(game: &Game<R>, reader: &Reader, viewer: Viewer) -> Client {
        let view = R::into_any_view(game.view(viewer));
        Client {
            viewer,
            folded: reader.view(&sent(&encode::view(&view))).expect("our own views can be read"),
        }
    }

    /// It is sent what happened, and the fresh view, which takes at most so many bytes.
    fn check<R: Registered>(
        &mut self,
        game: &Game<R>,
        reader: &Reader,
        facts: &[R::Fact],
        view_bytes_max: usize,
    ) {
        for fact in facts {
            let Some(event) = R::visible_to(fact, self.viewer).map(R::into_any_event) else {
                continue;
            };
            let message = sent(&encode::event(&event, R::seats(&game.setup)));
            let received =
                reader.event(&message).unwrap_or_else(|field| panic!("{field} in {event:?}"));
            assert_eq!(received, event);
            self.folded.fold(&received);
        }
        let view = R::into_any_view(game.view(self.viewer));
        let message = encode::view(&view);
        assert!(message.encoded_len() <= view_bytes_max, "{} bytes", message.encoded_len());
        let seen =
            reader.view(&sent(&message)).unwrap_or_else(|field| panic!("{field} in {view:?}"));
        assert_eq!(seen, view);
        assert_eq!(self.folded, view);
        self.check_decision(game, reader);
    }

    /// The decision that is open for the viewer comes back as it was put.
    fn check_decision<R: Registered>(&self, game: &Game<R>, reader: &Reader) {
        let Some((seat, asked)) =
            self.viewer.seat().and_then(|seat| Some((seat, decision(game, seat)?)))
        else {
            return;
        };
        let legal: Vec<_> = game.legal(seat).into_iter().map(R::into_any_action).collect();
        let message = sent(&encode::decision(7, &asked, &legal, true));
        assert_eq!(message.decision_id, 7);
        assert_eq!(reader.legal(&message), Ok(legal.clone()));
        let typed: Result<Vec<_>, _> =
            message.legal_actions.iter().map(super::decode::action).collect();
        assert_eq!(typed, Ok(legal));
    }
}

fn decision<R: Registered>(game: &Game<R>, seat: Seat) -> Option<OpenDecision<catalog::Kind>> {
    let OpenDecision { kind, actor, continues } = R::decision(&game.state, seat)?;
    Some(OpenDecision { kind: R::into_any_kind(kind), actor, continues })
}

/// A whole game, seen by every seat and a spectator, move by move over the wire.
/// Returns the number of answers.
pub(super) fn check_game<R: Registered>(setup: R::Setup, luck: u8, view_bytes_max: usize) -> u32 {
    let (mut game, dealt) = Game::<R>::new(setup, luck);
    let (reader, seats) = (game.reader(), R::seats(&game.setup));
    let mut clients: Vec<_> =
        Viewer::all(seats).map(|viewer| Client::new(&game, &reader, viewer)).collect();
    for event in dealt
        .iter()
        .filter_map(|fact| R::visible_to(fact, Viewer::Spectator))
        .map(R::into_any_event)
    {
        assert_eq!(reader.event(&sent(&encode::event(&event, seats))), Ok(event));
    }
    while let Some(facts) = game.answer() {
        for client in &mut clients {
            client.check(&game, &reader, &facts, view_bytes_max);
        }
    }
    game.answers
}

/// Every event of a game, as every viewer receives it, in messages.
pub(super) fn for_each_event<R: Registered>(
    setup: R::Setup,
    luck: u8,
    mut look: impl FnMut(pb::v1::Event),
) {
    let (mut game, mut facts) = Game::<R>::new(setup, luck);
    let seats = R::seats(&game.setup);
    loop {
        let received = facts
            .iter()
            .flat_map(|fact| Viewer::all(seats).filter_map(|viewer| R::visible_to(fact, viewer)));
        received.for_each(|event| look(encode::event(&R::into_any_event(event), seats)));
        match game.answer() {
            Some(next) => facts = next,
            None => return,
        }
    }
}

/// `DECISION_KIND_HAND_LIMIT` for `HandLimit`.
pub(super) fn kind_name(kind: impl core::fmt::Debug) -> String {
    let mut name = "DECISION_KIND".to_owned();
    for letter in format!("{kind:?}").chars() {
        if letter.is_uppercase() {
            name.push('_');
        }
        name.extend(letter.to_uppercase());
    }
    name
}

/// Flips bytes of `bytes` by `luck`, and perhaps cuts the end off.
fn damaged(bytes: &[u8], luck: &Seed, round: u32) -> Vec<u8> {
    let mut luck = luck.at(1, round);
    let mut bytes = bytes.to_vec();
    for _ in 0..=bounded(&mut luck, 3) {
        let at = bounded(&mut luck, bytes.len() as u32) as usize;
        bytes[at] = bounded(&mut luck, 256) as u8;
    }
    if bounded(&mut luck, 8) == 0 {
        bytes.truncate(bounded(&mut luck, bytes.len() as u32) as usize + 1);
    }
    bytes
}

/// Damages views of a game again and again. What can still be read must be fit for use: `ask` does
/// with it what policies do.
pub(super) fn check_damaged_views<R: Registered>(
    setup: &R::Setup,
    viewer: Viewer,
    ask: impl Fn(&R::View),
) {
    let luck = Seed::new([77; 32]);
    let mut read = 0;
    for answers in 0..60 {
        let (mut game, _) = Game::<R>::new(setup.clone(), 5);
        for _ in 0..answers * 3 {
            game.answer();
        }
        let (reader, bytes) =
            (game.reader(), encode::view(&R::into_any_view(game.view(viewer))).encode_to_vec());
        for round in 0..200 {
            let bytes = damaged(&bytes, &luck, answers * 1000 + round);
            let Ok(message) = pb::v1::View::decode(bytes.as_slice()) else { continue };
            let Ok(view) = reader.view(&message) else { continue };
            let own = R::from_any_view(&view).expect("the reader is of this ruleset");
            ask(own);
            use_view::<R>(own);
            assert_eq!(reader.view(&sent(&encode::view(&view))), Ok(view));
            read += 1;
        }
    }
    assert!(read > 0, "some damage should leave a readable view, or the test sees nothing");
}

fn use_view<R: Registered>(view: &R::View) {
    assert!(!R::render_view(view).is_empty());
    let mut luck = Seed::new([79; 32]).at(0, 0);
    if let Some(mut determinization) = R::determinize(view, &mut luck) {
        R::to_act(R::state_mut(&mut determinization));
    }
}

/// Damages the events of a game.
pub(super) fn check_damaged_events<R: Registered>(setup: R::Setup) {
    let luck = Seed::new([78; 32]);
    let reader = Game::<R>::new(setup.clone(), 6).0.reader();
    let (mut read, mut round) = (0, 0);
    for_each_event::<R>(setup, 6, |event| {
        round += 1;
        let bytes = damaged(&event.encode_to_vec(), &luck, round);
        if let Ok(message) = pb::v1::Event::decode(bytes.as_slice())
            && reader.event(&message).is_ok()
        {
            read += 1;
        }
    });
    assert!(read > 0 && read < round, "{read} of {round}");
}
