"""The version of the package."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def _version() -> str:
    try:
        return version("upright")
    except PackageNotFoundError:
        # A checkout without an installed package.
        return (Path(__file__).resolve().parents[2] / "VERSION").read_text().strip()


__version__ = _version()
