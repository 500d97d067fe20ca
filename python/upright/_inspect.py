"""Reads the metadata of a picture."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any

from ._programs import program


def inspect(picture: str | os.PathLike[str] | bytes, *, tags: bool = False, structure: bool = False) -> dict[str, Any]:
    """Read every metadata dictionary of a picture, under ImageIO's keys.

    Args:
        picture: A path, or the bytes of a file.
        tags: Whether to list every Exif tag with its exact value.
        structure: Whether to list segments, chunks or blocks with offset, size (bytes) and digest.

    Returns:
        The object of ``upright inspect --json``: ``type``, ``properties``, ``warnings``, and ``coordinate`` if there
        is a position. ``reason`` explains what cannot be read.

    Raises:
        OSError: The file cannot be read.
    """
    if isinstance(picture, bytes):
        with tempfile.NamedTemporaryFile(prefix="upright-") as file:
            file.write(picture)
            file.flush()
            return inspect(file.name, tags=tags, structure=structure)
    path = os.fspath(picture)
    with open(path, "rb"):
        pass  # Raises Python's own error if the file cannot be read.
    options = ["--tags"] * tags + ["--structure"] * structure
    command = [str(program()), "inspect", "--json", *options, "--", path]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if not done.stdout:
        raise OSError(
            done.stderr.decode(errors="replace").strip() or f"{path}: expected an answer of upright inspect, found none"
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
