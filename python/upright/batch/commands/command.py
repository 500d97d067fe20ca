"""What a command has."""

from __future__ import annotations

import argparse
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..manifest import is_manifest
from ..places import PlanError
from ..usage import STOPPING

#: The exit status, an object for ``--json``, and a text for people.
Answer = tuple[int, dict[str, Any], str]


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        name: Its name.
        help: One sentence about it.
        add: Adds its options.
        run: Runs it.
        planned: Whether it needs the work folder of a plan.
    """

    name: str
    help: str
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], Answer]
    planned: bool = True


def add_manifest(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say which pictures."""
    parser.add_argument(
        "manifest",
        metavar="PICTURES",
        help="a folder or a prefix such as s3://BUCKET/PREFIX, which is listed, or a manifest: CSV, JSON lines, "
        "Parquet, or manifest.json of an S3 Inventory",
    )
    parser.add_argument(
        "--source", metavar="URL", help="the base URL of the pictures (the place that is listed; a manifest needs it)"
    )


def source_of(arguments: argparse.Namespace) -> str:
    """Return the base URL of the pictures."""
    source: str | None = arguments.source
    if source is not None:
        return source
    if is_manifest(arguments.manifest):
        raise PlanError(f"expected --source, the base URL of the pictures in {arguments.manifest}, found none")
    place: str = arguments.manifest
    return place


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the options for metrics."""
    parser.add_argument("--metrics", metavar="FILE", help="write the progress as OpenMetrics into this file")
    parser.add_argument("--metrics-push", metavar="URL", help="PUT it to this URL, as a Pushgateway takes it")


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """Finish what is in progress on SIGTERM. As process 1, too, where the default is to ignore it."""
    STOPPING.clear()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, lambda *_: STOPPING.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def nothing(parser: argparse.ArgumentParser) -> None:
    """Add no option."""


def count(number: int, what: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")
