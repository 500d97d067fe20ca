"""Companions of dropped pictures: what is dropped beside each, and where it must be in the end."""

import os
import struct

SIDECAR = b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="%s"/></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""


def box(kind, data):
    return struct.pack(">I", 8 + len(data)) + kind + data


def film(number):
    """A QuickTime film without pictures: type, data, index."""
    data = (b"%08d" % number) * 2_000
    return box(b"ftyp", b"qt  \0\0\0\0") + box(b"mdat", data) + box(b"moov", b"\0" * 16)


def drop(folder, name, number):
    """Writes the companions of a picture; returns their relative names, each with its bytes.

    No sidecar says anything of the picture's geometry, so that each comes out as it is."""
    stem = os.path.splitext(name)[0]
    made = {stem + ".xmp": SIDECAR % name.encode()}
    if number % 3 == 0:
        made[stem + ".mov"] = film(number)
    if number % 3 == 1:
        made[name + ".json"] = b'{"title": "%s"}' % os.path.basename(name).encode()
    if number % 2 == 0:
        made[stem + ".NEF"] = (b"raw %08d " % number) * 5_000
        made[stem + ".NEF.pp3"] = b"[Version]\nAppVersion=%d\n" % number
    for path, data in made.items():
        with open(os.path.join(folder, path), "wb") as file:
            file.write(data)
    return made


def together(bench, setup, shots, where):
    """Checks that shots are whole: when the output of a picture has its name, all members have theirs, and when its original
    has left, theirs have. `shots` are the members of each picture, of those that were dropped before it. Returns success."""
    before = len(bench.failures)
    for name, members in shots.items():
        for folder, is_whole in ((setup.output, True), (setup.source, False)):
            if os.path.exists(os.path.join(folder, name)) != is_whole:
                continue
            torn = [member for member in members if os.path.exists(os.path.join(folder, member)) != is_whole]
            if torn:
                bench.fail("%s: the shot %s is torn in %s: %s" % (where, name, os.path.basename(folder), sorted(torn)))
        if len(bench.failures) > before + 5:
            break
    return len(bench.failures) == before


def judge(bench, output, expected, where, complete=False):
    """Checks that every companion in the output is whole and, with `complete`, that none is missing. Returns success."""
    before = len(bench.failures)
    for name, data in expected.items():
        path = os.path.join(output, name)
        try:
            with open(path, "rb") as file:
                found = file.read()
        except FileNotFoundError:
            if complete:
                bench.fail("%s: the companion %s is missing" % (where, name))
            continue
        if found != data:
            bench.fail("%s: the companion %s has %d bytes of %d" % (where, name, len(found), len(data)))
        if len(bench.failures) > 5:
            break
    return len(bench.failures) == before
