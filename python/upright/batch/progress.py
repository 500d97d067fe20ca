"""Shows how far a job is."""

from __future__ import annotations

import sys
import time


class Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, what: str, quiet: bool) -> None:
        """Name what is counted."""
        self._what = what
        self._shown = not quiet and sys.stderr.isatty()
        self._last = 0.0

    def __call__(self, done: int, total: int = 0) -> None:
        """Show a number, ten times a second at most."""
        now = time.monotonic()
        if not self._shown or (now - self._last < 0.1 and done != total):
            return
        self._last = now
        bar = f"[{'#' * (30 * done // total):30}] {done:,} of {total:,}" if total else f"{done:,}"
        sys.stderr.write(f"\r\x1b[K{self._what} {bar}")
        sys.stderr.flush()

    def end(self) -> None:
        """Remove the bar."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
