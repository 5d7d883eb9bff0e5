"""Many games at once in threads: see `Connection.play_many`."""

from __future__ import annotations

import queue
import threading
from typing import Any, Callable

from hierophant.bot import D, NewBot, Result
from hierophant.progress import Progress

# An interrupt is noticed within this time on every platform.
_NOTICE_S = 0.5


def play_many(
    new_game: Callable[[int], Any], new_bot: NewBot[D], games: int, at_once: int, progress: Progress
) -> list[Result]:
    """Plays all open seats of so many games by new bots. The first failure ends it."""
    numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
    for number in range(games):
        numbers.put(number)
    # One entry for each game and each failure: at most games + at_once.
    played: queue.SimpleQueue[tuple[int, list[Result]] | BaseException] = queue.SimpleQueue()
    is_over = threading.Event()

    def work() -> None:
        try:
            while not is_over.is_set():
                number = numbers.get_nowait()
                played.put((number, _play(new_game(number), new_bot)))
        except queue.Empty:
            pass
        except BaseException as error:  # The caller's thread raises it.
            played.put(error)

    for _ in range(min(at_once, games)):
        threading.Thread(target=work, name="hierophant-game", daemon=True).start()
    found: dict[int, list[Result]] = {}
    try:
        while len(found) < games:
            ended = get(played)
            if isinstance(ended, BaseException):
                raise ended
            number, results = ended
            found[number] = results
            progress.step()
    finally:
        is_over.set()
        progress.close()
    return [result for number in range(games) for result in found[number]]


def _play(game: Any, new_bot: NewBot[D]) -> list[Result]:
    """All open seats of one game: the last in this thread, others beside it."""
    first, *others = game.seats.values()
    ended: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def play(seat: Any) -> None:
        try:
            ended.put(seat.play(new_bot()))
        except BaseException as error:
            ended.put(error)

    for seat in others:
        threading.Thread(target=play, args=(seat,), name="hierophant-seat", daemon=True).start()
    play(first)
    results = [get(ended) for _ in game.seats]
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return sorted(results, key=lambda result: result.seat)


def get(waited: queue.SimpleQueue[Any]) -> Any:
    """The next entry, in a wait that an interrupt ends."""
    while True:
        try:
            return waited.get(timeout=_NOTICE_S)
        except queue.Empty:
            pass
