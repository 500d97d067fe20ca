"""Turns JPEG, PNG and GIF pictures upright, losslessly, and keeps everything else in the file.

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
from .report import Change, Outcome, Report, Result

__all__ = [
    "Change",
    "Edits",
    "Normalizer",
    "Outcome",
    "ProgramNotFoundError",
    "Report",
    "RequestError",
    "Result",
    "UprightError",
    "WorkerDiedError",
    "__version__",
    "inspect",
]
