"""News of a game or a tournament, with types. Each piece is looked into only when it is asked for."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, Union

from hierophant.bot import Outcome
from hierophant.decision import Decision, NoDecision
from hierophant.enums import Answer, SeatEnding, TournamentStatus, VoidReason
from hierophant.rulesets import decision_of, view_of
from hierophant.v1 import game_service_pb2, ruleset_pb2, tournament_pb2, tournament_service_pb2
from hierophant.values import lazy_property
from hierophant.view import View

M = TypeVar("M")


class Event:
    """Something that happened in a game, as far as the viewer may see it."""

    __slots__ = ("proto",)

    proto: ruleset_pb2.Event
    """The message of the protocol, with all its fields."""

    def __init__(self, proto: ruleset_pb2.Event) -> None:
        self.proto = proto

    @property
    def ruleset(self) -> str:
        """The id of the ruleset; empty for one that this version of the client doesn't know."""
        return self.proto.WhichOneof("ruleset") or ""

    @property
    def kind(self) -> str:
        """What happened, e.g. "drew"; empty for an event that this version of the client doesn't know."""
        kind: str | None = getattr(self.proto, self.ruleset).WhichOneof("event") if self.ruleset else None
        return kind or ""

    @property
    def details(self) -> Any:
        """The kind's own message, e.g. `hierophant.arcanum.v1.arcanum_pb2.Drew`; None if the kind is unknown."""
        return getattr(getattr(self.proto, self.ruleset), self.kind) if self.kind else None

    @property
    def text(self) -> str:
        """The event in words, one line; empty unless the stream was opened with `include_text=True`, and for what needs no words."""
        return self.proto.text

    def __str__(self) -> str:
        return self.text or str(self.proto).strip()

    def __repr__(self) -> str:
        return f"<Event {self.kind}>"


class _News(Generic[M]):
    """One piece of news."""

    proto: M
    """The message of the protocol, with all its fields."""

    def __init__(self, proto: M) -> None:
        self.proto = proto

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _News) and type(other) is type(self) and bool(other.proto == self.proto)

    __hash__ = None  # type: ignore[assignment]  # Messages can change.


class Snapshot(_News[game_service_pb2.WatchGameResponse]):
    """The present view: what a stream begins with."""

    @lazy_property
    def view(self) -> View:
        """Everything that the viewer may know now."""
        return view_of(self.proto.snapshot)

    @lazy_property
    def decision(self) -> Decision | NoDecision:
        """The decision that is open for the viewer's seat; false if there is none."""
        return decision_of(self.proto.snapshot)

    @property
    def version(self) -> int:
        """Counts the changes that this viewer could see."""
        return self.proto.snapshot.view_version

    def __repr__(self) -> str:
        return f"<Snapshot, version {self.version}>"


class Update(_News[game_service_pb2.WatchGameResponse]):
    """A change that the viewer may see."""

    @lazy_property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(map(Event, self.proto.update.events))

    @lazy_property
    def view(self) -> View | None:
        """The viewer's present view; only if the change opened a decision for the seat, or put it out."""
        return view_of(self.proto.update.view) if self.proto.update.HasField("view") else None

    @lazy_property
    def decision(self) -> Decision | NoDecision | None:
        """The decision that the change opened for the viewer's seat; false or None if it opened none."""
        return decision_of(self.proto.update.view) if self.proto.update.HasField("view") else None

    @property
    def version(self) -> int:
        """Counts the changes that this viewer could see; this one included."""
        return self.proto.update.view_version

    def __repr__(self) -> str:
        return f"<Update {self.version}: {', '.join(event.kind for event in self.events)}>"


class Ended(_News[game_service_pb2.WatchGameResponse]):
    """The game has ended: the last piece of news."""

    @lazy_property
    def view(self) -> View:
        """The viewer's last view."""
        return view_of(self.proto.ended.view)

    @lazy_property
    def outcome(self) -> Outcome:
        """Every seat's result."""
        return Outcome.of(self.proto.ended.view.outcome)

    @property
    def decision(self) -> None:
        """Nothing is asked any more."""
        return

    @property
    def version(self) -> int:
        """The last version."""
        return self.proto.ended.view.view_version

    def __repr__(self) -> str:
        return f"<Ended, version {self.version}>"


