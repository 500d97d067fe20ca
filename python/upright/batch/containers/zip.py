"""Zips, as the tools for labels export data sets."""

from __future__ import annotations

import shutil
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import BinaryIO

from ..store import Bytes
from .archive import Place, Reader, rewrite
from .container import Container, ContainerError, Limits, Work

_ENCRYPTED, _UTF8 = 0x1, 0x800

#: The extra field of large files, which a writer makes anew (APPNOTE 4.5.3).
_ZIP64 = 1


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    try:
        return rewrite(_Zip(data, work.limits), target, work)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, zlib.error, struct.error) as error:
        raise ContainerError(f"expected a zip, found {error}") from error


class _Zip:
    def __init__(self, data: Bytes, limits: Limits) -> None:
        self._zip = zipfile.ZipFile(Reader(data))
        self._infos = self._zip.infolist()
        most, size = limits.unpacked(len(data)), sum(info.file_size for info in self._infos)
        if len(self._infos) > limits.members or size > most:
            raise ContainerError(
                f"expected at most {limits.members} members and {most} bytes when unpacked, found "
                f"{len(self._infos)} and {size}"
            )
        for info in self._infos:
            if info.flag_bits & _ENCRYPTED:
                raise ContainerError(f"{info.filename}: expected a zip without a password, found an encrypted member")
        self.names = [info.filename for info in self._infos]

    def size(self, index: int) -> int | None:
        info = self._infos[index]
        return None if info.is_dir() else info.file_size

    def read(self, index: int) -> bytes:
        return self._zip.read(self._infos[index])

    def write(self, target: BinaryIO, new: Mapping[int, Place], made: BinaryIO) -> None:
        with zipfile.ZipFile(target, "w") as out:
            out.comment = self._zip.comment
            for index, info in enumerate(self._infos):
                copy = _Info(info)
                if index in new:
                    start, count = new[index]
                    made.seek(start)
                    out.writestr(copy, made.read(count))
                    continue
                copy.file_size = info.file_size
                with self._zip.open(info) as source, out.open(copy, "w") as written:
                    shutil.copyfileobj(source, written, 1 << 20)


class _Info(zipfile.ZipInfo):
    """A header with all that another one says, and with the bytes of its name, whose encoding may be unknown."""

    def __init__(self, info: zipfile.ZipInfo) -> None:
        super().__init__(info.filename, info.date_time)
        for name in ("compress_type", "comment", "create_system", "create_version", "external_attr", "internal_attr"):
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
