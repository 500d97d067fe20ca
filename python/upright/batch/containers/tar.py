"""Tars, as WebDataset has them."""

from __future__ import annotations

import gzip
import shutil
import tarfile
import zlib
from collections.abc import Iterator, Mapping
from copy import copy
from typing import BinaryIO

from ..store import Bytes, mapped, spool
from .archive import Place, Reader, rewrite
from .container import Container, ContainerError, Limits, Work

_GZIP = b"\x1f\x8b"


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    packed = data[:2] == _GZIP
    try:
        tar = _Tar(_unpacked(data, work.limits) if packed else data, work.limits)
        if not packed:
            return rewrite(tar, target, work)
        with spool() as made:
            changed = rewrite(tar, made, work)
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
        view: BinaryIO = Reader(data)  # type: ignore[assignment]
        with gzip.GzipFile(fileobj=view) as source:
            while piece := source.read(1 << 20):
                size += len(piece)
                if size > most:
                    raise ContainerError(f"expected at most {most} bytes when unpacked, found more")
                target.write(piece)
        return mapped(target)


class _Tar:
    """A tar that is not packed."""

    def __init__(self, data: Bytes, limits: Limits) -> None:
        self._data, self._limits = data, limits
        self._infos = list(self._members())
        self.names = [info.name for info in self._infos]

    def _open(self) -> tarfile.TarFile:
        return tarfile.open(fileobj=Reader(self._data), mode="r:")  # type: ignore[call-overload, no-any-return]

    def _members(self) -> Iterator[tarfile.TarInfo]:
        with self._open() as source:
            # The form of the headers, by the magic of the first one (POSIX.1-2001, pax; GNU tar).
            gnu = self._data[257:265] == b"ustar  \0"
            self._form, self._pax = (tarfile.GNU_FORMAT if gnu else tarfile.PAX_FORMAT), source.pax_headers
            for count, info in enumerate(source, 1):
                if info.issparse():
                    raise ContainerError(f"{info.name}: sparse files in tars are not known")
                if count > self._limits.members:
                    raise ContainerError(f"expected at most {self._limits.members} members, found more")
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

    def size(self, index: int) -> int | None:
        info = self._infos[index]
        return info.size if info.isreg() else None

    def read(self, index: int) -> bytes:
        info = self._infos[index]
        return bytes(self._data[info.offset_data : info.offset_data + info.size])

    def write(self, target: BinaryIO, new: Mapping[int, Place], made: BinaryIO) -> None:
        with tarfile.open(fileobj=target, mode="w:", format=self._form, pax_headers=self._pax) as out:
            for index, info in enumerate(self._infos):
                if index in new:
                    start, count = new[index]
                    made.seek(start)
                    out.addfile(_sized(info, count), made)
                else:
                    reader = Reader(self._data, info.offset_data) if info.isreg() else None
                    out.addfile(_sized(info, info.size), reader)


def _sized(info: tarfile.TarInfo, size: int) -> tarfile.TarInfo:
    sized = copy(info)
    sized.size = size
    sized.pax_headers = {name: value for name, value in info.pax_headers.items() if name not in ("size", "path")}
    return sized


CONTAINER = Container("public.tar-archive", (".tar", ".tar.gz", ".tgz"), _rewrite)
