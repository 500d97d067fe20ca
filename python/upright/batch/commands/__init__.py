"""The commands of ``upright-batch``. To add one, add a file and a line."""

from . import annotations, listen, merge, plan, report, rows, run, scan, status
from .command import Command

#: The commands in the order of their use.
COMMANDS: tuple[Command, ...] = (
    scan.COMMAND,
    plan.COMMAND,
    run.COMMAND,
    status.COMMAND,
    merge.COMMAND,
    report.COMMAND,
    rows.COMMAND,
    annotations.COMMAND,
    listen.COMMAND,
)
