"""Twenty games at once in one event loop, and how often the bot wins.

python twenty_games.py [HOST:PORT [GAMES]]
"""

import asyncio
import random
import sys

import hierophant
from hierophant import aio


class Bot(hierophant.Bot):
    async def choose(self, decision: hierophant.Decision) -> hierophant.Action:
        await asyncio.sleep(0)  # Where another program is asked, say.
        return random.choice(decision.actions)


async def main(target: str = "127.0.0.1:50051", games: str = "20") -> None:
    seats = [hierophant.OPEN, "random", "random", "random"]
    async with aio.connect(target) as server:
        results = await server.play_many(Bot, "arcanum", seats, games=int(games), at_once=20, seed=7)
    wins = sum(result.standing.rank == 1 for result in results)
    print(f"{wins} of {len(results)} games won")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