GameNews = Union[Snapshot, Update, Ended]
"""A piece of news of a game: what `watch` gives."""


def game_news(message: game_service_pb2.WatchGameResponse) -> GameNews | None:
    """The message with types; None for one of a kind that this version of the client doesn't know."""
    kind = message.WhichOneof("message")
    if kind == "snapshot":
        return Snapshot(message)
    if kind == "update":
        return Update(message)
    return Ended(message) if kind == "ended" else None


class SeatResult(_News[tournament_pb2.SeatResult]):
    """A seat's part in a tournament's game."""

    def __init__(self, proto: tournament_pb2.SeatResult, entrant: str) -> None:
        super().__init__(proto)
        self._entrant = entrant

    @property
    def entrant(self) -> str:
        """The entrant's name."""
        return self._entrant

    @property
    def rank(self) -> int:
        """1 is best; tied seats share the better rank; 0 where the game does not count."""
        return self.proto.rank

    @property
    def victory_points(self) -> int:
        """Victory points; 0 where the game does not count."""
        return self.proto.victory_points

    @property
    def ending(self) -> SeatEnding:
        """How the seat's part ended."""
        return SeatEnding(self.proto.ending)

    def __repr__(self) -> str:
        return f"<SeatResult of {self.entrant}: rank {self.rank}>"


class SlotResult(_News[tournament_pb2.SlotResult]):
    """What came of a slot of a tournament's schedule."""

    def __init__(self, proto: tournament_pb2.SlotResult, config: tournament_pb2.TournamentConfig) -> None:
        super().__init__(proto)
        self._config = config

    @property
    def slot(self) -> int:
        """The slot's position in the schedule, from 0."""
        return self.proto.slot

    @property
    def game(self) -> str:
        """The last game that was played for it: "games/{id}"; empty if there was none."""
        return self.proto.game

    @property
    def void_reason(self) -> VoidReason:
        """Why it does not count; UNSPECIFIED if it does."""
        return VoidReason(self.proto.void_reason)

    @lazy_property
    def seats(self) -> tuple[SeatResult, ...]:
        """By seat."""
        entrants = self._config.entrants
        return tuple(SeatResult(seat, entrants[seat.entrant].name) for seat in self.proto.seats)

    def __repr__(self) -> str:
        return f"<SlotResult {self.slot}: {[seat.rank for seat in self.seats]}>"


class TournamentNews(_News[tournament_service_pb2.WatchTournamentResponse]):
    """Where a tournament stands, with the results that are new."""

    @property
    def name(self) -> str:
        """The tournament: "tournaments/{id}"."""
        return self.proto.tournament.name

    @property
    def status(self) -> TournamentStatus:
        """Whether it is in play, or how it ended."""
        return TournamentStatus(self.proto.tournament.status)

    @property
    def answer(self) -> Answer:
        """The answer to the tournament's hypothesis, from complete rounds."""
        return Answer(self.proto.tournament.answer)

    @property
    def slots_total(self) -> int:
        """The slots of the schedule; 0 while the number is not known."""
        return self.proto.tournament.slots_total

    @property
    def slots_done(self) -> int:
        """The slots that have a result or are void."""
        return self.proto.tournament.slots_done

    @property
    def games_live(self) -> int:
        """The games that are in play."""
        return self.proto.tournament.games_live

    @lazy_property
    def results(self) -> tuple[SlotResult, ...]:
        """Results that are new."""
        return tuple(SlotResult(result, self.proto.tournament.config) for result in self.proto.results)

    def __repr__(self) -> str:
        return f"<TournamentNews of {self.name}: {self.status.name}, {self.slots_done} of {self.slots_total}>"
