"""What results of tournaments come to, entrant by entrant and row by row. Makes no calls."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Iterator

from hierophant.enums import SeatEnding, VoidReason
from hierophant.v1 import tournament_pb2


@dataclasses.dataclass(frozen=True)
class EntrantStanding:
    """An entrant's games so far, those without a result not counted."""

    entrant: str
    """The entrant's name."""
    games: int
    """Seats played in games that count."""
    wins: int
    """Of these, shared first ranks included."""
    mean_rank: float
    """The mean rank; 1 is best, NaN without games."""
    mean_victory_points: float
    """The mean of victory points; NaN without games."""


def standings(
    config: tournament_pb2.TournamentConfig, results: Iterable[tournament_pb2.SlotResult]
) -> list[EntrantStanding]:
    """Each entrant's standing, the best mean rank first."""
    seats: dict[int, list[tournament_pb2.SeatResult]] = {number: [] for number in range(len(config.entrants))}
    for result in results:
        for seat in result.seats if not result.void_reason else ():
            seats[seat.entrant].append(seat)
    found = []
    for number, played in seats.items():
        games = len(played)
        found.append(
            EntrantStanding(
                config.entrants[number].name,
                games,
                sum(seat.rank == 1 for seat in played),
                sum(seat.rank for seat in played) / games if games else float("nan"),
                sum(seat.victory_points for seat in played) / games if games else float("nan"),
            )
        )
    return sorted(found, key=lambda standing: (standing.games == 0, standing.mean_rank))


def result_records(
    config: tournament_pb2.TournamentConfig, results: Iterable[tournament_pb2.SlotResult]
) -> list[dict[str, Any]]:
    """One row for each seat of each slot."""
    return [row for result in results for row in _rows(config, result)]


def _rows(config: tournament_pb2.TournamentConfig, result: tournament_pb2.SlotResult) -> Iterator[dict[str, Any]]:
    for number, seat in enumerate(result.seats):
        yield {
            "slot": result.slot,
            "round": result.round,
            "deal": result.deal,
            "seating": result.seating,
            "game": result.game,
            "attempts": result.attempts,
            "void_reason": VoidReason(result.void_reason).name if result.void_reason else "",
            "seat": number,
            "entrant": config.entrants[seat.entrant].name,
            "rank": seat.rank,
            "victory_points": seat.victory_points,
            "ending": SeatEnding(seat.ending).name,
            "thinking_ms": seat.thinking_ms,
            "decisions": seat.decisions,
            "failure": seat.failure,
        }
