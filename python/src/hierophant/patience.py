"""How long an absent service is waited for, and how often it is tried. Makes no calls and doesn't sleep."""

from __future__ import annotations

import logging
import random
import time
from typing import Optional

import grpc

from hierophant.address import Address
from hierophant.errors import UNREACHABLE, HierophantError

# Once it has been reached, a service that is away is tried again for so long: maintenance, a restart, a restore.
KEEP_TRYING_S = 600.0
# Pauses double from the first to the longest.
RETRY_FIRST_S = 0.1
RETRY_LONGEST_S = 3.0
# More doublings than this make no pause longer.
_DOUBLINGS_MAX = 16

# What the names of limits end with that pass by themselves.
_PACE_SUFFIX = "_per_second_max"

_log = logging.getLogger("hierophant")


class Outage:
    """Failures in a row."""

    def __init__(self) -> None:
        self.failures = 0
        self.since: Optional[float] = None

    def is_over(self) -> None:
        """Something has succeeded."""
        self.failures, self.since = 0, None


class Patience:
    """What a connection has found out about its service, and for how long it goes on trying."""

    def __init__(self, address: Address, keep_trying_s: Optional[float]) -> None:
        if keep_trying_s is not None and keep_trying_s < 0:
            raise ValueError("keep_trying_s is a time in seconds, 0 for a single try")
        self._address = address
        # Without a time of the caller's, a service that was never reached isn't waited for: its address may be wrong.
        self._keep_trying_s = keep_trying_s
        self._was_reached = False
        self._is_away = False

    def __getstate__(self) -> tuple[Address, Optional[float], bool]:
        return (self._address, self._keep_trying_s, self._was_reached)

    def __setstate__(self, state: tuple[Address, Optional[float], bool]) -> None:
        self._address, self._keep_trying_s, self._was_reached = state
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
        give_up_s = KEEP_TRYING_S if self._keep_trying_s is None else self._keep_trying_s
        is_first_contact = self._keep_trying_s is None and not self._was_reached
        if now - outage.since >= give_up_s or (is_first_contact and error.reason == UNREACHABLE):
            raise error
        if error.code is grpc.StatusCode.UNAVAILABLE and not self._is_away:
            self._is_away = True
            _log.warning(
                "the service at %s is unavailable (%s); trying again for %d s", self._address.text, error.message, give_up_s
            )
        longest = min(RETRY_FIRST_S * 2 ** min(outage.failures, _DOUBLINGS_MAX), RETRY_LONGEST_S)
        # Spread, so that the clients of a service that comes back don't all come at once.
        return max(random.uniform(longest / 2, longest), min(error.retry_after_s or 0.0, RETRY_LONGEST_S))


def passes(error: HierophantError) -> bool:
    """Whether the same call may succeed a little later."""
    too_fast = error.metadata.get("limit", "").endswith(_PACE_SUFFIX)
    return error.code is grpc.StatusCode.UNAVAILABLE or too_fast


def stream_passes(error: HierophantError) -> bool:
    """Whether another stream may go on: the service is away, it closed a slow reader, or something between cut the stream."""
    if error.reason == "":
        between = (grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
        return error.code is grpc.StatusCode.UNAVAILABLE or error.code in between
    return error.code is grpc.StatusCode.UNAVAILABLE or error.reason == "LIMIT_REACHED"


def play_passes(error: HierophantError) -> bool:
    """Whether a bot goes on: whatever happened between it and the service, its answer can be sent again."""
    between = (grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
    return error.reason == "" and error.code in between
