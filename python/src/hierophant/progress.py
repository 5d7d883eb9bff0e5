"""A progress bar in a terminal, if rich or tqdm is installed."""

from __future__ import annotations

import sys
from typing import Any


class Progress:
    """Counts games. Shows nothing where nobody looks, or without rich and tqdm."""

    def __init__(self, total: int | None, wanted: bool | None) -> None:
        shown = wanted or (wanted is None and sys.stderr.isatty())
        self._bar: Any = (_rich(total) or _tqdm(total)) if shown else None

    def step(self) -> None:
        """One more game has ended."""
        if self._bar is not None:
            self._bar.update()

    def close(self) -> None:
        """No more games."""
        if self._bar is not None:
            self._bar.close()


def _tqdm(total: int | None) -> Any:
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="game")


def _rich(total: int | None) -> Any:
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    except ImportError:
        return None
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return _RichBar(Progress(*columns, console=Console(stderr=True)), total)


class _RichBar:
    """A bar of rich's, with the methods of one of tqdm's."""

    def __init__(self, progress: Any, total: int | None) -> None:
        self._progress = progress
        self._task = progress.add_task("games", total=total)
        progress.start()

    def update(self) -> None:
        self._progress.advance(self._task)

    def close(self) -> None:
        self._progress.stop()
