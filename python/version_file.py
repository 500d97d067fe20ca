"""Tells the build what version this is: that of VERSION, here where a wheel is made, else of the repository."""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

VERSION = next(path for path in (_HERE / "VERSION", _HERE.parent / "VERSION") if path.is_file()).read_text().strip()
