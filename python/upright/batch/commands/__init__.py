"""The commands of ``upright-batch``. To add one, add a file and its name."""

from __future__ import annotations

import importlib

from .command import Command

#: The names of the commands, which are those of their modules, in the order of their use.
NAMES = ("scan", "plan", "run", "status", "merge", "report", "rows", "annotations", "listen")


def command(name: str) -> Command:
    """Import a command: each needs modules that the others do not."""
    found: Command = importlib.import_module(f"{__name__}.{name}").COMMAND
    return found
