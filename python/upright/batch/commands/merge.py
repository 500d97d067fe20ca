"""``upright-batch merge``."""

from __future__ import annotations

import argparse

from ..results import merge
from .command import Answer, Command


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--table", metavar="FILE", help="the Parquet file to write")


def _run(arguments: argparse.Namespace) -> Answer:
    merged = merge(arguments.work, arguments.table)
    text = "\n".join(f"{name:12} {count:12,}" for name, count in sorted(merged.outcomes.items()))
    text += f"\n{'all':12} {merged.rows:12,}"
    return (1 if merged.outcomes.get("rejected") else 0), merged.to_json(), text


COMMAND = Command("merge", "Check that every picture has exactly one result, and write one table.", _add, _run)
