"""The command ``upright-batch``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Sequence
from typing import NoReturn

from .. import __version__
from .._programs import ProgramNotFoundError
from ..errors import UprightError
from .commands import NAMES, command
from .commands.command import Answer
from .manifest import ManifestError
from .plan import PlanError
from .results import IncompleteError
from .run import THREADS, DeferredError
from .store import AccessError, StoreError


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(64, f"{self.prog}: {message}\n")


def _parser(first: str | None) -> argparse.ArgumentParser:
    """The parser for one command, or for all if the first argument is none."""
    parser = _Parser(
        prog="upright-batch",
        description="Normalizes the pictures of a manifest in shards, with any scheduler.",
        epilog="Exit status: 0 done (run: also with rejected pictures, which are in the results); 1 merge: something "
        "was rejected, merge and rows: results are missing, annotations: a file was not written; 64 and 78 wrong "
        "usage, manifest or configuration, do not try again; 74 a table cannot be written; 75 try again, status: not "
        "all shards are done; 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    for one in [command(name) for name in NAMES if first not in NAMES or name == first]:
        added = commands.add_parser(one.name, help=one.help, description=one.help)
        if one.planned:
            added.add_argument("--work", required=True, metavar="URL", help="the folder for shards and results")
        added.add_argument("--json", action="store_true", help="print one JSON object")
        added.add_argument("--quiet", action="store_true", help="show no progress")
        one.add(added)
        added.set_defaults(run=one.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    parsed = _parser(words[0] if words else None).parse_args(words)
    try:
        answer: Answer = parsed.run(parsed)
        code, values, text = answer
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
