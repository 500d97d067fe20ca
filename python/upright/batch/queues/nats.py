"""NATS JetStream: a pull consumer of a stream."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from ..store import AccessError, PlaceError, StoreError
from .queue import Message

T = TypeVar("T")

#: How long a request to the server can take, in seconds.
_SECONDS = 10.0

#: What is added to the time that a coroutine has by itself.
_GRACE = 5.0

#: The longest text of the header that is sent with a dead letter.
_REASON = 1000

#: The variable that names a file with credentials.
CREDENTIALS = "NATS_CREDS"


class Nats:
    """A durable pull consumer, ``nats://HOST:PORT/STREAM/CONSUMER``, created if there is none.

    A message is acknowledged when its outputs are there. Dead letters are published to a subject, which a stream must
    keep. Where a stream publishes a bucket's events (MinIO), they have the form of S3.
    """

    def __init__(self, url: str, dead_letters: str | None = None) -> None:
        """Connect, and find the stream."""
        try:
            import nats
            from nats import errors
            from nats.js import api
            from nats.js import errors as js_errors
        except ImportError as error:
            raise PlaceError("listening to NATS needs nats-py: pip install 'upright[nats]'") from error
        parts = urlsplit(url)
        names = [unquote(name) for name in parts.path.split("/")[1:]]
        if not parts.hostname or len(names) != 2 or not all(names):
            raise PlaceError(f"{_shown(url)}: expected nats://HOST:PORT/STREAM/CONSUMER")
        if not dead_letters or any(char in dead_letters for char in " */>\t"):
            raise PlaceError(
                f"{_shown(url)}: expected --dead-letters with the subject of a stream for rejected pictures, found "
                f"{dead_letters!r}"
            )
        self.url = _shown(url)
        self._stream, self._consumer = names
        self._dead_letters = dead_letters
        self._api, self._errors, self._js_errors = api, errors, js_errors
        self._held: dict[str, Any] = {}
        self._subscription: Any = None
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True, name="upright-nats").start()
        server = f"{parts.scheme}://{parts.netloc}"
        credentials = os.environ.get(CREDENTIALS)

        async def quiet(_: Exception) -> None:
            """Errors reach whoever makes the request that fails."""

        async def connect() -> Any:
            return await nats.connect(
                server,
                user_credentials=credentials,
                connect_timeout=int(_SECONDS),
                # The first connection fails at once; a lost one is made again for ever, and requests fail meanwhile.
                max_reconnect_attempts=-1,
                allow_reconnect=True,
                error_cb=quiet,
            )

        self._client: Any = self._call(_first(connect()), _SECONDS)
        self._jetstream: Any = self._client.jetstream(timeout=_SECONDS)
        self._call(self._jetstream.stream_info(self._stream), _SECONDS)

    def _bind(self, visibility: float) -> Any:
        """Find the consumer, or create it."""
        if self._subscription is not None:
            return self._subscription

        async def bind() -> Any:
            try:
                found = await self._jetstream.consumer_info(self._stream, self._consumer)
            except self._js_errors.NotFoundError:
                wanted = self._api.ConsumerConfig(
                    durable_name=self._consumer,
                    ack_policy=self._api.AckPolicy.EXPLICIT,
                    ack_wait=visibility,
                    max_deliver=-1,
                    max_ack_pending=10_000,
                )
                found = await self._jetstream.add_consumer(self._stream, wanted)
            return found, await self._jetstream.pull_subscribe_bind(self._consumer, stream=self._stream)

        found, subscription = self._call(bind(), 2 * _SECONDS)
        # Messages in progress are kept three times in the visibility; a shorter wait would give them to others.
        if found.config.ack_wait is not None and found.config.ack_wait < visibility:
            raise PlaceError(
                f"{self.url}: expected --visibility of at most {found.config.ack_wait:g}, the AckWait of the consumer, "
                f"found {visibility:g}"
            )
        self._subscription = subscription
        return subscription

    def receive(self, count: int, wait: float, visibility: float) -> Sequence[Message]:
        """Receive messages."""
        subscription = self._bind(visibility)

        async def fetch() -> list[Any]:
            try:
                return list(await subscription.fetch(max(count, 1), timeout=max(wait, 0.1)))
            except (self._errors.TimeoutError, asyncio.TimeoutError):
                return []

        found = self._call(fetch(), wait + _SECONDS)
        self._held |= {each.reply: each for each in found}
        return [
            Message(each.data.decode("utf-8", "replace"), each.reply, int(each.metadata.num_delivered))
            for each in found
        ]

    def delete(self, message: Message) -> None:
        """Acknowledge a message, and wait until the server knows."""
        found = self._held.pop(message.receipt, None)
        if found is not None:
            self._call(found.ack_sync(timeout=_SECONDS), _SECONDS)

    def extend(self, message: Message, seconds: float) -> None:
        """Keep a message invisible for the consumer's AckWait."""
        found = self._held.get(message.receipt)
        if found is not None:
            self._call(found.in_progress(), _SECONDS)

    def retry(self, message: Message, seconds: float) -> None:
        """Return a message."""
        found = self._held.pop(message.receipt, None)
        if found is not None:
            self._call(found.nak(delay=seconds or None), _SECONDS)

    def bury(self, message: Message, reason: str) -> None:
        """Publish a message to the dead letters with the reason, and then acknowledge it."""
        found = self._held.get(message.receipt)
        if found is None:
            return
        # A header is one line of ASCII.
        text = "".join(char if " " <= char <= "~" else "?" for char in reason)[:_REASON] or "rejected"
        # Two deliveries of a message give one dead letter, within the stream's window.
        identity = f"{self._stream}-{found.metadata.sequence.stream}"
        headers = {"reason": text, "Nats-Msg-Id": identity}
        self._call(self._jetstream.publish(self._dead_letters, found.data, headers=headers), _SECONDS)
        self.delete(message)

    def _call(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds + _GRACE)
        except self._js_errors.NoStreamResponseError as error:
            raise AccessError(
                f"{self.url}: expected a stream that keeps the subject {self._dead_letters} (--dead-letters), "
                "found none"
            ) from error
        except (
            self._js_errors.NotFoundError,
            self._js_errors.BadRequestError,
            self._errors.AuthorizationError,
        ) as error:
            raise AccessError(f"{self.url}: {error}") from error
        except (self._errors.Error, OSError, TimeoutError, asyncio.TimeoutError) as error:
            future.cancel()
            raise StoreError(f"{self.url}: {error or type(error).__name__}") from error


async def _first(connecting: Coroutine[Any, Any, T]) -> T:
    """Wait for the first connection, which the client would try for ever."""
    return await asyncio.wait_for(connecting, _SECONDS)


def _shown(url: str) -> str:
    """Return a URL without its password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rsplit("@", 1)[-1]).geturl()
