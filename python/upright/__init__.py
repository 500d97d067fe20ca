"""Turns JPEG, PNG, GIF, WebP, TIFF, HEIC and AVIF pictures upright, losslessly, and keeps everything else in the file.

>>> import upright
>>> with upright.Normalizer() as normalizer:          # doctest: +SKIP
...     result = normalizer.normalize(data, name="a.jpg")
...     result.report.outcome
'normalized'
"""

from ._inspect import inspect
from ._programs import ProgramNotFoundError
from ._version import __version__
from .edits import Edits
from .errors import RequestError, UprightError, WorkerDiedError
from .normalizer import Normalizer
from .picture import NoPictureError, Picture, configure, normalize
from .report import Change, Outcome, Report, Result
from .turn import Turn

__all__ = [
    "Change",
    "Edits",
    "NoPictureError",
    "Normalizer",
    "Outcome",
    "Picture",
    "ProgramNotFoundError",
    "Report",
    "RequestError",
    "Result",
    "Turn",
    "UprightError",
    "WorkerDiedError",
    "__version__",
    "configure",
    "inspect",
    "normalize",
]
