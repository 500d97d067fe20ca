"""The formats of labels. To add one, add a file and a line."""

from ..labels import Format
from . import coco, cvat, labelme, labelstudio, masks, mot, via, voc, yolo

#: The formats; the first that matches a file is taken.
FORMATS: tuple[Format, ...] = (
    masks.FORMAT,
    voc.FORMAT,
    cvat.FORMAT,
    labelme.FORMAT,
    via.FORMAT,
    labelstudio.FORMAT,
    coco.FORMAT,
    mot.SEQUENCE,
    mot.FORMAT,
    yolo.FORMAT,
)
