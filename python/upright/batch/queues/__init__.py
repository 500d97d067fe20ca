"""Queues of events. To add one, add a file and a line in :func:`open_queue`."""

from __future__ import annotations

from ..store import PlaceError
from .queue import Message, Queue

__all__ = ["Message", "Queue", "open_queue"]


def open_queue(url: str, dead_letters: str | None = None) -> Queue:
    """Open a queue by its URL.

    Args:
        url: The URL of an SQS queue, ``https://sqs.REGION.amazonaws.com/ACCOUNT/NAME``, or of a consumer of NATS
            JetStream, ``nats://HOST:PORT/STREAM/CONSUMER``.
        dead_letters: Where messages go whose pictures are rejected: the URL of a queue, or a subject of NATS.

    Raises:
        PlaceError: No queue has such a URL.
        AccessError: There is no such queue, or it is not accessible.
    """
    if url.startswith(("nats://", "tls://")):
        from .nats import Nats

        return Nats(url, dead_letters)
    if not url.startswith(("https://", "http://")):
        raise PlaceError(
            f"{url}: expected the URL of an SQS queue, https://sqs.REGION.amazonaws.com/ACCOUNT/NAME, or of a consumer "
            "of NATS, nats://HOST:PORT/STREAM/CONSUMER"
        )
    from .sqs import Sqs

    return Sqs(url, dead_letters)
