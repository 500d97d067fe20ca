"""Refuses locations that would feed each other."""

from __future__ import annotations

from .store import is_inside


class PlanError(ValueError):
    """A plan cannot be made or read."""


def check_places(source: str, output: str, work: str) -> None:
    """Refuse locations that would feed each other.

    Raises:
        PlanError: One location is inside another.
    """
    check_outside(output, source)
    check_outside(work, source, "work folder")
    if is_inside(work, output) or is_inside(output, work):
        raise PlanError(f"one of the work folder {work} and the output {output} is inside the other; keep them apart")


def check_outside(place: str, source: str, name: str = "output") -> None:
    """Refuse a location inside the source.

    Raises:
        PlanError: It is.
    """
    if is_inside(place, source):
        raise PlanError(
            f"the {name} {place} is inside the source {source}: its files would be read as sources; keep them apart"
        )


def check_apart(first: str, second: str) -> None:
    """Refuse two locations of which one is inside the other.

    Raises:
        PlanError: One is.
    """
    if is_inside(first, second) or is_inside(second, first):
        raise PlanError(f"one of {first} and {second} is inside the other; keep them apart")
