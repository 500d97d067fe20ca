"""The programs in the wheel: ``upright`` and its codec worker ``upright-codec``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

_CARRIED = Path(__file__).parent / "bin"

#: The id of the process that the console script has replaced with a program.
_STARTED = "UPRIGHT_STARTED_BY_SCRIPT"


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
        if _is_console_script(path):
            raise ProgramNotFoundError(f"UPRIGHT_PROGRAM: expected a program, found this package's own script {path}")
        return path
    scripts = []
    for folder in os.get_exec_path():
        found = shutil.which(name, path=folder)
        if found is None:
            continue
        if not _is_console_script(found):
            return Path(found)
        scripts.append(found)
    only = f", found only this package's own script {scripts[0]}" if scripts else ", found none"
    raise ProgramNotFoundError(
        f"{name}: expected the program at {carried}, in UPRIGHT_PROGRAM or on the PATH{only}; "
        "install a wheel of upright for this platform, or build the program with make build"
    )


def _is_console_script(path: str | Path) -> bool:
    """Whether a file is the script that calls :func:`main`, and would start itself for ever."""
    try:
        with open(path, "rb") as file:
            start = file.read(1 << 16)
    except OSError:
        return False
    return start.startswith(b"#!") and __name__.encode() in start


def main() -> None:
    """Replace this process with the program ``upright``: the console script."""
    try:
        path = str(program())
        # A process keeps its id when it is replaced: the program that was found has started this script again.
        if os.environ.get(_STARTED) == str(os.getpid()):
            raise ProgramNotFoundError(f"upright: expected a program at {path}, found a script that starts this one")
    except ProgramNotFoundError as error:
        print(f"upright: {error}", file=sys.stderr)
        raise SystemExit(69) from None
    os.environ[_STARTED] = str(os.getpid())
    os.execv(path, [path, *sys.argv[1:]])
