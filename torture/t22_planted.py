"""T22: secrets planted in all places that formats allow (`planted.py`), in six forms, are gone after `strip private` and `all`, or the
picture is refused with its reason; pixels stay, and `inspect --private` says nothing of the outputs."""

import io
import json
import os

import planted
import bench as tools

NAME = "T22"
TITLE = "planted secrets"
# Places where the secret stays: what follows the last slice of HEVC, whose end only a decoder of its entropy coding knows.
KNOWN = ("behind the slice", "sequence: as it is")


def pixels(data):
    """The pixels of all frames; None of a file that Pillow cannot read."""
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(data))
        frames = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            frames.append(image.convert("RGBA").tobytes())
        return frames
    except Exception:  # Pillow raises anything.
        return None


def run(bench):
    bench.need("cjpeg", "tiffcp")
    top = bench.folder("planted")
    forms = list(planted.FORMS)
    kept, refused, count = [], [], 0
    for number, form in enumerate(forms[:bench.size(quick=1, full=len(forms))]):
        files = {}
        for index, (kind, name, data) in enumerate(planted.places(planted.FORMS[form])):
            files[os.path.join(top, "%d-%04d.%s" % (number, index, kind))] = (name, data)
        for profile in ("private", "all"):
            for path, (_, data) in files.items():
                with open(path, "wb") as file:
                    file.write(data)
            result = tools.run([bench.program("upright"), "tag", "--strip", profile, top, "-r", "--json"], timeout=3600)
            rejected = {}
            for line in result.stdout.decode(errors="replace").splitlines():
                row = json.loads(line)
                if row["outcome"] == "rejected":
                    rejected[row["source"]] = row["reason"]
            for path, (name, data) in files.items():
                count += 1
                with open(path, "rb") as file:
                    output = file.read()
                where = "%s, %s, %s" % (profile, os.path.basename(path) + ": " + name, form)
                if output == data and path in rejected:
                    refused.append(where)
                elif planted.found(output):
                    kept.append(name)
                    if not any(known in name for known in KNOWN):
                        bench.fail("the secret remains: %s" % where)
                before = pixels(data)
                if before is not None and before != pixels(output):
                    bench.fail("the pixels differ: %s" % where)
                if output == data and path in rejected:
                    os.remove(path)
            left = tools.run([bench.program("upright"), "inspect", "--private", top, "-r"], timeout=3600)
            if left.returncode != 0:
                bench.fail("inspect --private finds something in outputs: %s" % left.stdout.decode()[:400])
            for path in list(files):
                if os.path.exists(path):
                    os.remove(path)
    bench.tell("%d pictures with a secret in each; refused %d, kept by %d places" % (count, len(refused), len(set(kept))))
