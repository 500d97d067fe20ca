"""The command ``upright-batch``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from .. import __version__
from .._programs import ProgramNotFoundError
from ..errors import UprightError
from .manifest import ManifestError
from .plan import Cost, Plan, PlanError, plan
from .results import IncompleteError, merge, rows, status
from .run import THREADS, DeferredError, run
from .store import AccessError, StoreError

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
        epilog="Exit status: 0 done (run: also with rejected pictures, which are in the results); 1 merge: something "
        "was rejected, merge and rows: results are missing; 64 and 78 wrong usage, manifest or configuration, do not "
        "try again; 74 a table cannot be written; 75 try again, status: not all shards are done; 130 interrupted.",
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
    planning.add_argument(
        "--force", action="store_true", help="replace another plan; its results do not count for the new one"
    )

    running = command("run", "Process one shard.")
    running.add_argument(
        "--shard", type=int, metavar="N", help="the shard's number, from 0; default: " + ", ".join(INDEX_VARIABLES)
    )
    running.add_argument("--jobs", type=int, metavar="N", help="pictures at a time (one per processor)")
    running.add_argument(
        "--transfers", type=int, metavar="N", help="pictures in transfer or in progress at a time (4 per job)"
    )
    running.add_argument(
        "--force", action="store_true", help="replace outputs with other bytes, and the results of a finished shard"
    )

    command("status", "Show how many shards have results.")
    merging = command("merge", "Check that every picture has exactly one result, and write one table.")
    merging.add_argument("--table", metavar="FILE", help="the Parquet file to write")
    command("rows", "Print each picture's result as one line of JSON, for `upright albums import -`.")
    return parser


def _index() -> int:
    for name in INDEX_VARIABLES:
        if name in os.environ:
            if not os.environ[name].isdecimal():
                raise PlanError(f"{name}: expected the number of a shard, found {os.environ[name]!r}")
            return int(os.environ[name])
    raise PlanError(f"expected --shard, or one of the variables {', '.join(INDEX_VARIABLES)}")


def _plan(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    bar = _Bar("pictures", arguments.quiet)
    previous = _loaded(arguments.work) if arguments.force else None
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
    text = f"{_count(made.pictures, 'picture')}, {_count(made.size, 'byte')}, in {_count(made.shards, 'shard')}"
    if made.duplicates:
        text += f"; {_count(made.duplicates, 'row')} repeated a picture and {_were(made.duplicates)} omitted"
    if previous is not None and previous.id != made.id:
        text += f"; the plan before was replaced, its results in {previous.results} do not count"
    return 0, {key: value for key, value in asdict(made).items() if key != "config"}, text


def _loaded(work: str) -> Plan | None:
    try:
        return Plan.load(work)
    except PlanError:
        return None


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


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
    text = f"{found.done:,} of {_count(found.shards, 'shard')} done"
    if found.missing:
        shown = ", ".join(map(str, found.missing[:10]))
        text += f"; missing: {shown}" + (", …" if found.shards - found.done > 10 else "")
    if found.damaged:
        text += f"; of these, with damaged results: {', '.join(map(str, found.damaged[:10]))}"
        text += ", …" if len(found.damaged) > 10 else ""
    return (0 if found.complete else 75), asdict(found), text


def _merge(arguments: argparse.Namespace) -> tuple[int, dict[str, Any], str]:
    merged = merge(arguments.work, arguments.table)
    text = "\n".join(f"{name:12} {count:12,}" for name, count in sorted(merged.outcomes.items()))
    text += f"\n{'all':12} {merged.rows:12,}"
    return (1 if merged.outcomes.get("rejected") else 0), {**asdict(merged), "seconds": round(merged.seconds, 3)}, text


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
        return _failed(75 if parsed.command == "run" else 1, error)
    except AccessError as error:
        return _failed(78, error)
    except (DeferredError, StoreError) as error:
        return _failed(75, error)
    except KeyboardInterrupt:
        return _interrupted(parsed.command)
    except BrokenPipeError:
        # The reader closed standard output. Discard the rest of the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        return _failed(74, error)
    if values:
        print(json.dumps(values) if parsed.json else text)
    return code


def _interrupted(command: str) -> int:
    """Wait for pictures in progress, but not for a store that fails. Nothing half done is published."""
    print(f"upright-batch: {command}: interrupted; start it again", file=sys.stderr)
    end = time.monotonic() + 10
    transfers = [thread for thread in threading.enumerate() if thread.name.startswith(THREADS)]
    try:
        for thread in transfers:
            thread.join(max(end - time.monotonic(), 0))
    except KeyboardInterrupt:
        pass
    if any(thread.is_alive() for thread in transfers):
        sys.stderr.flush()
        os._exit(130)
    return 130


def _failed(code: int, error: Exception) -> int:
    print(f"upright-batch: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
