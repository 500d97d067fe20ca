"""Splits the labels of a data set into those of its pictures, and merges them again."""

from __future__ import annotations

import configparser
import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree import ElementTree

from .errors import LabelError
from .jsontext import json_like

#: What an upload of Label Studio puts before the name of a picture.
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
_PICTURE = re.compile(r"\.(jpe?g|png|gif|webp|hei[cf]|avif|tiff?)(\?.*)?$", re.IGNORECASE)
_IMAGE = re.compile(rb"<image\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*?(?:/>|>.*?</image>)", re.DOTALL)
_MOT = re.compile(rb"\s*\d+\s*,\s*-?\d+\s*(,\s*-?[0-9.eE+-]+\s*){4,}")

_CORNERS = {"xmin", "ymin", "xmax", "ymax"}
_BOM = b"\xef\xbb\xbf"

#: Reads another file by its path below the folder of the labels; ``None`` if there is none.
Beside = Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class Part:
    """The labels of one picture.

    Attributes:
        name: The picture's name or path, as the labels have it.
        data: A file with the labels of this picture only.
        stem: Whether the name has no extension, or one that is not the picture's.
        options: What the data set says of them and the file does not; members of a worker's request.
        fault: Why they name no picture; they count as those of a picture that is not known.
    """

    name: str
    data: bytes
    stem: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """The labels of a file.

    Attributes:
        all: One for each picture.
        merge: Makes the file of the parts' files; ``None`` for a part that is dropped.
        known: Whether the file has a form of labels. One that has not is of the picture of its name, if there is one.
    """

    all: Sequence[Part]
    merge: Callable[[Sequence[bytes | None]], bytes]
    known: bool = True


def parts_of(data: bytes, key: str, beside: Beside) -> Parts:
    """Split a file of labels.

    Args:
        data: The file.
        key: Its path below the folder of the labels.
        beside: Reads another file.

    Raises:
        LabelError: It cannot be split.
    """
    try:
        parts = _split(data, key, beside)
        return replace(parts, all=[_named(part) for part in parts.all])
    except LabelError:
        raise
    except Exception as error:
        raise LabelError(f"{key}: expected labels, found {error!r}") from error


def _named(part: Part) -> Part:
    name: Any = part.name
    if isinstance(name, str) and name:
        return part
    return replace(part, name="", fault=part.fault or f"expected the name of a picture, found {name!r}")


def _split(data: bytes, key: str, beside: Beside) -> Parts:
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if key.endswith(".jsonl"):
        return _json_lines(data, key)
    if start in (b"{", b"["):
        return _json(data, key)
    if start == b"<":
        return _xml(data, key)
    if key.endswith(".csv"):
        return _table(data, key)
    lines = [line for line in data.splitlines() if line.strip()]
    if lines and all(map(_MOT.fullmatch, lines)):
        return _mot(data, key, beside)
    return _single(data, Part(_picture(key), data, stem=True, options=_settings(key, beside)))


def _single(data: bytes, part: Part, *, known: bool = True) -> Parts:
    return Parts([part], lambda made: made[0] if made[0] is not None else b"", known)


# Lists and objects in JSON


def _json(data: bytes, key: str) -> Parts:
    root = json.loads(data)
    if isinstance(root, dict) and isinstance(root.get("images"), list):
        return _coco(data, root)
    if isinstance(root, list):
        names = [_task_picture(task) for task in root]
        if len(root) == 1:
            return _single(data, replace(names[0], data=data))
        parts = [replace(name, data=json.dumps([task]).encode()) for name, task in zip(names, root, strict=True)]
        return Parts(parts, lambda made: json_like(data, [json.loads(each)[0] for each in made if each is not None]))
    pictures = root.get("_via_img_metadata", root)
    if pictures and all(isinstance(each, dict) and "regions" in each for each in pictures.values()):
        return _via(data, root, pictures)
    if "imagePath" in root:
        return _single(data, Part(root["imagePath"], data))
    if isinstance(root.get("data"), dict):
        return _single(data, replace(_task_picture(root), data=data))
    return _single(data, Part(_picture(key), data, stem=True), known=False)


