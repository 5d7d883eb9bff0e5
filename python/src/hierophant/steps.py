"""What a caller wants done, as data: plans yield it, and the client or its asyncio twin carries it out. Does nothing itself."""

from __future__ import annotations

import asyncio
import inspect
import types
from typing import Any, Awaitable, Callable, Generator, NamedTuple, TypeVar, Union

T = TypeVar("T")


class Call(NamedTuple):
    """A unary call; with `collects` a streaming one, to its end, whose messages are the answer."""

    method: str
    request: Any
    token: str
    # It is answered when something happens, after so long at most: a fork doesn't wait for it.
    wait_s: float = 0.0
    collects: bool = False


class Pause(NamedTuple):
    """Time that passes before the next step."""

    seconds: float


class Ask(NamedTuple):
    """Something of the bot's author: a policy, say. With asyncio it may give an awaitable."""

    what: Callable[[], Any]


Step = Union[Call, Pause, Ask]
# A plan: gives steps, is sent their results, and returns its own.
Steps = Generator[Step, Any, T]


def run(steps: Steps[T], perform: Callable[[Step], Any]) -> T:
    """Carries a plan out."""
    try:
        step = next(steps)
        while True:
            try:
                result = perform(step)
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value
    finally:
        steps.close()


async def run_async(steps: Steps[T], perform: Callable[[Step], Awaitable[Any]]) -> T:
    """The same where steps are awaited."""
    try:
        step = next(steps)
        while True:
            try:
                result = await perform(step)
            except Exception as error:
                step = steps.throw(error)
            else:
                step = steps.send(result)
    except StopIteration as end:
        value: T = end.value
        return value
    finally:
        steps.close()


async def settled(value: Any) -> Any:
    """The value, awaited if it is an awaitable."""
    return await value if inspect.isawaitable(value) else value


def settled_here(value: Any) -> Any:
    """The same where nothing can be awaited: a coroutine is run to its end, in an event loop of its own."""
    kind = type(value)
    # Almost all bots answer at once, and `isawaitable` takes long for what is not awaitable.
    may_be_awaitable = hasattr(kind, "__await__") or kind is types.GeneratorType
    return asyncio.run(settled(value)) if may_be_awaitable and inspect.isawaitable(value) else value
