"""Tars, as WebDataset has them: order, names, sidecars and everything else stay."""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from copy import copy

from ...header import read_header
from .container import TOGETHER, Container, ContainerError, Member, Names, Work

_GZIP = b"\x1f\x8b"


def _rewrite(data: bytes, work: Work, column: str | None) -> bytes:
    packed = data.startswith(_GZIP)
    try:
        plain = gzip.decompress(data) if packed else data
        made = _rewritten(plain, work)
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise ContainerError(f"expected a tar, found {error}") from error
    if made is None:
        return data
    return gzip.compress(made, 6, mtime=0) if packed else made


def _rewritten(data: bytes, work: Work) -> bytes | None:
    """Return the tar with other pictures; ``None`` if none has changed."""
    target = io.BytesIO()
    changed = False
    names = Names()
    # The form of the headers, by the magic of the first one (POSIX.1-2001, pax; GNU tar).
    form = tarfile.GNU_FORMAT if data[257:265] == b"ustar  \0" else tarfile.PAX_FORMAT
    with (
        tarfile.open(fileobj=io.BytesIO(data), mode="r:") as source,
        tarfile.open(fileobj=target, mode="w:", format=form, pax_headers=source.pax_headers) as made,
    ):
        waiting: list[tuple[tarfile.TarInfo, bytes | None]] = []

        def flush() -> None:
            nonlocal changed
            there = [(info.name, found) for info, found in waiting if found is not None and _is_picture(found)]
            pictures = [Member(names.unique(name), found) for name, found in there]
            results = iter(work(pictures))
            for info, found in waiting:
                if found is not None and _is_picture(found):
                    other = next(results)
                    changed = changed or other is not None
                    found = found if other is None else other
                made.addfile(_sized(info, found), io.BytesIO(found) if found is not None else None)
            waiting.clear()

        for info in source:
            if info.issparse():
                raise ContainerError(f"{info.name}: sparse files in tars are not known")
            file = source.extractfile(info) if info.isreg() else None
            waiting.append((info, file.read() if file else None))
            if len(waiting) >= TOGETHER:
                flush()
        flush()
        if data[source.offset :].strip(b"\0"):
            raise ContainerError(f"expected nothing after the end of the tar at byte {source.offset}, found more")
    return target.getvalue() if changed else None


def _is_picture(data: bytes) -> bool:
    return read_header(data[:4096]).type != "public.data"


def _sized(info: tarfile.TarInfo, data: bytes | None) -> tarfile.TarInfo:
    sized = copy(info)
    sized.size = len(data) if data is not None else info.size
    sized.pax_headers = {name: value for name, value in info.pax_headers.items() if name not in ("size", "path")}
    return sized


CONTAINER = Container("public.tar-archive", (".tar", ".tar.gz", ".tgz"), _rewrite)
