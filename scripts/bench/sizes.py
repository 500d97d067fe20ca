"""How the cost grows: per megapixel with the picture's size, per file with the number of files in a folder."""
import os
import shutil

from PIL import Image

import workload
from peers import jpeg_peers
from session import middle

MEGAPIXELS = [1, 2, 6, 12, 24, 48, 108, 200]
# The megapixels of a folder's pictures together.
FOLDER = 48
FILES = [1000, 4000, 16000]


def picture(folder, megapixels):
    """A 4:2:0 JPEG of orientation 6 with 4:3 sides of whole MCUs; large ones are tiles of one photo."""
    path = os.path.join(folder, f"s-{megapixels}.jpg")
    if not os.path.exists(path):
        width = round((megapixels * 1e6 * 4 / 3) ** 0.5 / 16) * 16
        height = round(width * 3 / 4 / 16) * 16
        if megapixels <= 12:
            whole = workload.photo(width, height)
        else:
            tile = workload.photo(4000, 3008)
            whole = Image.new("RGB", (width, height))
            for top in range(0, height, 3008):
                for left in range(0, width, 4000):
                    whole.paste(tile, (left, top))
        workload.jpeg(whole, path, 6, quality=92, subsampling="4:2:0")
    return path


def work_s(session, folder):
    session.lines += ["", "## (s) cost by size", "", "One 4:2:0 JPEG of orientation 6 per process, on one core: milliseconds of processor "
                      "time per megapixel (upright; exiftran; jpegtran), and peak memory in bytes per pixel (upright; exiftran).", "",
                      "| megapixels | time | memory |", "|---|---|---|"]
    curves = {"upright": [], "upright, a folder": [], "exiftran": [], "jpegtran": []}
    for megapixels in MEGAPIXELS:
        source = picture(folder, megapixels)
        with Image.open(source) as image:
            pixels = image.width * image.height
        contenders = {"upright": lambda source=source: session.run_upright(source, 1),
                      **jpeg_peers(session, source, ["exiftran", "jpegtran"])}
        copies = FOLDER // megapixels
        if copies > 1:
            many = session.folder_of(source, copies)
            contenders["upright, a folder"] = lambda many=many, copies=copies: session.run_upright(many, 1, copies)
        runs = {name: [] for name in contenders}
        for _ in range(session.rounds):
            for name, function in contenders.items():
                runs[name].append(function())
        cost = {name: middle(all_runs).cpu * 1e9 / pixels for name, all_runs in runs.items()}
        memory = {name: middle(all_runs).peak * 1048576 / pixels for name, all_runs in runs.items()}
        for name in curves:
            if name in cost:
                curves[name].append((pixels / 1e6, cost[name]))
        row = (f"| {megapixels} | " + "; ".join(f"{cost[name]:.1f}" if name in cost else "–" for name in ("upright", "exiftran", "jpegtran"))
               + f" | {memory['upright']:.2f}; {memory.get('exiftran', float('nan')):.2f} |")
        print("  " + row)
        session.lines.append(row)
        session.clear()
    session.by_size = curves


def work_n(session, folder):
    """Processor time per file, by the number of files in a folder."""
    curve, rows = [], []
    thumbnails = [os.path.join(folder, "h", f"{index}.jpg") for index in range(50)]
    for count in session.counts or FILES:
        many = os.path.join(session.scratch, "files", str(count))
        os.makedirs(many)
        for index in range(count):
            shutil.copyfile(thumbnails[index % 50], os.path.join(many, f"{index}.jpg"))
        runs = [session.run_upright(many, 1, count) for _ in range(session.rounds)]
        run = middle(runs)
        rows.append(f"{count:,} files {run.cpu * 1000:.2f} ms{' of processor time for each' if not rows else ''}, {run.peak:.0f} MiB")
        curve.append((count, run.cpu * 1000))
        session.clear()
        shutil.rmtree(many)
    print("  (n) " + "; ".join(rows))
    session.by_files = curve
