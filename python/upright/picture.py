"""One upright picture, for programs that go on with its pixels."""

from __future__ import annotations

import atexit
import io
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .edits import Edits
from .errors import UprightError, WorkerDiedError
from .normalizer import Normalizer
from .report import Report
from .turn import Turn

if TYPE_CHECKING:
    import numpy
    import PIL.Image
    import torch


class NoPictureError(UprightError):
    """There is no upright picture: the file is no picture, or was rejected. The message says why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The result of :func:`normalize`.

    Attributes:
        data: The bytes of the upright file; ``None`` if there is none (``ignored``, ``rejected``, ``deferred``).
        report: What was done.
    """

    data: bytes | None
    report: Report

    @property
    def turn(self) -> Turn | None:
        """How coordinates moved from the stored picture to this one; ``None`` if there is none."""
        return self.report.turn

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the upright picture in pixels."""
        if self.turn is None:
            return None
        return self.turn.size

    def image(self) -> PIL.Image.Image:
        """Decode the upright picture with Pillow.

        A picture that keeps an orientation, since its format is not turned, is turned here.

        Raises:
            NoPictureError: There is none.
            ImportError: Pillow is missing: ``pip install pillow``.
        """
        from PIL import Image, ImageOps

        if self.data is None:
            raise NoPictureError(f"{self.report.source} is {self.report.outcome}: {self.report.reason}")
        decoded = Image.open(io.BytesIO(self.data))
        decoded.load()
        return ImageOps.exif_transpose(decoded)

    def array(self, mode: str = "RGB") -> numpy.ndarray[Any, Any]:
        """Decode into an array of bytes with the axes height, width and, for ``RGB``, channel.

        Args:
            mode: A mode of Pillow; ``L`` has no channels.

        Raises:
            NoPictureError, ImportError: As for :meth:`image`.
        """
        import numpy

        made: numpy.ndarray[Any, Any] = numpy.asarray(self.image().convert(mode))
        return made

    def tensor(self, mode: str = "RGB") -> torch.Tensor:
        """Decode into a tensor of bytes with the axes channel, height, width, as torchvision's ``read_image`` does.

        Raises:
            NoPictureError, ImportError: As for :meth:`image`.
        """
        import numpy
        import torch

        found = numpy.array(self.array(mode))
        planes = found.transpose(2, 0, 1) if found.ndim == 3 else found[None]
        made: torch.Tensor = torch.from_numpy(numpy.ascontiguousarray(planes))
        return made


_lock = threading.Lock()
_pool: Normalizer | None = None
_settings: dict[str, Any] = {"jobs": 1}


def configure(**settings: Any) -> None:
    """Set the arguments of the :class:`Normalizer` behind :func:`normalize` in this process and those that it forks.

    The worker that runs ends; the next picture starts another one.

    Args:
        settings: ``jobs`` (default: 1, which fits callers with one thread), ``config``, ``verify``, ``program``.
    """
    global _pool
    with _lock:
        _settings.update(settings)
        old, _pool = _pool, None
    if old is not None:
        old.close()


def normalize(
    data: bytes | bytearray | memoryview,
    *,
    name: str = "picture",
    position: Sequence[float] | None = None,
    edits: Edits | None = None,
) -> Picture:
    """Turn one picture upright, in this process' own worker.

    The worker starts with the first picture and ends with the process. After ``fork``, in processes that were spawned
    and in the workers of a ``DataLoader``, each process gets its own.

    Args:
        data: The bytes of the file.
        name: The picture's name in the report.
        position: As for :meth:`Normalizer.normalize`.
        edits: As for :meth:`Normalizer.normalize`.

    Returns:
        The picture. One that cannot be normalized is not an error: see ``report.outcome``. A picture of which the
        worker dies each time is ``rejected``.

    Raises:
        TypeError, RequestError, UprightError: As for :meth:`Normalizer.normalize`.
        WorkerDiedError: The machine lacks memory or processes; try again later.
    """
    try:
        result = _of_process().normalize(data, name=name, position=position, edits=edits)
    except WorkerDiedError as error:
        if error.transient:
            raise
        return Picture(None, Report(name, None, "public.data", "rejected", str(error)))
    return Picture(result.data, result.report)


def _of_process() -> Normalizer:
    global _pool
    with _lock:
        if _pool is None:
            _pool = Normalizer(**_settings)
        return _pool


def _forget() -> None:
    """A fork has none of the threads of its parent's pool, and its lock may be held."""
    global _lock, _pool
    _lock, _pool = threading.Lock(), None


def _end() -> None:
    if _pool is not None:
        _pool.close()


os.register_at_fork(after_in_child=_forget)
atexit.register(_end)
