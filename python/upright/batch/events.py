"""Events of S3, as they come by SQS: directly, by SNS, and by EventBridge."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from .store import plain_tag


class EventError(ValueError):
    """A message is no event of S3."""


@dataclass(frozen=True, slots=True)
class Created:
    """An object that was created.

    Attributes:
        url: ``s3://BUCKET/KEY``.
        size: Its size in bytes; ``None`` if the event does not say.
        etag: Its ETag.
    """

    url: str
    size: int | None
    etag: str | None


def created(body: str) -> list[Created]:
    """Read the objects that a message says were created. A test event, or the removal of an object, gives none.

    Raises:
        EventError: It is no event of S3.
    """
    try:
        value = json.loads(body)
        return list(_events(value))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise EventError(f"expected an event of S3, found {body[:200]!r} ({error!r})") from error


def _events(value: Mapping[str, Any]) -> Iterator[Created]:
    if "Records" in value:
        for record in value["Records"]:
            thing = record["s3"]
            if record["eventName"].removeprefix("s3:").startswith("ObjectCreated:"):
                # S3 encodes keys as forms do.
                yield _created(thing["bucket"]["name"], unquote_plus(thing["object"]["key"]), thing["object"], "eTag")
    elif value.get("Event") == "s3:TestEvent":
        return
    elif value.get("Type") == "Notification" and "TopicArn" in value:
        yield from _events(json.loads(value["Message"]))
    elif value.get("source") == "aws.s3":
        detail = value["detail"]
        if value["detail-type"] == "Object Created":
            yield _created(detail["bucket"]["name"], detail["object"]["key"], detail["object"], "etag")
    else:
        raise EventError("it has none of the members Records, Event, TopicArn, source")


def _created(bucket: str, key: str, thing: Mapping[str, Any], tag: str) -> Created:
    size = thing.get("size")
    if size is not None and (not isinstance(size, int) or size < 0):
        raise EventError(f"size: expected a number of bytes, found {size!r}")
    return Created(f"s3://{bucket}/{key}", size, plain_tag(thing.get(tag)))
