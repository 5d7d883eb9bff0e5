"""Both clients by the same calls, so that one story is told of both."""

import asyncio
import contextlib
import inspect
import threading

import hierophant
from hierophant import aio

KINDS = ("sync", "aio")
SECONDS_MAX = 60


class Awaited:
    """An asyncio object whose methods are called and waited for. Its loop runs in a thread of its own, as long as it is open."""

    def __init__(self, inner, loop):
        self._inner, self._loop = inner, loop

    def _wait(self, awaitable):
        async def bounded():
            return await asyncio.wait_for(awaitable, SECONDS_MAX)

        return asyncio.run_coroutine_threadsafe(bounded(), self._loop).result()

    def _wrapped(self, value):
        if isinstance(value, (aio.Connection, aio.Seat, aio.Agent, aio.Spectator)):
            return Awaited(value, self._loop)
        if isinstance(value, hierophant.Game):
            value.seats.update({number: Awaited(seat, self._loop) for number, seat in value.seats.items()})
        return value

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value):
            return value

        def call(*args, **kwargs):
            result = value(*args, **kwargs)
            if hasattr(result, "__anext__"):
                return self._each(result)
            if inspect.isawaitable(result):
                result = self._wait(result)
            return self._wrapped(result)

        return call

    def _each(self, stream):
        try:
            while True:
                try:
                    yield self._wait(stream.__anext__())
                except StopAsyncIteration:
                    return
        finally:
            self._wait(stream.aclose())


@contextlib.contextmanager
def opened(kind, target, **arguments):
    """A connection of this kind."""
    if kind == "sync":
        with hierophant.connect(target, **arguments) as server:
            yield server
        return
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = Awaited(aio.connect(target, **arguments), loop)
    try:
        yield server
    finally:
        server.close()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
