"""The console script ``upright-batch``."""

from __future__ import annotations

import importlib.util
import os
import signal
import sys


def main() -> int:
    """Run the command, or say what it needs."""
    # While it is loading, and as process 1, whose default is to ignore it. A run finishes its pictures instead.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(75))
    missing = [name for name in ("obstore", "pyarrow") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"upright-batch: needs {' and '.join(missing)}: pip install 'upright[batch]'", file=sys.stderr)
        return 78
    from .batch.__main__ import main

    return main()
