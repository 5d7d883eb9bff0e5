"""Many games at once for asyncio: see `Connection.play_many`."""

from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable

from hierophant.bot import D, NewBot, Result
from hierophant.progress import Progress


async def play_many(
    new_game: Callable[[int], Awaitable[Any]], new_bot: NewBot[D], games: int, at_once: int, progress: Progress
) -> list[Result]:
    """Plays all open seats of so many games by new bots. The first failure ends it."""
    free = asyncio.Semaphore(at_once)

    async def one(number: int) -> list[Result]:
        async with free:
            game = await new_game(number)
            results = await _all([seat.play(new_bot()) for seat in game.seats.values()])
            progress.step()
            return results

    try:
        played = await _all([one(number) for number in range(games)])
    finally:
        progress.close()
    return [result for results in played for result in results]


async def _all(jobs: list[Any]) -> list[Any]:
    tasks = [asyncio.ensure_future(job) for job in jobs]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