def _coco(data: bytes, root: dict[str, Any]) -> Parts:
    images, labels = root["images"], root.get("annotations") or []
    names = [image.get("file_name") or image.get("coco_url") for image in images]
    continuous = sorted({name for label in labels for name in label if _is_continuous(name, label[name])})
    options = {"continuous": continuous} if continuous else {}
    if len(images) == 1:
        return _single(data, Part(names[0], data, options=options))
    places: dict[Any, list[int]] = {image["id"]: [] for image in images}
    if len(places) != len(images):
        raise ValueError("expected one image for each id, found an id twice")
    for place, label in enumerate(labels):
        if label["image_id"] in places:
            places[label["image_id"]].append(place)
    categories = [each for each in root.get("categories") or [] if each.get("keypoints")]
    parts = [
        Part(name, _compact({"images": [image], "annotations": [labels[place] for place in places[image["id"]]],
                             "categories": categories}), options=options)
        for name, image in zip(names, images, strict=True)
    ]  # fmt: skip

    def merge(made: Sequence[bytes | None]) -> bytes:
        kept: list[Any] = []
        moved: list[Any] = list(labels)
        for image, each in zip(images, made, strict=True):
            one = json.loads(each) if each is not None else {"images": [], "annotations": [None] * len(labels)}
            kept += one["images"]
            for place, label in zip(places[image["id"]], one["annotations"], strict=False):
                moved[place] = label
        root["images"] = kept
        if labels:
            root["annotations"] = [label for label in moved if label is not None]
        return json_like(data, root)

    return Parts(parts, merge)


def _is_continuous(name: str, values: Any) -> bool:
    """Whether key points have fractions: those of whole numbers are indices of pixels."""
    if not name.endswith(("keypoints", "kpts")) or not isinstance(values, list):
        return False
    return any(isinstance(value, float) for place, value in enumerate(values) if place % 3 != 2)


def _via(data: bytes, root: dict[str, Any], pictures: dict[str, Any]) -> Parts:
    if len(pictures) == 1:
        (picture,) = pictures.values()
        return _single(data, Part(picture.get("filename"), data))
    parts = [Part(picture.get("filename"), _compact({name: picture})) for name, picture in pictures.items()]

    def merge(made: Sequence[bytes | None]) -> bytes:
        found: dict[str, Any] = {}
        names: dict[str, str] = {}
        for name, each in zip(pictures, made, strict=True):
            if each is not None:
                found |= json.loads(each)
                names[name] = next(reversed(found))
        if pictures is root:
            return json_like(data, found)
        root["_via_img_metadata"] = found
        if "_via_image_id_list" in root:
            root["_via_image_id_list"] = [names[name] for name in root["_via_image_id_list"] if name in names]
        return json_like(data, root)

    return Parts(parts, merge)


def _task_picture(task: dict[str, Any]) -> Part:
    """The picture of a task of Label Studio, or of an entry of Create ML, without the labels."""
    values = [value for value in (task.get("data") or task).values() if isinstance(value, str)]
    paths = [value for value in values if _PICTURE.search(value)]
    if len(paths) != 1:
        return Part("", b"", fault=f"task {task.get('id')}: expected one picture in data, found {len(paths)}")
    # A file of the local storage is named in the query: /data/local-files/?d=folder/a.jpg
    folder, _, name = paths[0].rsplit("?d=", 1)[-1].rpartition("/")
    name = _UPLOADED.sub("", name)
    return Part(f"{folder}/{name}" if folder else name, b"")


def _compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


# XML


