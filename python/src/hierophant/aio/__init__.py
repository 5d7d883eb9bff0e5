"""The client for asyncio: all names of `hierophant`, with methods to be awaited.

    import asyncio
    import hierophant
    from hierophant import aio

    async def policy(decision):
        return decision.actions[0]

    async def main():
        async with aio.connect("127.0.0.1:50051") as server:
            game = await server.create_game("arcanum", seats=[hierophant.OPEN, "greedy", "greedy", "greedy"])
            print((await game.seats[0].play(policy)).standing)

    asyncio.run(main())

A connection belongs to the event loop that first calls by it, and doesn't survive a fork.
"""

from hierophant.aio.agent import Agent
from hierophant.aio.client import Connection, connect
from hierophant.aio.seat import Seat, Spectator

__all__ = ["Agent", "Connection", "Seat", "Spectator", "connect"]
