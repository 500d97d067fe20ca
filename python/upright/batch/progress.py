"""Shows how far a job is: in a terminal, as a line a minute without one, and as OpenMetrics."""

from __future__ import annotations

import os
import sys
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from .delivery import Delivery
from .report import Prices
from .usage import USAGE, Usage

#: Seconds between two lines without a terminal, and between two pushes.
LINE_SECONDS = 60.0

#: Seconds between two files of metrics.
FILE_SECONDS = 15.0


class Bar:
    """A progress bar on standard error, or a line a minute if that is no terminal."""

    def __init__(self, what: str, quiet: bool) -> None:
        """Name what is counted."""
        self._what = what
        self._quiet = quiet
        self._shown = not quiet and sys.stderr.isatty()
        self._last = time.monotonic() if not self._shown else 0.0

    def __call__(self, done: int, total: int = 0) -> None:
        """Show a number, ten times a second at most in a terminal."""
        now = time.monotonic()
        if not self._quiet and not self._shown and now - self._last >= LINE_SECONDS:
            self._last = now
            sys.stderr.write(f"upright-batch: {self._what} {done:,}" + (f" of {total:,}\n" if total else "\n"))
            sys.stderr.flush()
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


class Tally:
    """What a job has done so far. A value: it knows no clock and no terminal."""

    def __init__(self, what: str, total: int = 0, prices: Prices | None = None, usage: Usage = USAGE) -> None:
        """Name the job; ``total`` is the number of its pictures, 0 if it has no end."""
        self.what, self.total = what, total
        self.done = 0
        self.pictures = 0
        self.outcomes: Counter[str] = Counter()
        self.source_bytes = self.output_bytes = 0
        self.busy = 0.0
        self._prices = prices or Prices()
        self._usage = usage

    def add(self, deliveries: list[Delivery]) -> None:
        """Count the rows of one source."""
        self.done += 1
        for delivery in deliveries:
            report = delivery.report
            self.pictures += 1
            self.outcomes[report.outcome] += 1
            self.source_bytes += report.source_bytes or 0
            self.output_bytes += report.output_bytes or 0
            self.busy += report.seconds

    @property
    def cost(self) -> float:
        """US dollars for the processor and the requests so far."""
        requests = self._usage.requests
        reads = requests["GET"] + requests["HEAD"]
        writes = requests["PUT"] + requests["LIST"]
        prices = self._prices
        return self.busy / 3600 * prices.core_hour + reads / 1000 * prices.gets + writes / 1000 * prices.puts

    def text(self, seconds: float) -> str:
        """Return one line, after some seconds."""
        rate = self.pictures / seconds if seconds else 0.0
        parts = [f"{self.what}: {self.done:,} of {self.total:,}" if self.total else f"{self.what}: {self.done:,}"]
        parts.append(f"{rate:,.1f} pictures/s")
        parts += [f"{count:,} {name}" for name, count in sorted(self.outcomes.items())]
        parts.append(f"{_size(self.source_bytes)} in, {_size(self.output_bytes)} out")
        parts.append(f"${self.cost:,.4f}")
        if self._usage.retries:
            parts.append(f"{self._usage.retries:,} retries")
        if self.done and 0 < self.done < self.total:
            left = round(seconds * (self.total - self.done) / self.done)
            parts.append(f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02} left")
        return ", ".join(parts)

    def metrics(self, seconds: float) -> str:
        """Return the numbers as OpenMetrics text (version 1.0.0)."""
        lines = [
            "# TYPE upright_batch_pictures counter",
            *(
                f'upright_batch_pictures_total{{outcome="{name}"}} {count}'
                for name, count in sorted(self.outcomes.items())
            ),
            "# TYPE upright_batch_sources gauge",
            f'upright_batch_sources{{state="done"}} {self.done}',
            f'upright_batch_sources{{state="planned"}} {self.total}',
            "# TYPE upright_batch_bytes counter",
            f'upright_batch_bytes_total{{direction="in"}} {self.source_bytes}',
            f'upright_batch_bytes_total{{direction="out"}} {self.output_bytes}',
            "# TYPE upright_batch_requests counter",
            *(
                f'upright_batch_requests_total{{method="{method}"}} {count}'
                for method, count in sorted(self._usage.requests.items())
            ),
            "# TYPE upright_batch_retries counter",
            f"upright_batch_retries_total {self._usage.retries}",
            "# TYPE upright_batch_cost_dollars gauge",
            f"upright_batch_cost_dollars {self.cost:.6f}",
            "# TYPE upright_batch_elapsed_seconds gauge",
            f"upright_batch_elapsed_seconds {seconds:.3f}",
            "# EOF",
        ]
        return "\n".join(lines) + "\n"


