"""Tars, as WebDataset has them: small drop folders. Labels turn with the pictures beside them; order and names stay."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import BinaryIO

from ...annotations.errors import LabelError, UnknownPictureError
from ...annotations.pictures import Picture, Pictures
from ...annotations.turning import is_other
from ..store import Bytes, mapped, spool
from .container import (
    TOGETHER,
    TOGETHER_BYTES,
    Container,
    ContainerError,
    Limits,
    Made,
    Member,
    Names,
    Work,
)

_GZIP = b"\x1f\x8b"

#: What can be labels. A PNG can be a mask.
_LABELS = (".txt", ".json", ".jsonl", ".xml", ".csv", ".png", ".ini")
_SETTINGS = ("data.yaml", "dataset.yaml", "data.yml", "seqinfo.ini")

#: The largest file of labels.
_MOST_LABELS = 256 << 20


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    packed = data[:2] == _GZIP
    try:
        plain = _unpacked(data, work.limits) if packed else data
        if not packed:
            return _Tar(plain, work).write(target)
        with spool() as made:
            changed = _Tar(plain, work).write(made)
            if changed:
                made.seek(0)
                with gzip.GzipFile("", "wb", 6, target, mtime=0) as packing:
                    shutil.copyfileobj(made, packing, 1 << 20)
        return changed
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise ContainerError(f"expected a tar, found {error}") from error


def _unpacked(data: Bytes, limits: Limits) -> Bytes:
    """Unpack into a file without a name."""
    most, size = limits.unpacked(len(data)), 0
    with spool() as target:
        # A mapped file is read as any other.
        view: BinaryIO = _Reader(data)  # type: ignore[assignment]
        with gzip.GzipFile(fileobj=view) as source:
            while piece := source.read(1 << 20):
                size += len(piece)
                if size > most:
                    raise ContainerError(f"expected at most {most} bytes when unpacked, found more")
                target.write(piece)
        return mapped(target)


class _Reader:
    """Reads a buffer from its beginning."""

    def __init__(self, data: Bytes) -> None:
        self._data, self._place = data, 0

    def read(self, size: int = -1) -> bytes:
        end = len(self._data) if size < 0 else min(self._place + size, len(self._data))
        piece = bytes(self._data[self._place : end])
        self._place = end
        return piece

    def seek(self, place: int, whence: int = 0) -> int:
        self._place = max(place + (0, self._place, len(self._data))[whence], 0)
        return self._place

    def tell(self) -> int:
        return self._place


@dataclass(slots=True)
class _Labels:
    """What became of the labels of a tar.

    Attributes:
        turned: Where the new bytes of a member are, and its format.
        refused: Why the labels of a picture cannot be turned, by its name.
        notes: Why a member was not turned.
    """

    turned: dict[int, tuple[tuple[int, int], str]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


class _Tar:
    """A tar that is not packed: its pictures are normalized first, then the labels are turned, then all is written."""

    def __init__(self, data: Bytes, work: Work) -> None:
        self._data, self._work = data, work
        self._infos = list(self._members())
        names = Names()
        self._names = [names.unique(info.name) for info in self._infos]
        self._made: dict[int, Made] = {}
        #: Where the new bytes of a member are in the spool, and how many.
        self._new: dict[int, tuple[int, int]] = {}

    def _open(self) -> tarfile.TarFile:
        return tarfile.open(fileobj=_Reader(self._data), mode="r:")  # type: ignore[call-overload, no-any-return]

    def _members(self) -> Iterator[tarfile.TarInfo]:
        with self._open() as source:
            # The form of the headers, by the magic of the first one (POSIX.1-2001, pax; GNU tar).
            gnu = self._data[257:265] == b"ustar  \0"
            self._form, self._pax = (tarfile.GNU_FORMAT if gnu else tarfile.PAX_FORMAT), source.pax_headers
            for count, info in enumerate(source, 1):
                if info.issparse():
                    raise ContainerError(f"{info.name}: sparse files in tars are not known")
                if count > self._work.limits.members:
                    raise ContainerError(f"expected at most {self._work.limits.members} members, found more")
                if info.isreg() and info.offset_data + info.size > len(self._data):
                    raise ContainerError(f"expected {info.size} bytes of {info.name!r}, found that the tar is cut")
                yield info
            end = source.offset
        # Two blocks of zeros end a tar; without one, its last members may be missing.
        if len(self._data) - end < 512:
            raise ContainerError(f"expected the blocks that end a tar at byte {end}, found that it is cut")
        for at in range(end, len(self._data), 1 << 20):
            if bytes(self._data[at : at + (1 << 20)]).strip(b"\0"):
                raise ContainerError(f"expected nothing after the end of the tar at byte {end}, found more")

    def _bytes(self, index: int) -> bytes:
        info = self._infos[index]
        return bytes(self._data[info.offset_data : info.offset_data + info.size])

    def write(self, target: BinaryIO) -> bool:
        """Write the tar with upright pictures; returns whether anything has changed."""
        with spool() as made:
            self._normalize(made)
            self._turn_labels(made)
            if not self._new:
                return False
            with (
                self._open(),
                tarfile.open(fileobj=target, mode="w:", format=self._form, pax_headers=self._pax) as out,
            ):
                for index, info in enumerate(self._infos):
                    if index in self._new:
                        start, count = self._new[index]
                        made.seek(start)
                        out.addfile(_sized(info, count), made)
                    elif info.isreg():
                        reader = _Reader(self._data)
                        reader.seek(info.offset_data)
                        out.addfile(_sized(info, info.size), reader)
                    else:
                        out.addfile(_sized(info, info.size))
        return True

    def _normalize(self, made: BinaryIO) -> None:
        some: list[int] = []
        size = 0
        for index, info in enumerate(self._infos):
            if not info.isreg() or info.size > self._work.limits.member:
                continue
            some.append(index)
            size += info.size
            if len(some) >= TOGETHER or size >= TOGETHER_BYTES:
                self._normalize_some(some, made)
                some, size = [], 0
        self._normalize_some(some, made)

    def _normalize_some(self, some: list[int], made: BinaryIO) -> None:
        members = [Member(self._names[index], self._bytes(index)) for index in some]
        for index, one in zip(some, self._work.pictures(members), strict=True):
            self._made[index] = one
            if one.data is not None:
                self._new[index] = self._keep(one.data, made)
                one.data = b""

    def _keep(self, data: bytes, made: BinaryIO) -> tuple[int, int]:
        start = made.seek(0, 2)
        made.write(data)
        return start, len(data)

    def _turn_labels(self, made: BinaryIO) -> None:
        leads = {
            _key(self._names[index]) for index, one in self._made.items() if one.handled and not self._is_png(index)
        }
        masks = {
            index
            for index, one in self._made.items()
            if one.turn and not one.turn.moves and self._is_png(index) and _key(self._names[index]) in leads
        }
        # A picture whose labels cannot be turned stays, and with it all of its labels. They can be in files of many.
        kept: dict[str, str] = {}
        while True:
            found = self._labels(masks, kept, made)
            if not found.refused.keys() - kept.keys():
                break
            kept |= found.refused
        places = {name: index for index, name in enumerate(self._names)}
        for name, reason in kept.items():
            self._new.pop(places[name], None)
            self._work.revert(self._made[places[name]].row, reason)
        self._new |= {index: place for index, (place, _) in found.turned.items()}
        for index, info in enumerate(self._infos):
            one = self._made.get(index)
            if not info.isreg() or (one is not None and one.handled and index not in masks):
                continue
            changed = found.turned[index][1] if index in found.turned else None
            if one is not None and one.handled:
                self._work.changed(one.row, changed)
            else:
                note = found.notes.get(index)
                self._work.passed(self._names[index], info.size, changed, note, one.row if one else None)

    def _labels(self, masks: set[int], kept: dict[str, str], made: BinaryIO) -> _Labels:
        """Turn the labels of all pictures but those that are kept as they are."""
        found = _Labels()
        pictures = Pictures(
            Picture(
                self._names[index],
                None if self._names[index] in kept else one.turn,
                "normalized" if one.turn and self._names[index] not in kept else "rejected",
                self._size(index),
            )
            for index, one in self._made.items()
            if one.handled and index not in masks
        )
        moving = {
            _stem(self._names[index]): self._names[index]
            for index, one in self._made.items()
            if one.turn and one.turn.moves
        }
        places = {name: index for index, name in enumerate(self._names)}

        def beside(name: str) -> bytes | None:
            wanted = name in places and name.rsplit("/", 1)[-1] in _SETTINGS
            return self._bytes(places[name]) if wanted else None

        for index, info in enumerate(self._infos if moving else []):
            name, one = self._names[index], self._made.get(index)
            if not info.isreg() or (one is not None and one.handled and index not in masks):
                continue
            if not name.lower().endswith(_LABELS) or info.size > _MOST_LABELS:
                continue
            try:
                if index in masks and not self._fits(index, pictures):
                    continue
                data = self._bytes(index)
                turned = None if is_other(name, data) else self._work.labels(data, name, pictures, beside)
                if turned and turned.data != data:
                    found.turned[index] = self._keep(turned.data, made), turned.format
            except UnknownPictureError:
                pass
            except LabelError as error:
                # What cannot be read as labels belongs to the picture of its name, if there is one.
                names = error.pictures or [moving[stem] for stem in [_stem(name)] if stem in moving]
                found.refused |= dict.fromkeys(names, f"labels: {error}")
                found.notes[index] = f"labels: {error}"
        return found

    def _size(self, index: int) -> int:
        return self._new[index][1] if index in self._new else self._infos[index].size

    def _is_png(self, index: int) -> bool:
        return self._names[index].lower().endswith(".png")

    def _fits(self, index: int, pictures: Pictures) -> bool:
        """Whether a PNG has the size of the picture that it would be the mask of."""
        own, turn = self._made[index].turn, pictures.find(_stem(self._names[index]), True, self._names[index]).turn
        return own is not None and turn is not None and own.size in (turn.size, (turn.width, turn.height))


def _stem(name: str) -> str:
    return name.rsplit(".", 1)[0]


def _key(name: str) -> str:
    """The key of a sample, as WebDataset has it, without the folder."""
    return name.rsplit("/", 1)[-1].split(".", 1)[0]


def _sized(info: tarfile.TarInfo, size: int) -> tarfile.TarInfo:
    sized = copy(info)
    sized.size = size
    sized.pax_headers = {name: value for name, value in info.pax_headers.items() if name not in ("size", "path")}
    return sized


CONTAINER = Container("public.tar-archive", (".tar", ".tar.gz", ".tgz"), _rewrite)
