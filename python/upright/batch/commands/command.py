"""What a command has."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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


def nothing(parser: argparse.ArgumentParser) -> None:
    """Add no option."""


def count(number: int, what: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")