class Progress:
    """Shows a tally while a job works.

    Args:
        tally: What is shown.
        quiet: Whether to show nothing on standard error. Metrics are written nevertheless.
        file: A file for the metrics, which is replaced; for node_exporter's textfile collector its name ends in .prom.
        push: A URL for them, to which they are PUT, as a Pushgateway takes them.
        clock: Seconds.
    """

    def __init__(
        self,
        tally: Tally,
        *,
        quiet: bool = False,
        file: str | Path | None = None,
        push: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; :meth:`__enter__` begins."""
        self.tally = tally
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._file = Path(file) if file is not None else None
        self._push = push
        self._clock = clock
        self._start = clock()
        self._next_line = self._start + (0.2 if self._terminal else LINE_SECONDS)
        self._next_file = self._start
        self._next_push = self._start + LINE_SECONDS
        self._failed: set[str] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._ticker = threading.Thread(target=self._tick, daemon=True, name="upright-progress")

    def add(self, deliveries: list[Delivery]) -> None:
        """Count the rows of one source."""
        with self._lock:
            self.tally.add(deliveries)

    def __enter__(self) -> Progress:
        """Begin to show."""
        self._ticker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Show the last state of the metrics, and remove the bar."""
        self._ended.set()
        self._ticker.join()
        with self._lock:
            text = self.tally.metrics(self._clock() - self._start)
        self._write(text)
        self._send(text)
        if self._terminal and not self._quiet:
            sys.stderr.write("\r\x1b[K")

    def _tick(self) -> None:
        while not self._ended.wait(0.2):
            self.show()

    def show(self) -> None:
        """Show what is due."""
        now = self._clock()
        with self._lock:
            line = self.tally.text(now - self._start)
            text = self.tally.metrics(now - self._start)
            share = self.tally.done / self.tally.total if self.tally.total else 0.0
        if now >= self._next_line and not self._quiet:
            self._next_line = now + (0.2 if self._terminal else LINE_SECONDS)
            if self._terminal:
                width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
                sys.stderr.write("\r\x1b[K" + f"[{'#' * int(20 * share):20}] {line}"[: width - 1])
            else:
                sys.stderr.write(f"upright-batch: {line}\n")
            sys.stderr.flush()
        if now >= self._next_file:
            self._next_file = now + FILE_SECONDS
            self._write(text)
        if now >= self._next_push:
            self._next_push = now + LINE_SECONDS
            self._send(text)

    def _write(self, text: str) -> None:
        if self._file is None:
            return
        partial = self._file.with_name(f".{self._file.name}.{os.getpid()}.partial")
        try:
            partial.write_text(text, encoding="utf-8")
            partial.replace(self._file)
        except OSError as error:
            self._warn(f"{self._file}: {error.strerror}")

    def _send(self, text: str) -> None:
        if self._push is None:
            return
        headers = {"Content-Type": "application/openmetrics-text; version=1.0.0; charset=utf-8"}
        try:
            request = urllib.request.Request(self._push, text.encode(), headers, method="PUT")
            urllib.request.urlopen(request, timeout=5).close()
        except (OSError, ValueError) as error:
            self._warn(f"{self._push}: {error}")

    def _warn(self, text: str) -> None:
        """Say once that metrics do not arrive: the job does not depend on them."""
        if text not in self._failed:
            self._failed.add(text)
            sys.stderr.write(f"upright-batch: metrics: {text}\n")


def _size(count: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count:.0f} B"
        count /= 1000
    return f"{count:.3g} TB"
