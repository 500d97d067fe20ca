"""Finds out on which picture the labels were made: the stored one, or the one that is displayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..turn import Turn
from .errors import LabelError
from .labels import Mention

#: ``stored``: labelled on the pixels of the file, by a tool that ignores the orientation. ``displayed``: labelled on
#: the upright picture, as browsers show it; such labels fit the upright picture as they are.
Convention = Literal["auto", "stored", "displayed"]


def decide(
    mentions: Sequence[Mention], turns: Sequence[Turn], asked: Convention, name: str
) -> Literal["stored", "displayed"]:
    """Decide on the convention of a file by the dimensions that it gives.

    Raises:
        LabelError: The dimensions do not say, contradict each other, are of another picture, or contradict the user.
    """
    found: dict[str, str] = {}
    silent: Mention | None = None
    for mention, turn in zip(mentions, turns, strict=True):
        if turn.orientation == 1:
            continue
        given = (mention.width, mention.height)
        stored, displayed = (turn.width, turn.height), turn.size
        if None in given:
            silent = silent or mention
        elif given not in (stored, displayed):
            raise LabelError(
                f"{name}, {mention.name}: expected {_size(stored)} pixels as stored or {_size(displayed)} as "
                f"displayed, found {_size(given)}; labels of a scaled or another picture cannot be turned"
            )
        elif stored == displayed:
            silent = silent or mention
        else:
            found.setdefault("stored" if given == stored else "displayed", mention.name)
    if len(found) == 2:
        raise LabelError(
            f"{name}: expected one convention, found that {found['stored']} was labelled as stored and "
            f"{found['displayed']} as displayed; split the file by its tools"
        )
    if asked != "auto":
        if found and asked not in found:
            ((other, which),) = found.items()
            raise LabelError(f"{name}: expected labels on {asked} pictures, found {which} labelled as {other}")
        return asked
    if "stored" in found:
        return "stored"
    if "displayed" in found or silent is None:
        return "displayed"
    raise LabelError(
        f"{name}: expected dimensions that tell whether {silent.name} was labelled as stored or as displayed, found "
        "none that differ; say it with --labelled stored, if the tool ignores Exif's orientation, or with --labelled "
        "displayed"
    )


def _size(values: Sequence[float | None]) -> str:
    return " by ".join("?" if value is None else f"{value:g}" for value in values)
