"""The command ``upright-batch``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from .. import __version__
from .._programs import ProgramNotFoundError
from ..normalizer import UprightError
from .manifest import ManifestError
from .plan import Cost, PlanError, plan
from .results import IncompleteError, merge, rows, status
from .run import DeferredError, run
from .store import StoreError

INDEX_VARIABLES = ("JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


class _Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, what: str, quiet: bool) -> None:
        self._what = what
        self._shown = not quiet and sys.stderr.isatty()
        self._last = 0.0

    def __call__(self, done: int, total: int = 0) -> None:
        now = time.monotonic()
        if not self._shown or (now - self._last < 0.1 and done != total):
            return
        self._last = now
        bar = f"[{'#' * (30 * done // total):30}] {done:,} of {total:,}" if total else f"{done:,}"
        sys.stderr.write(f"\r\x1b[K{self._what} {bar}")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="upright-batch",
        description="Normalizes the pictures of a manifest in shards, with any scheduler.",
        epilog="Exit status: 0 done; 1 something was rejected or is missing; 64 and 78 do not try again; 75 try again.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help)
        added.add_argument("--work", required=True, metavar="URL", help="the folder for shards and results")
        added.add_argument("--json", action="store_true", help="print one JSON object")
        added.add_argument("--quiet", action="store_true", help="show no progress bar")
        return added

    planning = command("plan", "Cut a manifest into shards by the bytes of its pictures.")
    planning.add_argument("manifest", help="CSV, JSON lines, Parquet, or manifest.json of an S3 Inventory")
    planning.add_argument("--source", required=True, metavar="URL", help="the base URL of the pictures")
    planning.add_argument(
        "--output", required=True, metavar="URL", help="the base URL of the outputs, which have the same keys"
    )
    planning.add_argument("--config", metavar="FILE", help="a configuration file; the plan includes its text")
    planning.add_argument("--shard-seconds", type=float, default=45.0, metavar="S", help="work per shard (45)")
    planning.add_argument(
        "--bytes-per-second", type=float, default=Cost().rate, metavar="N", help="the rate of one task"
    )
    planning.add_argument("--force", action="store_true", help="replace an existing plan")

    running = command("run", "Process one shard.")
    running.add_argument(
        "--shard", type=int, metavar="N", help="the shard's number, from 0; default: " + ", ".join(INDEX_VARIABLES)
    )
    running.add_argument("--jobs", type=int, metavar="N", help="pictures at a time (one per processor)")
    running.add_argument(
        "--transfers", type=int, metavar="N", help="pictures in transfer or in progress at a time (4 per job)"
    )
    running.add_argument("--force", action="store_true", help="replace outputs with other bytes")

    command("status", "Show how many shards have results.")
    merging = command("merge", "Check that every picture has exactly one result, and write one table.")
    merging.add_argument("--table", metavar="FILE", help="the Parquet file to write")
    command("rows", "Print each picture's result as one line of JSON, for `upright albums import -`.")
    return parser


def _index() -> int:
    for name in INDEX_VARIABLES:
        if name in os.environ:
            return int(os.environ[name])
    raise PlanError(f"expected --shard, or one of the variables {', '.join(INDEX_VARIABLES)}")


def _plan(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    bar = _Bar("pictures", arguments.quiet)
    made = plan(
        arguments.manifest,
        arguments.source,
        arguments.output,
        arguments.work,
        shard_seconds=arguments.shard_seconds,
        cost=Cost(rate=arguments.bytes_per_second),
        config=arguments.config,
        force=arguments.force,
        progress=bar,
    )
    bar.end()
    text = f"{made.pictures:,} pictures, {made.size:,} bytes, in {made.shards:,} shards"
    return 0, {key: value for key, value in asdict(made).items() if key != "config"}, text


def _run(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    shard = _index() if arguments.shard is None else arguments.shard
    bar = _Bar(f"shard {shard}", arguments.quiet)
    start = time.monotonic()
    done = run(
        arguments.work, shard, jobs=arguments.jobs, transfers=arguments.transfers, force=arguments.force, progress=bar
    )
    bar.end()
    seconds = time.monotonic() - start
    values = {"shard": shard, "resumed": done.resumed, "outcomes": done.outcomes, "seconds": round(seconds, 3)}
    outcomes = ", ".join(f"{count:,} {name}" for name, count in sorted(done.outcomes.items()))
    return 0, values, f"shard {shard}: {outcomes}" + (" (already done)" if done.resumed else f" in {seconds:.1f} s")


def _status(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    found = status(arguments.work)
    text = f"{found.done:,} of {found.shards:,} shards are done"
    if found.missing:
        shown = ", ".join(map(str, found.missing[:10]))
        text += f"; missing: {shown}" + (", …" if found.shards - found.done > 10 else "")
    return (0 if found.complete else 75), asdict(found), text


def _merge(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    merged = merge(arguments.work, arguments.table)
    text = "\n".join(f"{name:12} {count:12,}" for name, count in sorted(merged.outcomes.items()))
    text += f"\n{'all':12} {merged.rows:12,}"
    return (1 if merged.outcomes.get("rejected") else 0), asdict(merged), text


def _rows(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    for row in rows(arguments.work):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    return 0, {}, ""


COMMANDS: dict[str, Callable[[argparse.Namespace], tuple[int, dict[str, Any], str]]] = {
    "plan": _plan,
    "run": _run,
    "status": _status,
    "merge": _merge,
    "rows": _rows,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parsed = _parser().parse_args(arguments)
    try:
        code, values, text = COMMANDS[parsed.command](parsed)
    except (PlanError, ManifestError, ValueError) as error:
        return _failed(64, error)
    except (UprightError, ProgramNotFoundError) as error:
        return _failed(78, error)
    except IncompleteError as error:
        return _failed(1, error)
    except (DeferredError, StoreError) as error:
        return _failed(75, error)
    except BrokenPipeError:
        # The reader closed standard output. Discard the rest of the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    if values:
        print(json.dumps(values) if parsed.json else text)
    return code


def _failed(code: int, error: Exception) -> int:
    print(f"upright-batch: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
