"""The program's configuration."""

from __future__ import annotations

import os
import subprocess
import tempfile

from ._programs import program as find_program
from .errors import UprightError


def check_configuration(text: str, name: str, program: str | None = None) -> None:
    """Check the text of a configuration file with the program.

    Args:
        text: The text.
        name: What messages call the file.
        program: The program ``upright``.

    Raises:
        UprightError: It has a mistake. The message is the program's.
    """
    with tempfile.TemporaryDirectory(prefix="upright-") as folder:
        path = os.path.join(folder, "pipeline.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        # A worker without requests reads its configuration and ends.
        command = [program or str(find_program()), "worker", "--config", path]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode:
            found = done.stderr.decode(errors="replace").strip().removeprefix("upright: ").replace(path, name)
            raise UprightError(found or f"{name}: upright worker exited with status {done.returncode}")
