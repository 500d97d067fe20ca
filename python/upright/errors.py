"""What can go wrong, apart from pictures that cannot be normalized: these have an outcome."""

from __future__ import annotations


class UprightError(RuntimeError):
    """The program cannot work: wrong usage, wrong configuration, or a bug."""


class RequestError(UprightError, ValueError):
    """A request that the worker refuses: a position out of range, an unknown tag, an empty name."""


class WorkerDiedError(UprightError):
    """The worker process ended while it processed the picture, on every attempt.

    Attributes:
        transient: Whether the machine was the reason each time: the worker was killed from outside, as the system does
            when memory is short, or could not start its decoders. The picture may succeed later.
    """

    def __init__(self, message: str, *, transient: bool = False) -> None:
        """Create an error for a picture."""
        super().__init__(message)
        self.transient = transient
