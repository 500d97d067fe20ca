"""Files of members, which are small drop folders: labels turn with the pictures beside them; order and names stay."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Protocol

from ...annotations.errors import LabelError, UnknownPictureError
from ...annotations.pictures import Picture, Pictures
from ...annotations.turning import is_other
from ..store import Bytes, spool
from .container import LEFT, TOGETHER, TOGETHER_BYTES, ContainerError, Damage, DamageError, Made, Member, Names, Work

#: What can be labels. A PNG can be a mask.
_LABELS = (".txt", ".json", ".jsonl", ".xml", ".csv", ".png", ".ini")
_SETTINGS = ("data.yaml", "dataset.yaml", "data.yml", "seqinfo.ini")

#: The largest file of labels.
_MOST_LABELS = 256 << 20

#: Where the new bytes of a member are in a file, and how many.
Place = tuple[int, int]


class Archive(Protocol):
    """The members of a file, by their numbers."""

    @property
    def names(self) -> Sequence[str]:
        """Their names, as they are in the file."""

    @property
    def damages(self) -> Sequence[Damage]:
        """What of the file is no member."""

    @property
    def unknown(self) -> Mapping[int, str]:
        """Why a member is not read, which stays as it is."""

    def size(self, index: int) -> int | None:
        """The bytes of a member; ``None`` if it is no file, or not read."""

    def read(self, index: int) -> bytes:
        """Read a member; :class:`DamageError` if that is not possible."""

    def write(
        self, target: BinaryIO, new: Mapping[int, Place], made: BinaryIO, left_out: Container[int] | None
    ) -> None:
        """Write the members, some of them with other bytes; ``left_out``: without damages and these members."""


def copy_range(data: Bytes, start: int, end: int, target: BinaryIO) -> None:
    """Write a part of a buffer."""
    for place in range(start, end, 1 << 20):
        target.write(data[place : min(place + (1 << 20), end)])


class Reader:
    """Reads a buffer from its beginning."""

    def __init__(self, data: Bytes, place: int = 0) -> None:
        """Start at a place."""
        self._data, self._place = data, place

    def read(self, size: int = -1) -> bytes:
        """Read some bytes, or the rest."""
        end = len(self._data) if size < 0 else min(self._place + size, len(self._data))
        piece = bytes(self._data[self._place : end])
        self._place = end
        return piece

    def seek(self, place: int, whence: int = 0) -> int:
        """Go to a place."""
        self._place = max(place + (0, self._place, len(self._data))[whence], 0)
        return self._place

    def tell(self) -> int:
        """Return the place."""
        return self._place

    def seekable(self) -> bool:
        """Return ``True``."""
        return True


def rewrite(archive: Archive, target: BinaryIO, work: Work) -> bool:
    """Write an archive with upright pictures; returns whether anything has changed."""
    return _Samples(archive, work).write(target)


@dataclass(slots=True)
class _Labels:
    """What happened to the labels of a tar.

    Attributes:
        turned: Where the new bytes of a member are, and its format.
        refused: Why the labels of a picture cannot be turned, by its name.
        notes: Why a member was not turned.
    """

    turned: dict[int, tuple[Place, str]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)


class _Samples:
    """The pictures of an archive are normalized first, then the labels are turned, then all is written."""

    def __init__(self, archive: Archive, work: Work) -> None:
        self._archive, self._work = archive, work
        names = Names()
        self._names = [names.unique(name) for name in archive.names]
        self._damages = [Damage(names.unique(each.name), each.reason) for each in archive.damages]
        self._made: dict[int, Made] = {}
        self._new: dict[int, Place] = {}
        #: Why a member cannot be read.
        self._lost: dict[int, str] = {}

    def write(self, target: BinaryIO) -> bool:
        with spool() as made:
            self._normalize(made)
            lost = [Damage(self._names[index], reason) for index, reason in self._lost.items()] + self._damages
            if lost and not self._made:
                raise ContainerError(lost[0].reason)
            self._turn_labels(made)
            drops = self._work.damaged == "drop"
            changed = bool(self._new or (lost and drops))
            if changed:
                self._archive.write(target, self._new, made, self._lost if drops else None)
        for index, reason in self._archive.unknown.items():
            self._work.unread(self._names[index], f"{reason}; it stays as it is", damaged=False)
        for each in lost:
            self._work.unread(each.name, f"{each.reason}; {LEFT[self._work.damaged]}")
        return changed

    def _normalize(self, made: BinaryIO) -> None:
        some: list[int] = []
        size = 0
        for index in range(len(self._names)):
            own = self._archive.size(index)
            if own is None or own > self._work.limits.member:
                continue
            some.append(index)
            size += own
            if len(some) >= TOGETHER or size >= TOGETHER_BYTES:
                self._normalize_some(some, made)
                some, size = [], 0
        self._normalize_some(some, made)

    def _normalize_some(self, some: list[int], made: BinaryIO) -> None:
        members = dict(self._read(some))
        for index, one in zip(members, self._work.pictures(list(members.values())), strict=True):
            self._made[index] = one
            if one.data is not None:
                self._new[index] = self._keep(one.data, made)
                one.data = b""

    def _read(self, some: Sequence[int]) -> Iterator[tuple[int, Member]]:
        for index in some:
            try:
                yield index, Member(self._names[index], self._archive.read(index))
            except DamageError as error:
                self._lost[index] = str(error)

    def _keep(self, data: bytes, made: BinaryIO) -> Place:
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
        for index, name in enumerate(self._names):
            one, size = self._made.get(index), self._archive.size(index)
            if size is None or index in self._lost or (one is not None and one.handled and index not in masks):
                continue
            changed = found.turned[index][1] if index in found.turned else None
            if one is not None and one.handled:
                self._work.changed(one.row, changed)
            else:
                note = found.notes.get(index)
                self._work.passed(name, size, changed, note, one.row if one else None)

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
            wanted = places.get(name) in self._made and name.rsplit("/", 1)[-1] in _SETTINGS
            return self._archive.read(places[name]) if wanted else None

        for index, name in enumerate(self._names if moving else []):
            one, size = self._made.get(index), self._archive.size(index)
            if size is None or index in self._lost or (one is not None and one.handled and index not in masks):
                continue
            if not name.lower().endswith(_LABELS) or size > _MOST_LABELS:
                continue
            try:
                if index in masks and not self._fits(index, pictures):
                    continue
                data = self._archive.read(index)
                turned = None if is_other(name, data) else self._work.labels(data, name, pictures, beside)
                if turned and turned.left:
                    found.notes[index] = "; ".join(turned.warnings[:3])
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

    def _size(self, index: int) -> int | None:
        return self._new[index][1] if index in self._new else self._archive.size(index)

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
