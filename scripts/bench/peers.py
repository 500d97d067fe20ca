"""The tools that upright is compared with, each run in its usual way."""
import os
import shutil

from measuring import timed
from session import JOBS


def have(name):
    return shutil.which(name) is not None


# jpegtran's argument for each Exif orientation.
JPEGTRAN = {2: ["-flip", "horizontal"], 3: ["-rotate", "180"], 4: ["-flip", "vertical"], 5: ["-transpose"], 6: ["-rotate", "90"],
            7: ["-transverse"], 8: ["-rotate", "270"]}


def jpeg_peers(session, source, names, orientation=6):
    """The peers that turn one JPEG, each as one process."""
    target = os.path.join(session.fresh("peers"), "out.jpg")
    turn = JPEGTRAN.get(orientation, [])
    jpegtran = ["jpegtran", "-copy", "all", *turn, "-outfile", target, source]
    every = {
        "exiftran": ("exiftran", ["exiftran", "-a", "-o", target, source]),
        "jpegtran": ("jpegtran", jpegtran),
        "jpegtran -progressive": ("jpegtran", [*jpegtran[:1], "-progressive", *jpegtran[1:]]),
        "ImageMagick": ("convert", ["convert", source, "-auto-orient", target]),
        "GraphicsMagick": ("gm", ["gm", "convert", source, "-auto-orient", target]),
        "libvips": ("vips", ["vips", "autorot", source, target]),
        "Pillow": ("python3", [
            "python3", "-c", "import sys; from PIL import Image, ImageOps; Image.MAX_IMAGE_PIXELS = None;"
            "ImageOps.exif_transpose(Image.open(sys.argv[1])).save(sys.argv[2], quality=92)", source, target]),
    }
    return {name: (lambda command=command: timed(command)) for name, (program, command) in every.items()
            if name in names and have(program)}


def folder_peers(session, folder, each):
    """Peers for a whole folder: one process per file, `JOBS` at a time under xargs."""
    peers = {}
    for name, program, command in each:
        if have(program):
            def function(command=command):
                target = session.fresh("peers")
                return timed([
                    "sh", "-c",
                    f'cd "$1" && find . -type f -print0 | xargs -0 -P {JOBS} -n 1 sh -c \'{command}\' "$2"',
                    "sh", folder, target])
            peers[name] = function
    return peers
