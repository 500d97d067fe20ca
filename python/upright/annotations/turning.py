"""Turns files of labels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..turn import Turn
from .convention import Convention, decide
from .errors import LabelError
from .formats import FORMATS
from .labels import Context, Format, Options, Placement
from .pictures import Pictures


@dataclass(frozen=True, slots=True)
class Turned:
    """A file of labels that fits the upright pictures.

    Attributes:
        key: Its path below the folder of the labels.
        data: The file.
        format: The name of its format.
        convention: On which pictures it was made.
        pictures: How many pictures it mentions.
        moved: For how many of them the labels moved.
        warnings: What else the user has to know.
    """

    key: str
    data: bytes
    format: str
    convention: str
    pictures: int
    moved: int
    warnings: tuple[str, ...] = field(default=())


def turn_labels(
    data: bytes, context: Context, pictures: Pictures, *, labelled: Convention = "auto", format: str = "auto"
) -> Turned:
    """Turn one file of labels.

    Args:
        data: The file.
        context: Where it is, and the user's options.
        pictures: The pictures of the results.
        labelled: On which pictures it was made.
        format: The name of its format; ``auto`` finds it by its name and its content.

    Raises:
        LabelError: It cannot be turned.
    """
    labels_format = format_of(data, context.key, format)
    try:
        labels = labels_format.read(data, context)
        turns: list[Turn] = []
        sizes: list[int | None] = []
        warnings = []
        for mention in labels.mentions:
            picture = pictures.find(mention, context.key)
            turn = picture.turn
            if turn is None and picture.outcome in ("normalized", "unchanged", "current"):
                raise LabelError(f"{context.key}: expected the size of {picture.name} in the results, found none")
            if turn is None:
                warnings.append(f"{picture.name} is {picture.outcome}: its labels stay as they are")
            turns.append(turn or Turn(1, mention.width or 0, mention.height or 0))
            sizes.append(picture.output_bytes if turn else None)
        convention = decide(labels.mentions, turns, labelled, context.key)
        if convention == "displayed":
            turns = [Turn(1, *turn.size) for turn in turns]
        placements = [Placement(turn, size) for turn, size in zip(turns, sizes, strict=True)]
        moved = sum(turn.orientation != 1 for turn in turns)
        # The files of VIA have the pictures' sizes in bytes.
        made = labels.turned(placements) if moved or labels_format.name == "via" else data
    except LabelError:
        raise
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, ArithmeticError, RecursionError) as error:
        raise LabelError(f"{context.key}: expected labels as {labels_format.name}, found {error!r}") from error
    return Turned(context.key, made, labels_format.name, convention, len(turns), moved, tuple(warnings))


def format_of(data: bytes, key: str, name: str = "auto") -> Format:
    """Find the format of a file.

    Raises:
        LabelError: No format, or an unknown name.
    """
    names = ", ".join(format.name for format in FORMATS)
    for format in FORMATS:
        if format.name == name or (name == "auto" and format.matches(key, data)):
            return format
    if name == "auto":
        raise LabelError(f"{key}: expected labels as {names}, found another file; name the format with --format")
    raise LabelError(f"--format: expected {names}, found {name!r}")


def turn_all(
    labels: str,
    output: str,
    pictures: Pictures,
    *,
    labelled: Convention = "auto",
    format: str = "auto",
    options: Options | None = None,
    force: bool = False,
) -> Iterator[Turned | LabelError]:
    """Turn the labels in a folder or a bucket into another, one at a time.

    Files that exist with other bytes are not replaced, except with ``force``. Other files of the folder
    (``data.yaml``, ``seqinfo.ini`` without pictures that moved) are copied as they are.

    Args:
        labels: The URL of the labels: a folder, or one file.
        output: The URL of the folder for the turned ones.
        pictures: The pictures of the results.
        labelled: See :func:`turn_labels`.
        format: See :func:`turn_labels`.
        options: What the files do not say.
        force: Whether to replace files.

    Yields:
        Each file that was written, or the error that kept it from being written.
    """
    from ..batch.places import check_apart
    from ..batch.store import MissingError, open_store

    check_apart(labels, output)
    source, there = open_store(labels), open_store(output)
    keys = list(source.keys(""))
    if not keys:
        parent, _, name = labels.rstrip("/").rpartition("/")
        source, keys = open_store(parent or "/"), [name]

    def beside(key: str) -> bytes | None:
        try:
            return source.get(key)
        except (MissingError, ValueError):
            return None

    for key in keys:
        try:
            data = source.get(key)
            if format == "auto" and _is_setting(key):
                turned = Turned(key, data, "none", "", 0, 0)
            else:
                context = Context(key, options or Options(), beside)
                turned = turn_labels(data, context, pictures, labelled=labelled, format=format)
            digest = hashlib.sha256(turned.data).hexdigest()
            if there.put_new(key, turned.data, digest) not in (None, digest):
                if not force:
                    raise LabelError(f"{key}: expected no file in {output} or the same one, found another; see --force")
                there.replace(key, turned.data, digest)
        except LabelError as error:
            yield error
        else:
            yield turned


def _is_setting(key: str) -> bool:
    name = key.rsplit("/", 1)[-1]
    return name.endswith((".yaml", ".yml", ".names")) or name in ("classes.txt", "predefined_classes.txt", "labels.txt")
