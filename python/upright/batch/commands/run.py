"""``upright-batch run``."""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter

from ..plan import Plan, PlanError
from ..progress import Progress, Tally
from ..run import normalizer_for, run
from .command import Answer, Command, add_metrics, stopping_on_signals

INDEX_VARIABLES = ("JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shard",
        type=shard_numbers,
        metavar="N",
        help="the shard's number, from 0, or several (0-9,12) one after another in one process; default: "
        + ", ".join(INDEX_VARIABLES),
    )
    add_metrics(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="pictures at a time (one per processor)")
    parser.add_argument(
        "--transfers",
        type=int,
        metavar="N",
        help="pictures in transfer or in progress at a time (4 per job and at least 8; 16 per job between folders)",
    )
    parser.add_argument(
        "--force", action="store_true", help="replace outputs with other bytes, and the results of a finished shard"
    )


def shard_numbers(text: str) -> list[int]:
    """Read numbers of shards: ``7``, ``0-9,12``."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) < int(first):
            raise argparse.ArgumentTypeError(f"expected a shard such as 7, or several such as 0-9,12, found {text!r}")
        found += range(int(first), int(last or first) + 1)
    return found


def _index() -> int:
    for name in INDEX_VARIABLES:
        if name in os.environ:
            if not os.environ[name].isdecimal():
                raise PlanError(f"{name}: expected the number of a shard, found {os.environ[name]!r}")
            return int(os.environ[name])
    raise PlanError(f"expected --shard, or one of the variables {', '.join(INDEX_VARIABLES)}")


def _run(arguments: argparse.Namespace) -> Answer:
    shards = arguments.shard or [_index()]
    start = time.monotonic()
    tally = Tally(f"shard {shards[0]}" if len(shards) == 1 else f"{len(shards)} shards")
    finished = 0

    def total(done: int, all: int) -> None:
        tally.total = finished + all

    shown = Progress(tally, quiet=arguments.quiet, file=arguments.metrics, push=arguments.metrics_push)
    outcomes: Counter[str] = Counter()
    resumed = 0
    with stopping_on_signals(), shown:
        made = Plan.load(arguments.work)
        with normalizer_for(made, arguments.work, jobs=arguments.jobs, force=arguments.force) as normalizer:
            for shard in shards:
                # The shards that are done have their results; the run ends at the first that fails.
                done = run(
                    arguments.work,
                    shard,
                    transfers=arguments.transfers,
                    force=arguments.force,
                    normalizer=normalizer,
                    plan=made,
                    progress=total,
                    observer=shown.add,
                )
                finished = tally.pictures
                outcomes.update(done.outcomes)
                resumed += done.resumed
    seconds = time.monotonic() - start
    which = {"shard": shards[0]} if len(shards) == 1 else {"shards": shards}
    name = f"shard {shards[0]}" if len(shards) == 1 else f"{len(shards)} shards"
    is_done = resumed == len(shards)
    values = {**which, "resumed": is_done, "outcomes": dict(outcomes), "seconds": round(seconds, 3)}
    text = ", ".join(f"{number:,} {outcome}" for outcome, number in sorted(outcomes.items()))
    return 0, values, f"{name}: {text}" + (" (already done)" if is_done else f" in {seconds:.1f} s")


COMMAND = Command("run", "Process one shard, or several.", _add, _run)
