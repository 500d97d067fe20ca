"""carve.py exif|xmp|photoshop FOLDER: replaces the files in a folder by the metadata blocks inside them."""

import os
import sys

MARKS = {
    "exif": [(b"Exif\0\0", 6), (b"eXIf", 4)],
    "xmp": [(b"<x:xmpmeta", 0), (b"<?xpacket", 0)],
    "photoshop": [(b"Photoshop 3.0\0", 14)],
}

kind, folder = sys.argv[1:]
for name in os.listdir(folder):
    path = os.path.join(folder, name)
    with open(path, "rb") as file:
        data = file.read()
    for mark, skipped in MARKS[kind]:
        at = data.find(mark)
        if at >= 0:
            with open(path + "." + kind, "wb") as file:
                file.write(data[at + skipped:at + skipped + 65536])
            break
    if not name.endswith("." + kind):
        os.unlink(path)
