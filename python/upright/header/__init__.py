"""Reads the first bytes of a picture: its type, its dimensions, and what Exif says about it.

One file a format; :data:`FORMATS` lists them. It is for counting and for geometry: the program judges pictures.
"""

from ._formats import FORMATS, START_BYTES, read_header
from .header import Header

__all__ = ["FORMATS", "START_BYTES", "Header", "read_header"]
