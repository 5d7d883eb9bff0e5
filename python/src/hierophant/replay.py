"""Replays: ended games in full, in memory and in files. Makes no calls."""

from __future__ import annotations

import datetime
from typing import Any, BinaryIO, Iterable, Iterator

from hierophant.bot import player_name
from hierophant.enums import AnsweredBy
from hierophant.rulesets import action_of
from hierophant.tls import PathLike
from hierophant.v1 import game_pb2, game_service_pb2, replay_pb2

# Entries of one chunk of a file.
CHUNK_ENTRIES = 64


class Replay:
    """An ended game: nothing of it is secret any more."""

    header: replay_pb2.ReplayHeader
    """The game, and the seed and nonce that it was dealt from."""
    entries: list[replay_pb2.ReplayEntry]
    """What happened, in order."""

    def __init__(self, header: replay_pb2.ReplayHeader, entries: Iterable[replay_pb2.ReplayEntry]) -> None:
        self.header = header
        self.entries = list(entries)

    @classmethod
    def of_chunks(cls, chunks: Iterable[game_service_pb2.GetReplayResponse]) -> Replay:
        """The replay in its pieces."""
        replay = cls(replay_pb2.ReplayHeader(), ())
        for chunk in chunks:
            if chunk.HasField("header"):
                replay.header = chunk.header
            replay.entries.extend(chunk.entries.entries)
        return replay

    @classmethod
    def load(cls, path: PathLike) -> Replay:
        """Reads a file of `hierophant replay --save`, or of `save`. `hierophant verify` proves what it says."""
        with open(path, "rb") as file:
            return cls.of_chunks(_read(file))

    def save(self, path: PathLike) -> None:
        """Writes a file that `hierophant replay` and `hierophant verify` read."""
        chunks = [game_service_pb2.GetReplayResponse(header=self.header)]
        for start in range(0, len(self.entries), CHUNK_ENTRIES):
            part = game_service_pb2.ReplayEntries(entries=self.entries[start : start + CHUNK_ENTRIES])
            chunks.append(game_service_pb2.GetReplayResponse(entries=part))
        with open(path, "wb") as file:
            for chunk in chunks:
                data = chunk.SerializeToString()
                file.write(_varint(len(data)) + data)

    @property
    def game(self) -> game_pb2.Game:
        """The game: name, setup, seats, outcome."""
        return self.header.game

    def to_records(self) -> list[dict[str, Any]]:
        """One row for each answer, for `pandas.DataFrame(replay.to_records())`.

        Columns: game, ruleset, number (from 0), at (a datetime in UTC, aware of it), seat, player (the name to show), agent (the
        built-in or registered agent that played the seat; empty if it was open), player_ref (what the creator's own system calls
        the player), decision_id, code, kind, text, by (who answered, where it was not the seat's player), and victory_points and
        rank of the seat at the end.
        """
        game = self.game
        seats = {seat.seat: seat for seat in game.seats}
        standings = game.outcome.standings
        records: list[dict[str, Any]] = []
        for entry in self.entries:
            if entry.WhichOneof("record") != "answered":
                continue
            answered = entry.answered
            action = action_of(game.ruleset, answered.action_code)
            standing = standings[answered.seat] if standings else game_pb2.Standing()
            player = seats.get(answered.seat) or game_pb2.GameSeat(seat=answered.seat)
            records.append(
                {
                    "game": game.name,
                    "ruleset": game.ruleset,
                    "number": len(records),
                    "at": entry.at.ToDatetime(datetime.timezone.utc),
                    "seat": answered.seat,
                    "player": player_name(player),
                    "agent": player.agent or player.built_in_agent,
                    "player_ref": player.player_ref,
                    "decision_id": answered.decision_id,
                    "code": answered.action_code,
                    "kind": action.kind,
                    "text": action.text,
                    "by": AnsweredBy(answered.by).name if answered.by else "",
                    "victory_points": standing.victory_points,
                    "rank": standing.rank,
                }
            )
        return records

    def __repr__(self) -> str:
        return f"<Replay of {self.game.name}, {len(self.entries)} entries>"


def _read(file: BinaryIO) -> Iterator[game_service_pb2.GetReplayResponse]:
    while (length := _read_varint(file)) is not None:
        data = file.read(length)
        if len(data) != length:
            raise ValueError("the file ends within a piece of the replay: was it copied in full?")
        yield game_service_pb2.GetReplayResponse.FromString(data)


def _varint(number: int) -> bytes:
    made = bytearray()
    while number >= 0x80:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def _read_varint(file: BinaryIO) -> int | None:
    number = shift = 0
    while byte := file.read(1):
        number |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return number
        shift += 7
        if shift > 28:
            raise ValueError("this is no file of a replay")
    if shift:
        raise ValueError("the file ends within a piece of the replay: was it copied in full?")
    return None
