"""The commands of ``upright-batch``. To add one, add a file and a line."""

from . import annotations, merge, plan, rows, run, status
from .command import Command

#: The commands in the order of their use.
COMMANDS: tuple[Command, ...] = (
    plan.COMMAND,
    run.COMMAND,
    status.COMMAND,
    merge.COMMAND,
    rows.COMMAND,
    annotations.COMMAND,
)
