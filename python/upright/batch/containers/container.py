"""What a container has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: How many pictures of a container are in progress together.
TOGETHER = 64


class ContainerError(ValueError):
    """A container cannot be rewritten. The message says what was expected and what was found."""


@dataclass(frozen=True, slots=True)
class Member:
    """A picture in a container: its name, which no other member has, and its bytes."""

    name: str
    data: bytes


#: Normalizes pictures, and returns the bytes of each that has changed, otherwise ``None``.
Work = Callable[[Sequence[Member]], Sequence[bytes | None]]


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of containers.

    Attributes:
        type: The type that results have.
        endings: How the names of its files end, in lower case.
        rewrite: Returns a container with other pictures and everything else as it is, and the same bytes for the same
            pictures. Takes the bytes, what normalizes pictures, and the name of the column of pictures, if it is known.
    """

    type: str
    endings: tuple[str, ...]
    rewrite: Callable[[bytes, Work, str | None], bytes]


class Names:
    """Gives each member its own name."""

    def __init__(self) -> None:
        """Begin."""
        self._seen: dict[str, int] = {}

    def unique(self, name: str) -> str:
        """Return the name, with a number if it was there before."""
        count = self._seen.get(name, 0) + 1
        self._seen[name] = count
        return name if count == 1 else f"{name}#{count}"
