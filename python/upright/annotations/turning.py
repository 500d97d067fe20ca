"""Turns files of labels."""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..normalizer import Normalizer, TurnedLabels
from .errors import LabelError, UnknownPictureError
from .parts import Beside, Part, Parts, frame_of, parts_of, sequence_of
from .pictures import Picture, Pictures

#: ``stored``: labelled on the pixels of the file, by a tool that ignores the orientation. ``displayed``: labelled on
#: the upright picture, as browsers show it; such labels fit the upright picture as they are.
Convention = Literal["auto", "stored", "displayed"]

#: What happens to the labels of pictures that the results do not have.
Absent = Literal["keep", "drop"]

Task = Literal["auto", "detect", "segment", "pose", "obb"]

#: The names of the formats, as the program has them.
FORMATS = (
    "masks",
    "voc",
    "cvat",
    "labelme",
    "via",
    "labelstudio",
    "createml",
    "coco",
    "via-csv",
    "tensorflow",
    "mot",
    "yolo",
)


#: How boxes can be written in descriptions of pictures, by the names of formats that do so.
FORMS = ("coco", "voc", "yolo", "albumentations")


@dataclass(frozen=True, slots=True)
class Options:
    """What files of labels do not say.

    Attributes:
        labelled: On which pictures they were made.
        format: The format; ``auto`` finds it by the content.
        swap_sides: Whether left and right key points of mirrored pictures change places, by their names.
        task: What the lines of YOLO files are.
        dimensions: How many numbers a key point of YOLO has, 2 or 3; 0 if data.yaml says it.
        absent: What happens to the labels of pictures that the results do not have.
        boxes: How boxes in descriptions of pictures are written, one of :data:`FORMS`, by the paths of their members.
    """

    labelled: Convention = "auto"
    format: str = "auto"
    swap_sides: bool = False
    task: Task = "auto"
    dimensions: int = 0
    absent: Absent = "keep"
    boxes: Mapping[str, str] = field(default_factory=dict)

    def request(self, part: Part, picture: Picture, labelled: str) -> dict[str, Any]:
        """Return the members of a worker's request for the labels of a picture."""
        request: dict[str, Any] = {"labelled": labelled, **part.options}
        request |= {"format": self.format} if self.format != "auto" else {}
        request |= {"swapLeftRight": True} if self.swap_sides else {}
        request |= {"boxes": dict(self.boxes)} if self.boxes else {}
        request |= {"task": self.task} if self.task != "auto" else {}
        request |= {"dimensions": self.dimensions} if self.dimensions else {}
        request |= {"outputBytes": picture.output_bytes} if picture.output_bytes is not None else {}
        return request


@dataclass(frozen=True, slots=True)
class Turned:
    """A file of labels that fits the upright pictures.

    Attributes:
        key: Its path below the folder of the labels.
        data: The file.
        format: The name of its format; ``none`` if it holds no labels, or none that had to move.
        convention: On which pictures it was made.
        pictures: How many pictures it mentions.
        moved: For how many of them the labels moved.
        left: How many pictures the results do not have, so that their labels stay as they are, or are dropped.
        warnings: What else the user has to know.
    """

    key: str
    data: bytes
    format: str
    convention: str
    pictures: int
    moved: int
    left: int = 0
    warnings: tuple[str, ...] = ()


