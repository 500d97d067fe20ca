"""Turns labels with their pictures.

The program turns the labels of one picture (``Sources/Rewriting/Labels``); here the files of data sets are split into
those of their pictures (``parts.py``), and merged again. :func:`turn_labels` turns one file, :func:`turn_all` those of
a folder or a bucket; the command is ``upright-batch annotations``.
"""

from .errors import LabelError
from .pictures import Picture, Pictures
from .turning import Convention, Options, Turned, turn_all, turn_labels

__all__ = ["Convention", "LabelError", "Options", "Picture", "Pictures", "Turned", "turn_all", "turn_labels"]
