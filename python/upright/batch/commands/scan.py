"""``upright-batch scan``."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from ..progress import Bar
from ..scan import scan
from .command import Answer, Command, add_manifest, count, source_of


def _add(parser: argparse.ArgumentParser) -> None:
    add_manifest(parser)
    parser.add_argument("--table", required=True, metavar="FILE", help="the Parquet file to write")
    parser.add_argument("--transfers", type=int, default=32, metavar="N", help="requests at a time (32)")


def _run(arguments: argparse.Namespace) -> Answer:
    if arguments.transfers < 1:
        raise ValueError(f"--transfers: expected 1 or more, found {arguments.transfers}")
    bar = Bar("pictures", arguments.quiet)
    found = scan(arguments.manifest, source_of(arguments), arguments.table, transfers=arguments.transfers, progress=bar)
    bar.end()
    text = f"{count(found.pictures, 'picture')}, {found.turned:,} of them to be turned"
    text += f", {found.failed:,} could not be read" if found.failed else ""
    share = 100 * found.read / found.size if found.size else 0
    text += f"; {count(found.read, 'byte')} read of {found.size:,} ({share:.1f} %)"
    return 0, asdict(found), text


COMMAND = Command(
    "scan",
    "Read type, size, orientation, dimensions, position and camera of pictures from their first bytes.",
    _add,
    _run,
    planned=False,
)
