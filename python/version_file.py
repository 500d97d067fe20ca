"""Gives the build the version: from VERSION in this folder when a wheel is made, otherwise from the repository's."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

VERSION = next(path for path in (_HERE / "VERSION", _HERE.parent / "VERSION") if path.is_file()).read_text().strip()
