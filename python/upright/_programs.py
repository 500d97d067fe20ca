"""The programs in the wheel: ``upright`` and its codec worker ``upright-codec``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_CARRIED = Path(__file__).parent / "bin"


class ProgramNotFoundError(FileNotFoundError):
    """A program is neither in the wheel, nor named by ``UPRIGHT_PROGRAM``, nor on the ``PATH``."""


def program(name: str = "upright") -> Path:
    """Find a program: in the wheel, by ``UPRIGHT_PROGRAM``, or on the ``PATH``, in this order.

    ``UPRIGHT_PROGRAM`` is the program ``upright``, or a folder that contains it. The codec is beside it.

    Raises:
        ProgramNotFoundError: There is none. The message says what to do.
    """
    carried = _CARRIED / name
    if carried.is_file():
        return carried
    named = os.environ.get("UPRIGHT_PROGRAM")
    if named:
        given = Path(named).absolute()
        path = given / name if given.is_dir() else given if name == "upright" else given.with_name(name)
        if not path.is_file() or not os.access(path, os.X_OK):
            raise ProgramNotFoundError(
                f"UPRIGHT_PROGRAM: expected the program upright, or a folder that contains it, found {named}"
                if name == "upright"
                else f"UPRIGHT_PROGRAM: expected {name} at {path}, found no executable file"
            )
        return path
    found = shutil.which(name)
    if found is None:
        raise ProgramNotFoundError(
            f"{name}: expected the program at {carried}, in UPRIGHT_PROGRAM or on the PATH, found none; "
            "install a wheel of upright for this platform, or build the program with make build"
        )
    return Path(found)


def main() -> None:
    """Replace this process with the program ``upright``: the console script."""
    try:
        path = str(program())
    except ProgramNotFoundError as error:
        print(f"upright: {error}", file=sys.stderr)
        raise SystemExit(69) from None
    os.execv(path, [path, *sys.argv[1:]])
