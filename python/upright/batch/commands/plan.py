"""``upright-batch plan``."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import get_args

from ...annotations.turning import Convention
from ..containers import Damaged
from ..delivery import Unchanged
from ..plan import Cost, Plan, PlanError, plan
from ..progress import Bar
from .boxes import add_boxes, boxes_of
from .command import Answer, Command, add_manifest, count, source_of


def _add(parser: argparse.ArgumentParser) -> None:
    add_manifest(parser)
    parser.add_argument(
        "--output", required=True, metavar="URL", help="the base URL of the outputs, which have the same keys"
    )
    parser.add_argument("--config", metavar="FILE", help="a configuration file; the plan includes its text")
    parser.add_argument("--shard-seconds", type=float, default=45.0, metavar="S", help="work per shard (45)")
    parser.add_argument("--bytes-per-second", type=float, default=Cost().rate, metavar="N", help="the rate of one task")
    parser.add_argument(
        "--unchanged",
        choices=get_args(Unchanged),
        default="copy",
        help="pictures that are upright already: copy them, skip them (the results name the source), or link to them "
        "(between folders)",
    )
    parser.add_argument(
        "--column",
        metavar="NAME",
        help="the column of pictures in Parquet and Arrow files (the only one with pictures)",
    )
    add_boxes(parser)
    parser.add_argument(
        "--labelled",
        default="auto",
        choices=get_args(Convention),
        help="on which pictures labels in containers were made (auto: their dimensions say it)",
    )
    parser.add_argument(
        "--damaged",
        default="drop",
        choices=get_args(Damaged),
        help="what happens to what cannot be read in a container, such as the end of a tar that is cut (drop)",
    )
    parser.add_argument(
        "--since",
        metavar="RESULTS",
        help="take the results of pictures over that have not changed: a work folder, or a table of merge",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace another plan; its results do not count for the new one"
    )


def _run(arguments: argparse.Namespace) -> Answer:
    bar = Bar("pictures", arguments.quiet)
    previous = _loaded(arguments.work) if arguments.force else None
    made = plan(
        arguments.manifest,
        source_of(arguments),
        arguments.output,
        arguments.work,
        shard_seconds=arguments.shard_seconds,
        cost=Cost(rate=arguments.bytes_per_second),
        config=arguments.config,
        unchanged=arguments.unchanged,
        column=arguments.column,
        boxes=boxes_of(arguments.boxes),
        labelled=arguments.labelled,
        damaged=arguments.damaged,
        since=arguments.since,
        force=arguments.force,
        progress=bar,
    )
    bar.end()
    text = f"{count(made.pictures, 'picture')}, {count(made.size, 'byte')}, in {count(made.shards, 'shard')}"
    if arguments.since:
        text += f"; the results of {count(made.kept, 'picture')} are taken over"
    if made.duplicates:
        were = "was" if made.duplicates == 1 else "were"
        text += f"; {count(made.duplicates, 'row')} repeated a picture and {were} omitted"
    if previous is not None and previous.id != made.id:
        text += f"; the plan before was replaced, its results in {previous.results} do not count"
    values = {key: value for key, value in asdict(made).items() if key not in ("config", "kept_tables")}
    return 0, values, text


def _loaded(work: str) -> Plan | None:
    try:
        return Plan.load(work)
    except PlanError:
        return None


COMMAND = Command("plan", "Cut a manifest into shards by the bytes of its pictures.", _add, _run)
