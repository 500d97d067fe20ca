"""The tools that upright is compared with, each run in its usual way."""
import shutil

from measuring import timed
from session import JOBS


def have(name):
    return shutil.which(name) is not None


# Stands for the path of the output in a command.
TARGET = object()
# jpegtran's argument for each Exif orientation.
JPEGTRAN = {2: ["-flip", "horizontal"], 3: ["-rotate", "180"], 4: ["-flip", "vertical"], 5: ["-transpose"], 6: ["-rotate", "90"],
            7: ["-transverse"], 8: ["-rotate", "270"]}


def jpeg_peers(session, source, names, orientation=6):
    """The peers that turn one JPEG, each as one process."""
    turn = JPEGTRAN.get(orientation, [])
    jpegtran = ["-copy", "all", *turn, "-outfile", TARGET, source]
    every = {
        "exiftran": ["exiftran", "-a", "-o", TARGET, source],
        "jpegtran": ["jpegtran", *jpegtran],
        "jpegtran -progressive": ["jpegtran", "-progressive", *jpegtran],
        "ImageMagick": ["convert", source, "-auto-orient", TARGET],
        "GraphicsMagick": ["gm", "convert", source, "-auto-orient", TARGET],
        "libvips": ["vips", "autorot", source, TARGET],
        "Pillow": [
            "python3", "-c", "import sys; from PIL import Image, ImageOps; Image.MAX_IMAGE_PIXELS = None;"
            "ImageOps.exif_transpose(Image.open(sys.argv[1])).save(sys.argv[2], quality=92)", source, TARGET],
    }
    return single_peers(session, {name: every[name] for name in names}, ".jpg")


def single_peers(session, commands, suffix):
    """The peers among these commands that are installed; each run writes a new file in place of `TARGET`."""
    session.fresh("peers")

    def run(command):
        return timed(into(command, session.new_file(suffix)))

    return {name: (lambda command=command: run(command)) for name, command in commands.items() if have(command[0])}


def into(command, target):
    """The command with the path of its output."""
    return [target if word is TARGET else word for word in command]


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
