"""``upright-batch status``."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ..results import status
from .command import Answer, Command, count, nothing


def _run(arguments: argparse.Namespace) -> Answer:
    found = status(arguments.work)
    text = f"{found.done:,} of {count(found.shards, 'shard')} done"
    if found.missing:
        shown = ", ".join(map(str, found.missing[:10]))
        text += f"; missing: {shown}" + (", …" if found.shards - found.done > 10 else "")
    if found.damaged:
        text += f"; of these, with damaged results: {', '.join(map(str, found.damaged[:10]))}"
        text += ", …" if len(found.damaged) > 10 else ""
    return (0 if found.complete else 75), asdict(found), text


COMMAND = Command("status", "Show how many shards have results.", nothing, _run)
