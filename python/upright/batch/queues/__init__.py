"""Queues of events. To add one, add a file and a line in :func:`open_queue`."""

from __future__ import annotations

from ..store import PlaceError
from .queue import Message, Queue

__all__ = ["Message", "Queue", "open_queue"]


def open_queue(url: str, dead_letters: str | None = None) -> Queue:
    """Open a queue by its URL.

    Args:
        url: The URL of an SQS queue: ``https://sqs.REGION.amazonaws.com/ACCOUNT/NAME``.
        dead_letters: The URL of the queue for messages whose pictures are rejected.

    Raises:
        PlaceError: No queue has such a URL.
        AccessError: There is no such queue, or it is not accessible.
    """
    if not url.startswith(("https://", "http://")):
        raise PlaceError(f"{url}: expected the URL of an SQS queue, https://sqs.REGION.amazonaws.com/ACCOUNT/NAME")
    from .sqs import Sqs

    return Sqs(url, dead_letters)
