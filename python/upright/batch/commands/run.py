"""``upright-batch run``."""

from __future__ import annotations

import argparse
import os
import time

from ..plan import PlanError
from ..progress import Progress, Tally
from ..run import run
from .command import Answer, Command, add_metrics, stopping_on_signals

INDEX_VARIABLES = ("JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX")


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--shard", type=int, metavar="N", help="the shard's number, from 0; default: " + ", ".join(INDEX_VARIABLES)
    )
    add_metrics(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="pictures at a time (one per processor)")
    parser.add_argument(
        "--transfers", type=int, metavar="N", help="pictures in transfer or in progress at a time (4 per job)"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace outputs with other bytes, and the results of a finished shard"
    )


def _index() -> int:
    for name in INDEX_VARIABLES:
        if name in os.environ:
            if not os.environ[name].isdecimal():
                raise PlanError(f"{name}: expected the number of a shard, found {os.environ[name]!r}")
            return int(os.environ[name])
    raise PlanError(f"expected --shard, or one of the variables {', '.join(INDEX_VARIABLES)}")


def _run(arguments: argparse.Namespace) -> Answer:
    shard = _index() if arguments.shard is None else arguments.shard
    start = time.monotonic()
    tally = Tally(f"shard {shard}")

    def total(done: int, all: int) -> None:
        tally.total = all

    shown = Progress(tally, quiet=arguments.quiet, file=arguments.metrics, push=arguments.metrics_push)
    with stopping_on_signals(), shown:
        done = run(
            arguments.work,
            shard,
            jobs=arguments.jobs,
            transfers=arguments.transfers,
            force=arguments.force,
            progress=total,
            observer=shown.add,
        )
    seconds = time.monotonic() - start
    values = {"shard": shard, "resumed": done.resumed, "outcomes": done.outcomes, "seconds": round(seconds, 3)}
    outcomes = ", ".join(f"{number:,} {name}" for name, number in sorted(done.outcomes.items()))
    return 0, values, f"shard {shard}: {outcomes}" + (" (already done)" if done.resumed else f" in {seconds:.1f} s")


COMMAND = Command("run", "Process one shard.", _add, _run)
