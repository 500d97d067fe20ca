"""Turns labels with their pictures: COCO, YOLO, Pascal VOC, LabelMe, CVAT, Label Studio, VIA, MOT, masks.

Each format is a file in ``formats`` and a line in its registry. :func:`turn_labels` turns one file,
:func:`turn_all` those of a folder or a bucket; the command is ``upright-batch annotations``.
"""

from .convention import Convention
from .errors import LabelError
from .formats import FORMATS
from .labels import Format, Labels, Mention, Options
from .pictures import Picture, Pictures
from .turning import Turned, turn_all, turn_labels

__all__ = [
    "FORMATS",
    "Convention",
    "Format",
    "LabelError",
    "Labels",
    "Mention",
    "Options",
    "Picture",
    "Pictures",
    "Turned",
    "turn_all",
    "turn_labels",
]
