"""What a queue has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """A message that was received, and is invisible to others for a while.

    Attributes:
        body: Its text.
        receipt: What identifies this receipt.
        receives: How often it was received, this time included.
    """

    body: str
    receipt: str
    receives: int


class Queue(Protocol):
    """A queue that delivers each message at least once, in any order.

    Every method raises :class:`upright.batch.store.StoreError` for a failure that passes, and
    :class:`upright.batch.store.AccessError` otherwise.
    """

    #: What results call it.
    url: str

    def receive(self, count: int, wait: float, visibility: float) -> Sequence[Message]:
        """Receive at most some messages, and wait for the first.

        Args:
            count: The number of messages.
            wait: Seconds.
            visibility: For how many seconds they are invisible to others.
        """

    def delete(self, message: Message) -> None:
        """Remove a message: what it asks for is done."""

    def extend(self, message: Message, seconds: float) -> None:
        """Keep a message in progress invisible to others for some seconds from now."""

    def retry(self, message: Message, seconds: float) -> None:
        """Return a message to the queue, which gives it to anyone after some seconds."""

    def bury(self, message: Message, reason: str) -> None:
        """Move a message to the dead letters."""