def _xml(data: bytes, key: str) -> Parts:
    root = ElementTree.fromstring(data)
    if root.tag != "annotations":
        name = (root.findtext("filename") or "").strip() or key.rsplit(".", 1)[0].rsplit("/", 1)[-1]
        folder = (root.findtext("folder") or "").strip() or _picture(key).rpartition("/")[0]
        part = Part(f"{folder}/{name}" if folder else name, data, stem="." not in name)
        return _single(data, part, known=root.tag == "annotation")
    spans = [match.span() for match in _IMAGE.finditer(data)]
    names = [image.get("name", "") for image in root.findall("image")]
    if len(spans) != len(names):
        raise LabelError(f"{key}: expected the {len(names)} images of CVAT as elements, found {len(spans)}")
    if root.find("track") is not None:
        raise LabelError(f"{key}: expected CVAT for images, found tracks of a video; export it as CVAT for images")
    head, tail = b"<annotations>", b"</annotations>"
    parts = [Part(name, head + data[slice(*span)] + tail) for name, span in zip(names, spans, strict=True)]

    def merge(made: Sequence[bytes | None]) -> bytes:
        out, place = [], 0
        for (start, end), each in zip(spans, made, strict=True):
            out += [data[place:start], each[len(head) : -len(tail)] if each is not None else b""]
            place = end
        return b"".join([*out, data[place:]])

    return Parts(parts, merge)


# Texts


def _table(data: bytes, key: str) -> Parts:
    """A table of VIA or TensorFlow: the rows of each picture, with the header."""
    text = data.decode("utf-8-sig")
    header, *rows = _csv_lines(text)
    names = next(csv.reader([header]))
    column = next((place for place, name in enumerate(names) if name.lstrip("#") in ("filename", "file_name")), None)
    if column is None:
        return _single(data, Part(_picture(key), data, stem=True), known=False)
    if "region_shape_attributes" not in names and not set(names) >= _CORNERS:
        return _described(key, header, names, rows, column)
    groups: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        cells = next(csv.reader([row]), [])
        # Of a row that is cut, nothing is sure.
        groups.setdefault(cells[column] if len(cells) == len(names) else "", []).append(place)
    parts = [
        Part(_beside(key, name) if name else "", (header + "".join(rows[place] for place in places)).encode())
        for name, places in groups.items()
    ]

    def merge(made: Sequence[bytes | None]) -> bytes:
        moved: list[str] = list(rows)
        for places, each in zip(groups.values(), made, strict=True):
            lines = _csv_lines(each.decode())[1:] if each is not None else [""] * len(places)
            for place, line in zip(places, lines, strict=True):
                moved[place] = line
        return (header + "".join(moved)).encode()

    return Parts(parts, merge)


def _described(key: str, header: str, names: list[str], rows: list[str], column: int) -> Parts:
    """A table with a row for each picture, such as the metadata.csv of an imagefolder."""
    if len(set(names)) != len(names):
        raise LabelError(f"{key}: expected columns of different names, found {', '.join(names)}")
    cells = [next(csv.reader([row]), [""] * len(names)) for row in rows]
    sent = [dict(zip(names, map(_value, each), strict=False)) for each in cells]
    parts = [
        Part(_beside(key, each[column]), _compact(record), options={"format": "record"})
        if len(each) == len(names)
        else Part("", b"", fault=f"row {number}: expected {len(names)} columns, found {len(each)}")
        for number, (each, record) in enumerate(zip(cells, sent, strict=True), 1)
    ]

    def merge(made: Sequence[bytes | None]) -> bytes:
        out = [header]
        for row, record, each in zip(rows, sent, made, strict=True):
            found = json.loads(each or _compact(record)) if each is not None else None
            if found == record:
                out.append(row)
            elif found is not None:
                line = io.StringIO()
                csv.writer(line, lineterminator="\r\n" if row.endswith("\r\n") else "\n").writerow(found.values())
                out.append(line.getvalue())
        return "".join(out).encode()

    return Parts(parts, merge)


def _value(cell: str) -> Any:
    """A cell as JSON has it."""
    if re.fullmatch(r"-?(0|[1-9]\d{0,14})", cell):
        return int(cell)
    return float(cell) if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", cell) else cell


