"""Zips, as the tools for labels export data sets."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Container as Numbers
from collections.abc import Mapping
from typing import BinaryIO

from ..store import Bytes
from .archive import Place, Reader, copy_range, rewrite
from .container import Container, ContainerError, Damage, DamageError, Limits, Work

_ENCRYPTED, _DESCRIBED, _UTF8 = 0x61, 0x8, 0x800
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)

#: What a header keeps; the sizes are of the member as it was.
_KEPT = ("compress_type", "comment", "create_system", "create_version", "external_attr", "internal_attr",
         "extract_version", "reserved", "flag_bits", "CRC", "compress_size", "file_size")  # fmt: skip

#: The extra field of large files, which a writer makes anew, and the header before a member (APPNOTE 4.3.7, 4.5.3).
_ZIP64, _HEADER = 1, 30

#: The most bytes of the sizes behind a member (APPNOTE 4.3.9).
_DESCRIPTOR = 24

#: What zipfile raises for a damaged member.
_BAD = (zipfile.BadZipFile, EOFError, OSError, ValueError, zlib.error, lzma.LZMAError, struct.error)


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    return rewrite(_Zip(data, work.limits), target, work)


class _Zip:
    def __init__(self, data: Bytes, limits: Limits) -> None:
        try:
            self._zip = zipfile.ZipFile(Reader(data))
        except (*_BAD, NotImplementedError) as error:
            raise ContainerError(f"expected a zip, found {error}") from error
        self._data, self._infos = data, self._zip.infolist()
        if len(self._infos) > limits.members:
            raise ContainerError(f"expected at most {limits.members} members, found {len(self._infos)}")
        self.names = [info.filename for info in self._infos]
        self.damages: list[Damage] = []
        self.unknown = {index: reason for index, info in enumerate(self._infos) if (reason := _unknown(info))}
        self._starts = [*sorted(info.header_offset for info in self._infos), self._zip.start_dir]
        self._most = left = limits.unpacked(len(data))
        #: Members that would unpack to more than the limit, with those before them.
        self._over = set()
        for index, info in enumerate(self._infos):
            if info.file_size > min(left, limits.member):
                self._over.add(index)
            else:
                left -= info.file_size

    def size(self, index: int) -> int | None:
        info = self._infos[index]
        return None if info.is_dir() or index in self.unknown else info.file_size

    def read(self, index: int) -> bytes:
        if index in self._over:
            raise DamageError(f"expected members of at most {self._most} bytes when unpacked, found more")
        try:
            return self._zip.read(self._infos[index])
        except _BAD as error:
            raise DamageError(f"expected a member of a zip, found {error}") from error

    def write(self, target: BinaryIO, new: Mapping[int, Place], made: BinaryIO, left_out: Numbers[int] | None) -> None:
        with zipfile.ZipFile(target, "w") as out:
            out.comment = self._zip.comment
            for index, info in enumerate(self._infos):
                copy = _Info(info)
                if index in new:
                    start, count = new[index]
                    made.seek(start)
                    out.writestr(copy, made.read(count))
                elif left_out is None or index not in left_out:
                    copy.header_offset = target.tell()
                    copy_range(self._data, *self._span(info), target)
                    out.filelist.append(copy)
                    out.NameToInfo[copy.filename] = copy
                    out.start_dir = target.tell()

    def _span(self, info: zipfile.ZipInfo) -> tuple[int, int]:
        """Where a member is with its header, and with the sizes that can be behind it."""
        start = info.header_offset
        try:
            end = start + _HEADER + sum(struct.unpack_from("<HH", self._data, start + 26)) + info.compress_size
        except struct.error as error:
            raise ContainerError(f"{info.filename}: expected its header at byte {start}, found none") from error
        following = self._starts[min(bisect_left(self._starts, end), len(self._starts) - 1)]
        described = info.flag_bits & _DESCRIBED and 0 <= following - end <= _DESCRIPTOR
        return start, following if described else end


def _unknown(info: zipfile.ZipInfo) -> str | None:
    """Why a member is not read."""
    if info.flag_bits & _ENCRYPTED:
        return "expected a member without a password, found an encrypted one"
    return None if info.compress_type in _COMPRESSIONS else f"the compression {info.compress_type} is not known"


class _Info(zipfile.ZipInfo):
    """A header with all that another one says, and with the bytes of its name, whose encoding may be unknown."""

    def __init__(self, info: zipfile.ZipInfo) -> None:
        super().__init__(info.filename, info.date_time)
        for name in _KEPT:
            setattr(self, name, getattr(info, name))
        self.extra = _without_zip64(info.extra)
        utf8 = info.flag_bits & _UTF8
        self._name = info.orig_filename.encode("utf-8" if utf8 else "cp437"), utf8

    def _encodeFilenameFlags(self) -> tuple[bytes, int]:
        name, utf8 = self._name
        return name, self.flag_bits & ~_UTF8 | utf8


def _without_zip64(extra: bytes) -> bytes:
    kept, place = b"", 0
    while place + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, place)
        kept += extra[place : place + 4 + size] if kind != _ZIP64 else b""
        place += 4 + size
    return kept


CONTAINER = Container("public.zip-archive", (".zip",), _rewrite)
