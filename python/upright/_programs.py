"""The programs that the wheel carries: ``upright`` and its codec worker ``upright-codec``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_CARRIED = Path(__file__).parent / "bin"


class ProgramNotFoundError(FileNotFoundError):
    """A program is neither in the wheel nor on the PATH."""


def program(name: str = "upright") -> Path:
    """The path of a program: the wheel's own, else the one on the PATH (a source checkout carries none)."""
    carried = _CARRIED / name
    if carried.is_file():
        return carried
    found = shutil.which(name)
    if found is None:
        raise ProgramNotFoundError(
            f"{name}: expected the program at {carried} or on the PATH, found neither; "
            "install a wheel of upright for this platform, or build the program with make build"
        )
    return Path(found)


def main() -> None:
    """The console script ``upright``: becomes the program, with the same arguments."""
    try:
        path = str(program())
    except ProgramNotFoundError as error:
        print(f"upright: {error}", file=sys.stderr)
        raise SystemExit(69) from None
    os.execv(path, [path, *sys.argv[1:]])