def _json_lines(data: bytes, key: str) -> Parts:
    """A description of a picture in each line, such as the metadata.jsonl of an imagefolder."""
    lines = data.removeprefix(_BOM).splitlines(keepends=True)
    places = [place for place, line in enumerate(lines) if line.strip()]
    parts = [_line(lines[place], key, place + 1) for place in places]
    if all(part.fault for part in parts):
        return _single(data, Part(_picture(key), data, stem=True), known=False)

    def merge(made: Sequence[bytes | None]) -> bytes:
        moved = list(lines)
        for place, each in zip(places, made, strict=True):
            line = lines[place]
            moved[place] = each + line[len(line.rstrip()) :] if each is not None else b""
        return data[: len(data) - len(data.removeprefix(_BOM))] + b"".join(moved)

    return Parts(parts, merge)


def _line(line: bytes, key: str, number: int) -> Part:
    try:
        name = json.loads(line)["file_name"]
        return Part(_beside(key, name), line.strip(), options={"format": "record"})
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        fault = f"line {number}: expected JSON with a file_name, found {error!r}"
        return Part("", line.strip(), fault=fault)


def _beside(key: str, name: str) -> str:
    """The path of a picture that a file names from its own folder."""
    folder = key.rpartition("/")[0]
    return folder + "/" * bool(folder) + name


def _csv_lines(text: str) -> list[str]:
    """The rows of a table as they are written: a line break can be quoted."""
    rows, row = [], ""
    # Not splitlines(): a text can contain other separators of lines.
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        row += line
        if row.count('"') % 2 == 0:
            rows.append(row)
            row = ""
    return [*rows, row] if row else rows


def _mot(data: bytes, key: str, beside: Beside) -> Parts:
    """MOT Challenge: the lines of each frame. ``gt/gt.txt`` and ``det/det.txt`` are in a folder of the sequence."""
    folder = "/".join(key.split("/")[:-2])
    sequence = sequence_of(folder, beside)
    size = [sequence.getint("imWidth"), sequence.getint("imHeight")]
    options = {"size": size} if None not in size else {}
    lines = data.splitlines(keepends=True)
    frames: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        if line.strip():
            frames.setdefault(int(line.split(b",")[0]), []).append(place)
    parts = [
        Part(frame_of(folder, sequence, frame), b"".join(lines[place] for place in places), options=options)
        for frame, places in frames.items()
    ]

    def merge(made: Sequence[bytes | None]) -> bytes:
        moved = list(lines)
        for places, each in zip(frames.values(), made, strict=True):
            found = each.splitlines(keepends=True) if each is not None else [b""] * len(places)
            for place, line in zip(places, found, strict=True):
                moved[place] = line
        return b"".join(moved)

    return Parts(parts, merge)


def sequence_of(folder: str, beside: Beside) -> configparser.SectionProxy:
    """Read the seqinfo.ini of a sequence."""
    name = f"{folder}/seqinfo.ini" if folder else "seqinfo.ini"
    data = beside(name)
    if data is None:
        raise LabelError(f"expected {name}, which names the pictures, found none")
    parser = configparser.ConfigParser()
    parser.read_string(data.decode("utf-8-sig"))
    return parser["Sequence"]


def frame_of(folder: str, sequence: configparser.SectionProxy, frame: int) -> str:
    """Return the path of a frame's picture."""
    directory, extension = sequence.get("imDir", "img1"), sequence.get("imExt", ".jpg")
    return "/".join(part for part in (folder, directory, f"{frame:06}{extension}") if part)


def _picture(key: str) -> str:
    """The path of the picture of a file, without extension: ``labels`` is ``images`` in it."""
    stem = key.rsplit(".", 1)[0]
    parts = stem.split("/")
    for place in range(len(parts) - 2, -1, -1):
        if parts[place] == "labels":
            parts[place] = "images"
            break
    return "/".join(parts)


def _settings(key: str, beside: Beside) -> dict[str, Any]:
    """The data.yaml in the folder of the labels or above it."""
    folder = key
    while folder and key.endswith(".txt"):
        folder = folder.rpartition("/")[0]
        for name in ("data.yaml", "dataset.yaml", "data.yml"):
            found = beside(f"{folder}/{name}" if folder else name)
            if found is not None:
                return {"settings": found.decode("utf-8", "replace")}
    return {}