def turn_labels(
    data: bytes,
    key: str,
    pictures: Pictures,
    normalizer: Normalizer,
    options: Options | None = None,
    beside: Beside = lambda _: None,
) -> Turned:
    """Turn one file of labels.

    Args:
        data: The file.
        key: Its path below the folder of the labels.
        pictures: The pictures of the results.
        normalizer: What turns the labels of one picture.
        options: What the file does not say.
        beside: Reads another file by its path below the folder.

    Raises:
        LabelError: It cannot be turned, or none of its pictures is known.
    """
    options = options or Options()
    if key.rsplit("/", 1)[-1] == "seqinfo.ini":
        return _sequence(data, key, pictures)
    parts = parts_of(data, key, beside)
    found, warnings = _found(parts, key, pictures)
    try:
        return _turn(data, key, parts, found, warnings, normalizer, options)
    except (LabelError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        made = error if isinstance(error, LabelError) else LabelError(f"{key}: expected labels, found {error!r}")
        made.pictures = tuple(each.name for each in found if each and each.turn and each.turn.moves)
        raise made from error.__cause__


def _turn(
    data: bytes,
    key: str,
    parts: Parts,
    found: Sequence[Picture | None],
    warnings: Sequence[str],
    normalizer: Normalizer,
    options: Options,
) -> Turned:
    left = sum(picture is None for picture in found)
    if left == len(parts.all) and left:
        if not parts.known:
            return Turned(key, data, "none", "", 0, 0)
        raise UnknownPictureError(warnings[0])
    made: list[bytes | None] = [part.data for part in parts.all]
    # The files of VIA have the pictures' sizes in bytes, which change without a turn.
    sized = b'"size"' in data or b"file_size" in data[:400]
    places = [
        place
        for place, picture in enumerate(found)
        if picture and picture.turn and (picture.turn.moves or (sized and picture.output_bytes is not None))
    ]
    answers = _ask(parts, found, places, options, options.labelled, normalizer)
    silent = [place for place, answer in answers.items() if answer.silent]
    conventions = {answer.labelled: parts.all[place].name for place, answer in answers.items() if answer.labelled}
    if len(conventions) > 1:
        raise LabelError(
            f"{key}: expected one convention, found that {conventions['stored']} was labelled as stored and "
            f"{conventions['displayed']} as displayed; split the file by its tools"
        )
    if silent and conventions:
        answers |= _ask(parts, found, silent, options, next(iter(conventions)), normalizer)
    moved = 0
    for place, answer in answers.items():
        name = parts.all[place].name
        if answer.outcome not in ("normalized", "unchanged", "ignored"):
            where = f"{key}, {name}" if len(parts.all) > 1 else key
            raise LabelError(f"{where}: {_SILENT if answer.silent else answer.reason}")
        if answer.outcome == "ignored" and data.strip():
            known = ", ".join(FORMATS) if options.format == "auto" else options.format
            raise LabelError(f"{key}: expected labels as {known}, found another file; name the format with --format")
        made[place] = answer.data if answer.data is not None else parts.all[place].data
        moved += answer.labelled == "stored"
    if options.absent == "drop":
        made = [each if picture else None for each, picture in zip(made, found, strict=True)]
    changed = any(each != part.data for each, part in zip(made, parts.all, strict=True))
    formats = [answer.format for answer in answers.values() if answer.format]
    return Turned(
        key,
        parts.merge(made) if changed else data,
        formats[0] if formats else "none",
        next(iter(conventions), options.labelled),
        len(parts.all),
        moved,
        left,
        tuple(warnings),
    )


def _found(parts: Parts, key: str, pictures: Pictures) -> tuple[list[Picture | None], list[str]]:
    """The picture of each part; ``None`` if the results do not have it."""
    found: list[Picture | None] = []
    warnings = []
    for part in parts.all:
        try:
            if part.fault:
                raise LabelError(f"{key}: {part.fault}")
            picture = pictures.find(part.name, part.stem, key)
        except LabelError as error:
            warnings.append(str(error))
            found.append(None)
            continue
        if picture.turn is None and picture.outcome in ("normalized", "unchanged", "current"):
            raise LabelError(f"{key}: expected the size of {picture.name} in the results, found none")
        if picture.turn is None:
            warnings.append(f"{picture.name} is {picture.outcome}: its labels stay as they are")
        found.append(picture)
    return found, warnings


_SILENT = (
    "expected dimensions that tell whether the picture was labelled as stored or as displayed, found none that differ; "
    "say it with --labelled stored, if the tool ignores Exif's orientation, or with --labelled displayed"
)

#: How many labels are in progress at a time.
_TOGETHER = 64


def _ask(
    parts: Parts,
    pictures: Sequence[Picture | None],
    places: Iterable[int],
    options: Options,
    labelled: str,
    normalizer: Normalizer,
) -> dict[int, TurnedLabels]:
    answers: dict[int, TurnedLabels] = {}
    begun: deque[tuple[int, Callable[[], TurnedLabels]]] = deque()
    for place in places:
        part, picture = parts.all[place], pictures[place]
        assert picture is not None, "expected a picture with a turn"
        assert picture.turn is not None, "expected a picture with a turn"
        begun.append(
            (place, normalizer.begin_labels(part.data, picture.turn, **options.request(part, picture, labelled)))
        )
        if len(begun) >= _TOGETHER:
            done, end = begun.popleft()
            answers[done] = end()
    for done, end in begun:
        answers[done] = end()
    return answers


def _sequence(data: bytes, key: str, pictures: Pictures) -> Turned:
    """Turn the seqinfo.ini of MOT: the dimensions of its frames."""
    folder = key.rpartition("/")[0]
    try:
        sequence = sequence_of(folder, lambda _: data)
        frames = range(1, sequence.getint("seqLength", 0) + 1)
    except (ValueError, KeyError) as error:
        raise LabelError(f"{key}: expected a section Sequence, found {error!r}") from error
    turns = [pictures.find(frame_of(folder, sequence, frame), False, key).turn for frame in frames]
    sizes = {turn.size for turn in turns if turn}
    if len(sizes) != 1:
        raise LabelError(f"{key}: expected upright pictures of one size, found {sorted(sizes)}")
    text = data.decode("utf-8-sig")
    for name, value in zip(("imWidth", "imHeight"), sizes.pop(), strict=True):
        text = re.sub(rf"(?im)^({name}\s*=\s*)\d+", rf"\g<1>{value}", text)
    moved = sum(turn.moves for turn in turns if turn)
    return Turned(key, text.encode() if moved else data, "mot-sequence", "", len(turns), moved)


def turn_all(
    labels: str,
    output: str,
    pictures: Pictures,
    normalizer: Normalizer,
    options: Options | None = None,
    *,
    force: bool = False,
) -> Iterator[Turned | LabelError]:
    """Turn the labels in a folder or a bucket into another, one at a time.

    Files that exist with other bytes are not replaced, except with ``force``. Other files of the folder, such as
    ``data.yaml`` and ``README.txt``, are copied as they are, and pictures are not.

    Args:
        labels: The URL of the labels: a folder, or one file.
        output: The URL of the folder for the turned ones.
        pictures: The pictures of the results.
        normalizer: What turns the labels of one picture.
        options: What the files do not say.
        force: Whether to replace files.

    Yields:
        Each file that was written, or the error that kept it from being written.
    """
    from ..batch.places import check_apart
    from ..batch.store import MissingError, open_store

    check_apart(labels, output)
    source, there = open_store(labels), open_store(output)
    keys = [key for key, _ in source.listed("")]
    if not keys:
        parent, _, name = labels.rstrip("/").rpartition("/")
        source, keys = open_store(parent or "/"), [name]

    def beside(key: str) -> bytes | None:
        try:
            return source.get(key)
        except (MissingError, ValueError):
            return None

    options = options or Options()
    for key in keys:
        if options.format == "auto" and pictures.has(key):
            continue
        try:
            data = source.get(key)
            if options.format == "auto" and is_other(key, data):
                turned = Turned(key, data, "none", "", 0, 0)
            else:
                turned = turn_labels(data, key, pictures, normalizer, options, beside)
            digest = hashlib.sha256(turned.data).hexdigest()
            if there.put_new(key, turned.data, digest) not in (None, digest):
                if not force:
                    raise LabelError(f"{key}: expected no file in {output} or the same one, found another; see --force")
                there.replace(key, turned.data, digest)
        except LabelError as error:
            yield error
        else:
            yield turned


def is_other(key: str, data: bytes) -> bool:
    """Whether a file of a data set holds no labels."""
    if not key.lower().endswith((".txt", ".json", ".jsonl", ".xml", ".csv", ".png", ".ini")):
        return True
    name = key.rsplit("/", 1)[-1]
    if name == "seqinfo.ini":
        return False
    if not key.endswith(".txt"):
        return False
    lines = [line.split(b"," if b"," in line else None) for line in data.splitlines() if line.strip()]
    return not all(_is_row(line) for line in lines)


def _is_row(values: list[bytes]) -> bool:
    """Whether a line of a text can have a place in a picture: it has four numbers. The program says whose it is."""
    return sum(map(_is_number, values)) > 3


def _is_number(value: bytes) -> bool:
    try:
        float(value)
    except ValueError:
        return False
    return True
