"""Which calls are sent again, how often and for how long. Makes no calls and doesn't sleep."""

from __future__ import annotations

import dataclasses
import logging
import random
import time

import grpc

from hierophant.address import Address
from hierophant.errors import HierophantError, Unreachable

# More doublings than this make no pause longer.
_DOUBLINGS_MAX = 16

# What the names of limits end with that pass by themselves.
_PACE_SUFFIX = "_per_second_max"

_log = logging.getLogger("hierophant")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Retry:
    """How a connection repeats calls that the service could not take or did not answer. Every call may be repeated."""

    total_s: float = 900.0
    """For how long a call is repeated, in seconds; 0 is a single try. The default outlives ten minutes of maintenance."""
    first_pause_s: float = 0.1
    """The first pause. Pauses double from here, and each is spread at random."""
    longest_pause_s: float = 3.0
    """No pause is longer."""
    before_first_contact: bool = False
    """Also wait for a service that was never reached. By default the first call fails at once if nothing listens there."""

    def __post_init__(self) -> None:
        if min(self.total_s, self.first_pause_s, self.longest_pause_s) < 0:
            raise ValueError("times of Retry are seconds, 0 or more")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Timeout:
    """What one try of a call may take, in seconds. A call that waits for news has this on top of its wait."""

    call_s: float = 20.0
    """For a call with one answer."""
    replay_s: float = 120.0
    """For a whole replay."""

    def __post_init__(self) -> None:
        if min(self.call_s, self.replay_s) <= 0:
            raise ValueError("times of Timeout are seconds, more than 0")


class Outage:
    """Failures in a row."""

    def __init__(self) -> None:
        self.failures = 0
        self.since: float | None = None

    def is_over(self) -> None:
        """Something has succeeded."""
        self.failures, self.since = 0, None


class RetryState:
    """What a connection has found out about its service."""

    def __init__(self, address: Address, retry: Retry) -> None:
        self._address = address
        self.retry = retry
        self._was_reached = False
        self._is_away = False

    def __getstate__(self) -> tuple[Address, Retry, bool]:
        return (self._address, self.retry, self._was_reached)

    def __setstate__(self, state: tuple[Address, Retry, bool]) -> None:
        self._address, self.retry, self._was_reached = state
        self._is_away = False

    def reached(self) -> None:
        """The service has answered."""
        self._was_reached = True
        if self._is_away:
            self._is_away = False
            _log.info("the service at %s is back", self._address.text)

    def pause_s(self, outage: Outage, error: HierophantError) -> float:
        """How long to wait before the next try. Raises the error when it is time to give up."""
        now = time.monotonic()
        outage.since = now if outage.since is None else outage.since
        outage.failures += 1
        retry = self.retry
        is_first_contact = not retry.before_first_contact and not self._was_reached
        if now - outage.since >= retry.total_s or (is_first_contact and isinstance(error, Unreachable)):
            raise error
        if is_away(error) and not self._is_away:
            self._is_away = True
            _log.warning(
                "the service at %s is unavailable (%s); trying again for %d s",
                self._address.text,
                error.message,
                retry.total_s,
            )
        else:
            _log.debug("try %d at %s failed: %s", outage.failures, self._address.text, error)
        longest = min(retry.first_pause_s * 2 ** min(outage.failures, _DOUBLINGS_MAX), retry.longest_pause_s)
        # Spread, so that the clients of a service that comes back don't all come at once.
        return max(random.uniform(longest / 2, longest), min(error.retry_after_s or 0.0, retry.longest_pause_s))


def is_away(error: HierophantError) -> bool:
    """Whether the service could not take the call, or did not answer it in time."""
    if error.code is grpc.StatusCode.UNAVAILABLE:
        return True
    return error.reason == "" and error.code is grpc.StatusCode.DEADLINE_EXCEEDED


def passes(error: HierophantError) -> bool:
    """Whether the same call may succeed a little later."""
    return is_away(error) or error.metadata.get("limit", "").endswith(_PACE_SUFFIX)


def stream_passes(error: HierophantError) -> bool:
    """Whether another stream may go on: the service is away, it closed a slow reader, or something between cut the stream."""
    if error.reason == "":
        between = (grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
        return error.code is grpc.StatusCode.UNAVAILABLE or error.code in between
    return error.code is grpc.StatusCode.UNAVAILABLE or error.reason == "LIMIT_REACHED"


def play_passes(error: HierophantError) -> bool:
    """Whether a bot that plays goes on: something between it and the service failed, and its answer can be sent again."""
    return error.reason == "" and error.code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
