"""A progress bar in a terminal, if tqdm is installed."""

from __future__ import annotations

import sys
from typing import Any


class Progress:
    """Counts games. Shows nothing where nobody looks, or without tqdm."""

    def __init__(self, total: int | None, wanted: bool | None) -> None:
        self._bar: Any = None
        if wanted or (wanted is None and sys.stderr.isatty()):
            try:
                from tqdm import tqdm
            except ImportError:
                return
            self._bar = tqdm(total=total, unit="game")

    def step(self) -> None:
        """One more game has ended."""
        if self._bar is not None:
            self._bar.update()

    def close(self) -> None:
        """No more games."""
        if self._bar is not None:
            self._bar.close()
