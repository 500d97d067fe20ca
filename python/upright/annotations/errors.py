"""Labels that cannot be turned."""

from __future__ import annotations


class LabelError(ValueError):
    """A file of labels cannot be turned. The message says what was expected, what was found, and where."""
