"""Amazon SQS, and servers with its interface (ElasticMQ, moto)."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ..store import AccessError, PlaceError, StoreError
from .queue import Message

T = TypeVar("T")

#: SQS gives ten messages at a time and waits twenty seconds at most.
MOST_MESSAGES, MOST_SECONDS = 10, 20

#: The longest text of an attribute that is sent with a dead letter.
_REASON = 1000

#: Codes of errors that pass.
_TRANSIENT = re.compile("Throttl|Timeout|InternalError|InternalFailure|ServiceUnavailable|OverLimit|RequestExpired")


class Sqs:
    """A queue of SQS. Its dead letters are those of its redrive policy, unless others are given."""

    def __init__(self, url: str, dead_letters: str | None = None) -> None:
        """Find the queue and its dead letters."""
        try:
            import boto3
            from botocore import exceptions
            from botocore.config import Config
        except ImportError as error:
            raise PlaceError("listen needs boto3: pip install 'upright[listen]'") from error
        self.url = url
        self._errors = exceptions
        match = re.match(r"(https?://[^/]+)/", url)
        endpoint = match[1] if match else None
        # boto3 reads AWS_DEFAULT_REGION only; the stores read both.
        found = re.search(r"//sqs\.([a-z0-9-]+)\.", url)
        region = found[1] if found else os.environ.get("AWS_REGION")
        config = Config(retries={"mode": "standard", "total_max_attempts": 5}, max_pool_connections=64)
        try:
            self._client: Any = boto3.client("sqs", endpoint_url=endpoint, region_name=region, config=config)
        except exceptions.BotoCoreError as error:
            raise AccessError(f"{url}: {error}") from error
        self._dead_letters = dead_letters or self._redrive()

    def _redrive(self) -> str:
        found = self._call(
            lambda: self._client.get_queue_attributes(QueueUrl=self.url, AttributeNames=["RedrivePolicy"])
        )
        policy = json.loads(found.get("Attributes", {}).get("RedrivePolicy") or "{}")
        arn = policy.get("deadLetterTargetArn")
        if not arn:
            raise PlaceError(
                f"{self.url}: expected --dead-letters, or a redrive policy of the queue, for rejected pictures; found "
                "neither"
            )
        account, name = arn.split(":")[-2:]
        there = self._call(lambda: self._client.get_queue_url(QueueName=name, QueueOwnerAWSAccountId=account))
        return str(there["QueueUrl"])

    def receive(self, count: int, wait: float, visibility: float) -> Sequence[Message]:
        """Receive messages."""
        found = self._call(
            lambda: self._client.receive_message(
                QueueUrl=self.url,
                MaxNumberOfMessages=max(1, min(count, MOST_MESSAGES)),
                WaitTimeSeconds=max(0, min(math.ceil(wait), MOST_SECONDS)),
                VisibilityTimeout=max(1, math.ceil(visibility)),
                AttributeNames=["ApproximateReceiveCount"],
            )
        )
        return [
            Message(each["Body"], each["ReceiptHandle"], int(each["Attributes"]["ApproximateReceiveCount"]))
            for each in found.get("Messages", [])
        ]

    def delete(self, message: Message) -> None:
        """Remove a message."""
        self._call(lambda: self._client.delete_message(QueueUrl=self.url, ReceiptHandle=message.receipt))

    def extend(self, message: Message, seconds: float) -> None:
        """Keep a message invisible. That it is no longer this process' message is no error: another one has it."""
        self._call(
            lambda: self._client.change_message_visibility(
                QueueUrl=self.url, ReceiptHandle=message.receipt, VisibilityTimeout=min(math.ceil(seconds), 43_200)
            ),
            ("MessageNotInflight", "ReceiptHandleIsInvalid"),
        )

    def retry(self, message: Message, seconds: float) -> None:
        """Make a message visible again after some seconds."""
        self.extend(message, seconds)

    def bury(self, message: Message, reason: str) -> None:
        """Send a message to the dead letters with the reason, and then remove it."""
        text = "".join(char if char.isprintable() else " " for char in reason)[:_REASON] or "rejected"
        attributes = {"reason": {"DataType": "String", "StringValue": text}}
        self._call(
            lambda: self._client.send_message(
                QueueUrl=self._dead_letters, MessageBody=message.body, MessageAttributes=attributes
            )
        )
        self.delete(message)

    def _call(self, work: Callable[[], T], ignored: tuple[str, ...] = ()) -> T:
        try:
            return work()
        except self._errors.ClientError as error:
            code = error.response.get("Error", {}).get("Code", "")
            status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            if any(name in code for name in ignored):
                return {}  # type: ignore[return-value]
            if status >= 500 or _TRANSIENT.search(code):
                raise StoreError(f"{self.url}: {error}") from error
            raise AccessError(f"{self.url}: {error}") from error
        except (self._errors.NoCredentialsError, self._errors.NoRegionError) as error:
            raise AccessError(f"{self.url}: {error}") from error
        except self._errors.BotoCoreError as error:
            raise StoreError(f"{self.url}: {error}") from error
