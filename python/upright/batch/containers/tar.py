"""Tars, as WebDataset has them."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Container as Numbers
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import BinaryIO, Literal

from ..store import Bytes, mapped, spool
from .archive import Place, Reader, copy_range, rewrite
from .container import Container, ContainerError, Damage, Limits, Work

_GZIP = b"\x1f\x8b"
_BLOCK, _RECORD = tarfile.BLOCKSIZE, tarfile.RECORDSIZE

#: What tarfile raises for a header that it cannot read.
_BAD_HEADER = (tarfile.TarError, ValueError, LookupError, RecursionError, OverflowError)


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    if data[:2] != _GZIP:
        return rewrite(_Tar(data, work.limits, None), target, work)
    with spool() as made:
        changed = rewrite(_Tar(*_unpacked(data, work.limits)), made, work)
        if changed:
            made.seek(0)
            with gzip.GzipFile("", "wb", 6, target, mtime=0) as packing:
                shutil.copyfileobj(made, packing, 1 << 20)
    return changed


def _unpacked(data: Bytes, limits: Limits) -> tuple[Bytes, Limits, str | None]:
    """Unpack into a file without a name; if that is not possible to the end, as far as it is, and why."""
    most, size, reason = limits.unpacked(len(data)), 0, None
    with spool() as target:
        # A mapped file is read as any other.
        view: BinaryIO = Reader(data)  # type: ignore[assignment]
        try:
            with gzip.GzipFile(fileobj=view) as source:
                while size <= most and (piece := source.read1(1 << 20)):
                    size += len(piece)
                    target.write(piece[: len(piece) - max(size - most, 0)])
                if size > most:
                    reason = f"expected at most {most} bytes when unpacked, found more"
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            reason = f"expected a whole gzip, found {error}"
        return mapped(target), limits, reason


@dataclass(frozen=True, slots=True)
class _Member:
    """A member: where what is before its header begins, where it ends, and its header."""

    start: int
    end: int
    info: tarfile.TarInfo


class _Tar:
    """A tar that is not packed."""

    def __init__(self, data: Bytes, limits: Limits, packing: str | None) -> None:
        """Find the members. ``packing`` says why the end of a packed tar is missing."""
        self._data, self._limits, self._packing = data, limits, packing
        self._members: list[_Member] = []
        self.damages: list[Damage] = []
        #: Where the damages are.
        self._rest: list[tuple[int, int]] = []
        # The form of the headers, by the magic of the first one (POSIX.1-2001, pax; GNU tar).
        self._form: Literal[1, 2] = tarfile.GNU_FORMAT if data[257:265] == b"ustar  \0" else tarfile.PAX_FORMAT
        place: int | None = 0
        while place is not None:
            place = self._find(place)
        if not self._members and self.damages:
            raise ContainerError(f"expected a tar: {self.damages[0].reason}")
        self.names = [member.info.name for member in self._members]
        self.unknown = {
            index: "sparse files in tars are not known"
            for index, member in enumerate(self._members)
            if member.info.issparse()
        }

    def _find(self, place: int) -> int | None:
        """Find the members from a place on; the next place where there are some after a damage."""
        data, size, reason = self._data, len(self._data), ""
        try:
            with tarfile.open(fileobj=Reader(data, place), mode="r:") as source:  # type: ignore[call-overload]
                for info in source:
                    plain = info.isreg() and not info.issparse()
                    if (info.offset_data + info.size if plain else source.offset) > size:
                        found = max(size - info.offset_data, 0)
                        reason = self._packing or f"expected {info.size} bytes, found that the tar is cut after {found}"
                        return self._lose(info.name, place, size, reason)
                    if len(self._members) == self._limits.members:
                        reason = f"expected at most {self._limits.members} members, found more"
                        return self._lose(info.name, place, size, reason)
                    if source.offset < info.offset_data:
                        raise tarfile.ReadError("a negative size")
                    self._members.append(_Member(place, min(source.offset, size), info))
                    place = self._members[-1].end
        except _BAD_HEADER as error:
            reason = str(error)
        block = bytes(data[place : place + _BLOCK])
        if len(block) < _BLOCK:
            # Two blocks of zeros end a tar; without one, its last members may be missing.
            reason = self._packing or "expected the blocks that end a tar, found that it is cut"
            return self._lose(f"byte {place}", place, size, reason)
        if reason or block.strip(b"\0"):
            after = self._header_after(place)
            reason = f"expected the header of a member, found {reason or 'other bytes'}"
            reason = self._packing if self._packing and after is None else reason
            return self._lose(f"byte {place}", place, size if after is None else after, reason, after)
        for at in range(place, size, 1 << 20):
            if bytes(data[at : at + (1 << 20)]).strip(b"\0"):
                return self._lose(f"byte {place}", place, size, "expected nothing after the end of the tar, found more")
        return self._lose(f"byte {size}", size, size, self._packing) if self._packing else None

    def _lose(self, name: str, start: int, end: int, reason: str, after: int | None = None) -> int | None:
        self.damages.append(Damage(name, f"{reason} (at byte {start})"))
        self._rest.append((start, end))
        return after

    def _header_after(self, place: int) -> int | None:
        """The next header after a damaged one, by its magic and its checksum."""
        at = place
        while (found := self._data.find(b"ustar", at + _BLOCK + 257)) >= 0:
            at = found - 257
            if (at - place) % _BLOCK == 0:
                try:
                    tarfile.TarInfo.frombuf(bytes(self._data[at : at + _BLOCK]), tarfile.ENCODING, "surrogateescape")
                except _BAD_HEADER:
                    continue
                return at
            at = place + (at - place) // _BLOCK * _BLOCK
        return None

    def size(self, index: int) -> int | None:
        info = self._members[index].info
        return info.size if info.isreg() and not info.issparse() else None

    def read(self, index: int) -> bytes:
        info = self._members[index].info
        return bytes(self._data[info.offset_data : info.offset_data + info.size])

    def write(self, target: BinaryIO, new: Mapping[int, Place], made: BinaryIO, left_out: Numbers[int] | None) -> None:
        for index, member in enumerate(self._members):
            if index not in new:
                copy_range(self._data, member.start, member.end, target)
                target.write(bytes((member.start - member.end) % _BLOCK))
                continue
            # The headers for all members after them are before its own.
            copy_range(self._data, member.start, member.info.offset, target)
            start, count = new[index]
            made.seek(start)
            target.write(_sized(member.info, count).tobuf(self._form, tarfile.ENCODING, "surrogateescape"))
            target.write(made.read(count) + bytes(-count % _BLOCK))
        target.write(bytes(2 * _BLOCK))
        target.write(bytes(-target.tell() % _RECORD))
        # What cannot be read is kept behind the end, where readers do not look.
        for start, end in self._rest if left_out is None else []:
            copy_range(self._data, start, end, target)


def _sized(info: tarfile.TarInfo, size: int) -> tarfile.TarInfo:
    sized = copy(info)
    sized.size = size
    sized.pax_headers = {name: value for name, value in info.pax_headers.items() if name not in ("size", "path")}
    return sized


CONTAINER = Container("public.tar-archive", (".tar", ".tar.gz", ".tgz"), _rewrite)
