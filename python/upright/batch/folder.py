"""A folder of a file system as a store."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from .store import FILE_TAG, Bytes, Fetched, Head, MissingError, PlaceError, StoreError, mapped, spool


def _file_tag(found: os.stat_result) -> str:
    return f"{FILE_TAG}{found.st_mtime_ns}-{found.st_size}"


def _failure(path: str, error: OSError) -> StoreError | PlaceError:
    """Tell names that cannot exist from failures that can pass."""
    if error.errno in (errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.ELOOP):
        return PlaceError(f"{path}: {error.strerror}")
    return StoreError(f"{path}: {error.strerror}")


class Folder:
    """A folder of a file system. Writes survive a power cut."""

    def __init__(self, path: Path) -> None:
        """Take a folder; the first write creates it."""
        self._path = path
        self.url = str(path)

    def local_path(self, key: str) -> str:
        """Return the file of a key, which is inside the folder."""
        return self._file(key)

    def _file(self, key: str) -> str:
        """The path of a key as text, which is quicker than objects where there are many pictures."""
        parts = key.split("/")
        if ".." in parts or "" in parts or "\0" in key:
            raise PlaceError(f"expected a relative path inside {self.url}, found {key!r}")
        return os.path.join(self.url, key)

    def get(self, key: str) -> bytes:
        """Read a file."""
        try:
            return Path(self._file(key)).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise MissingError(f"{self.url}/{key}: no such file") from error
        except OSError as error:
            raise _failure(f"{self.url}/{key}", error) from error

    def fetch(self, key: str, *, unless: str | None = None, spooled: bool = False) -> Fetched | None:
        """Read a file, unless it has a certain tag."""
        head = self.head(key)
        if head is not None and unless is not None and head.tag == unless:
            return None
        data = self._copied(key) if spooled else self.get(key)
        after = self.head(key)
        # A file that changes while it is read has no tag.
        same = head is not None and after is not None and head.tag == after.tag
        return Fetched(data, head.tag if same and head else None, head.size if head else len(data))

    def _copied(self, key: str) -> Bytes:
        """Map a copy of a file: the file itself may be cut by others."""
        try:
            with open(self._file(key), "rb") as file, spool() as copy:
                shutil.copyfileobj(file, copy, 1 << 20)
                return mapped(copy)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise MissingError(f"{self.url}/{key}: no such file") from error
        except OSError as error:
            raise _failure(f"{self.url}/{key}", error) from error

    def start(self, key: str, count: int) -> Fetched:
        """Read the first bytes of a file."""
        path = self._file(key)
        try:
            file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                found = os.fstat(file)
                return Fetched(os.read(file, count), _file_tag(found), found.st_size)
            finally:
                os.close(file)
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise MissingError(f"{path}: no such file") from error
        except OSError as error:
            raise _failure(path, error) from error

    def head(self, key: str) -> Head | None:
        """Return the size and the time of a file."""
        try:
            found = os.stat(self._file(key))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _failure(f"{self.url}/{key}", error) from error
        return Head(found.st_size, _file_tag(found), {})

    def check(self) -> None:
        """Check that the folder exists."""
        if not self._path.is_dir():
            raise StoreError(f"{self._path}: expected a folder, found none; is its file system mounted?")

    def put_new(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> str | None:
        """Write a file durably if the name has none; otherwise return the existing file's digest."""
        return None if self._write(key, data, os.link) else self.sha256(key) or ""

    def replace(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> None:
        """Write a file durably, and replace an existing one."""
        self._write(key, data, os.replace)

    def _write(self, key: str, data: Bytes, publish: Callable[[Path, Path], None]) -> bool:
        target = Path(self._file(key))
        hidden = target.parent / f".upright-{secrets.token_hex(8)}.partial"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with hidden.open("wb") as file:
                    # As upright's own hidden files: it removes unlocked ones, which killed processes have left.
                    with contextlib.suppress(OSError):
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                    publish(hidden, target)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    hidden.unlink()
            folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except FileExistsError:
            return False
        except OSError as error:
            raise _failure(str(target), error) from error
        return True

    def sha256(self, key: str) -> str | None:
        """Return the digest of a file."""
        try:
            return hashlib.sha256(self.get(key)).hexdigest()
        except MissingError:
            return None

    def listed(self, prefix: str) -> Iterator[tuple[str, Head]]:
        """List the files below a folder."""
        root = self._path / prefix
        for path in sorted(root.rglob("*")):
            if path.is_file() and not path.name.startswith(".upright-"):
                found = path.stat()
                yield path.relative_to(self._path).as_posix(), Head(found.st_size, _file_tag(found), {})

    def tail(self, key: str, count: int) -> bytes:
        """Read the last bytes of a file."""
        path = Path(self._file(key))
        try:
            with path.open("rb") as file:
                file.seek(max(path.stat().st_size - count, 0))
                return file.read(count)
        except FileNotFoundError as error:
            raise MissingError(f"{path}: no such file") from error
        except OSError as error:
            raise _failure(str(path), error) from error

    def remove(self, key: str) -> None:
        """Remove a file, if there is one, and its folder, if it is empty."""
        path = Path(self._file(key))
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: {error}") from error
        with contextlib.suppress(OSError):
            path.parent.rmdir()
