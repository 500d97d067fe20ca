"""Labels that cannot be turned."""

from __future__ import annotations


class LabelError(ValueError):
    """A file of labels cannot be turned. The message says what was expected, what was found, and where."""

    #: The pictures that it belongs to, and that would not fit it.
    pictures: tuple[str, ...] = ()


class UnknownPictureError(LabelError):
    """None of the pictures of a file of labels is known."""
