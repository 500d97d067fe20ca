"""``upright-batch rows``."""

from __future__ import annotations

import argparse
import json
import sys

from ..results import rows
from .command import Answer, Command, nothing


def _run(arguments: argparse.Namespace) -> Answer:
    for row in rows(arguments.work):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
    return 0, {}, ""


COMMAND = Command(
    "rows", "Print each picture's result as one line of JSON, for `upright albums import -`.", nothing, _run
)
