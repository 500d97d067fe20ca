"""``upright-batch listen``."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import threading
from typing import get_args

from ...normalizer import Normalizer
from ..delivery import Delivery, Unchanged
from ..listen import Listener
from ..places import check_outside
from ..plan import configuration_text
from ..progress import Progress, Tally
from ..queues import open_queue
from ..schema import row_of
from ..store import open_store
from ..transfer import Job
from .command import Answer, Command, add_metrics, count, stopping_on_signals


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "queue",
        metavar="URL",
        help="where the events of the bucket are: the URL of an SQS queue, or nats://HOST:PORT/STREAM/CONSUMER",
    )
    parser.add_argument("--source", required=True, metavar="URL", help="the base URL of the pictures: s3://BUCKET/…")
    parser.add_argument("--output", required=True, metavar="URL", help="the base URL of the outputs")
    parser.add_argument(
        "--dead-letters",
        metavar="URL",
        help="where rejected pictures go: a queue's URL (default: as the redrive policy says), or a subject of NATS",
    )
    parser.add_argument("--config", metavar="FILE", help="a configuration file")
    parser.add_argument(
        "--unchanged", choices=[name for name in get_args(Unchanged) if name != "link"], default="copy",
        help="pictures that are upright already: copy them, or skip them",
    )  # fmt: skip
    parser.add_argument("--jobs", type=int, metavar="N", help="pictures at a time (one per processor)")
    parser.add_argument("--transfers", type=int, metavar="N", help="messages in progress at a time (4 per job)")
    parser.add_argument(
        "--visibility", type=float, default=120.0, metavar="S",
        help="seconds after which others get the messages of a machine that died (120)",
    )  # fmt: skip
    parser.add_argument("--idle", type=float, metavar="S", help="end after so many seconds without a message")
    add_metrics(parser)


def _run(arguments: argparse.Namespace) -> Answer:
    check_outside(arguments.output, arguments.source)
    config = configuration_text(arguments.config)
    queue = open_queue(arguments.queue, arguments.dead_letters)
    tally = Tally("listening")
    shown = Progress(tally, quiet=arguments.quiet, file=arguments.metrics, push=arguments.metrics_push)
    lock = threading.Lock()

    def observer(rows: list[Delivery]) -> None:
        shown.add(rows)
        if arguments.json:
            with lock:
                for row in rows:
                    sys.stdout.write(json.dumps(row_of(row, -1), ensure_ascii=False) + "\n")
                sys.stdout.flush()

    with contextlib.ExitStack() as stack:
        normalizer = stack.enter_context(Normalizer(jobs=arguments.jobs, config=arguments.config))
        source, output = open_store(arguments.source), open_store(arguments.output)
        job = Job(source, output, normalizer, config=config, unchanged=arguments.unchanged)
        transfers = arguments.transfers or max(4 * normalizer.jobs, 8)
        listener = Listener(queue, job, transfers=transfers, visibility=arguments.visibility, observer=observer)
        stack.enter_context(stopping_on_signals())
        stack.enter_context(shown)
        listener.run(arguments.idle)
    outcomes = ", ".join(f"{number:,} {name}" for name, number in sorted(tally.outcomes.items()))
    text = f"{count(tally.pictures, 'picture')}" + (f": {outcomes}" if outcomes else "")
    # With --json, the rows are the answer.
    return 0, {} if arguments.json else dict(tally.outcomes) or {"pictures": 0}, text


COMMAND = Command(
    "listen", "Normalize pictures as they arrive in a bucket, by its events in SQS or NATS.", _add, _run, planned=False
)
