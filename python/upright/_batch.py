"""The console script ``upright-batch``."""

from __future__ import annotations

import importlib.util
import sys


def main() -> int:
    """Run the command, or say what it needs."""
    missing = [name for name in ("obstore", "pyarrow") if importlib.util.find_spec(name) is None]
    if missing:
        print(f"upright-batch: needs {' and '.join(missing)}: pip install 'upright[batch]'", file=sys.stderr)
        return 78
    from .batch.__main__ import main

    return main()
