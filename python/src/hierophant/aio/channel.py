"""Calls to a service from an event loop: one channel, made at the first call; retries. Knows nothing of games."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Optional

import grpc

from hierophant.address import Address
from hierophant.channel import Stub, call_options
from hierophant.errors import HierophantError, error_of, from_rpc_error, unreachable
from hierophant.retry import Outage, Retry, RetryState, Timeout, passes
from hierophant.steps import Ask, Pause, Step, Steps, T, run_async, settled
from hierophant.tls import Trust
from hierophant.watching import STREAM_S_MAX


class Channel:
    """A way to the service, for one event loop."""

    def __init__(
        self,
        address: Address,
        trusted: Optional[Trust] = None,
        retry: Retry = Retry(),
        timeout: Timeout = Timeout(),
    ) -> None:
        self.address = address
        self.state = RetryState(address, retry)
        self.timeout = timeout
        self._trusted = trusted
        self._closed = False
        self._grpc: Any = None
        self._stub: Any = None

    @property
    def target(self) -> str:
        """The service's address, as it was given."""
        return self.address.text

    async def run(self, steps: Steps[T]) -> T:
        """Carries a plan out."""
        return await run_async(steps, self.perform)

    async def perform(self, step: Step) -> Any:
        """Carries a step out."""
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        if isinstance(step, Ask):
            return await settled(step.what())
        outage = Outage()
        while True:
            try:
                answer = await self._try(step)
            except HierophantError as error:
                failure = error
            else:
                self.state.reached()
                return answer
            if not passes(failure):
                raise failure
            await asyncio.sleep(self.state.pause_s(outage, failure))

    async def stream(self, method: str, request: Any, token: str, timeout_s: float) -> AsyncIterator[Any]:
        """Calls a streaming method once, and gives its messages as they come. Raises HierophantError."""
        call = getattr(self._open(), method)(request, **call_options(token, timeout_s))
        try:
            async for message in call:
                self.state.reached()
                yield message
        except grpc.RpcError as error:
            raise self._failure(error) from None
        finally:
            call.cancel()

    async def follow(self, following: Any, token: str) -> AsyncIterator[Any]:
        """The news of one stream after another; see `watching`."""
        while True:
            following.begin()
            failure: Optional[HierophantError] = None
            try:
                async for message in self.stream(following.method, following.request, token, STREAM_S_MAX):
                    news = following.hear(message)
                    if news is not None:
                        yield news
                    if following.is_end(message):
                        return
            except HierophantError as error:
                failure = error
            await asyncio.sleep(following.pause_s(failure))

    async def close(self) -> None:
        """Ends the channel; calls under way fail, and later ones too."""
        self._closed = True
        channel, self._grpc, self._stub = self._grpc, None, None
        if channel is not None:
            await channel.close()

    async def _try(self, call: Any) -> Any:
        method = getattr(self._open(), call.method)
        timeout_s = self.timeout.replay_s if call.collects else self.timeout.call_s + call.wait_s
        made = method(call.request, **call_options(call.token, timeout_s))
        try:
            return [message async for message in made] if call.collects else await made
        except grpc.RpcError as error:
            raise self._failure(error) from None

    def _failure(self, error: Any) -> HierophantError:
        return unreachable(from_rpc_error(error), self.address)

    def _open(self) -> Any:
        if self._closed:
            raise error_of(grpc.StatusCode.CANCELLED, "the connection is closed")
        if self._stub is None:
            target, options = self.address.target, self.address.options
            if self._trusted is None:
                self._grpc = grpc.aio.insecure_channel(target, options=options)
            else:
                self._grpc = grpc.aio.secure_channel(target, self._trusted.credentials(), options=options)
            self._stub = Stub(self._grpc)
        return self._stub
