#!/usr/bin/env python3
"""Compares the worker with `reprocess` on the same files, and the Normalizer with Pillow and jpegtran, interleaved.

Processor time is the user and system time of all processes below this one, including those whose parent did not wait for them.
Results are medians of the rounds.
"""

import argparse
import ctypes
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))


PR_SET_CHILD_SUBREAPER = 36


def adopt():
    """Adopts processes whose parent has ended, so that their time counts once this process has waited for them."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def children():
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def own():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def reprocess(program, files, folder):
    subprocess.run([program, "reprocess", *map(str, files), "--output", str(folder), "--quiet", "--jobs", "2"], check=True)


def worker_paths(program, files, folder):
    lines = "".join(json.dumps({"id": n, "source": str(f), "output": str(folder / f.name)}) + "\n"
                    for n, f in enumerate(files))
    subprocess.run([program, "worker", "--jobs", "2"], input=lines.encode(), stdout=subprocess.DEVNULL, check=True)


def worker_bytes(program, files, folder):
    worker = subprocess.Popen([program, "worker", "--jobs", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send():
        for number, file in enumerate(files):
            content = file.read_bytes()
            head = {"id": number, "name": file.name, "length": len(content), "echo": False}
            worker.stdin.write(json.dumps(head).encode() + b"\n" + content)
        worker.stdin.close()

    sender = threading.Thread(target=send)
    sender.start()
    for line in worker.stdout:
        worker.stdout.read(json.loads(line)["length"])
    sender.join()
    worker.wait()


def normalizer(program, files, folder):
    import upright

    with upright.Normalizer(jobs=2, program=program) as pool, ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda file: pool.normalize(file.read_bytes(), name=file.name), files))


def pillow(program, files, folder):
    from PIL import Image, ImageOps

    def turn(file):
        with Image.open(file) as picture:
            ImageOps.exif_transpose(picture).save(folder / file.name, quality=90)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(turn, files))


def jpegtran(program, files, folder):
    def turn(file):
        with open(folder / file.name, "wb") as output:
            subprocess.run(["jpegtran", "-copy", "all", "-rotate", "90", str(file)], stdout=output, check=True)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(turn, files))


def pictures(folder, count, size):
    import numpy
    from PIL import Image

    width, height = size
    noise = numpy.random.default_rng(1).normal(0, 12, (height, width, 1))
    ramp = numpy.linspace(0, 255, width)[None, :, None] * numpy.array([1, 0.7, 0.4])[None, None, :]
    image = Image.fromarray(numpy.clip(ramp + noise, 0, 255).astype("uint8"))
    exif = Image.Exif()
    exif[0x0112] = 6
    folder.mkdir()
    image.save(folder / "0.jpg", quality=90, exif=exif)
    for number in range(1, count):
        shutil.copyfile(folder / "0.jpg", folder / f"{number}.jpg")
    return sorted(folder.iterdir())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--large", type=int, default=20, help="12-megapixel pictures per round")
    parser.add_argument("--small", type=int, default=1000, help="thumbnails of 160×120 per round")
    arguments = parser.parse_args()
    adopt()
    works = [reprocess, worker_paths, worker_bytes, normalizer, pillow]
    works += [jpegtran] if shutil.which("jpegtran") else []
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        sets = {"12 megapixels": pictures(root / "large", arguments.large, (4000, 3000)),
                "thumbnail": pictures(root / "small", arguments.small, (160, 120))}
        for kind, files in sets.items():
            taken = {work: [] for work in works}
            for number in range(arguments.rounds + 1):
                for work in works:
                    folder = root / "out"
                    folder.mkdir()
                    before, mine, start = children(), own(), time.monotonic()
                    work(arguments.upright, files, folder)
                    clock = time.monotonic() - start
                    inside = own() - mine if work in (pillow, normalizer) else 0.0
                    if number:  # the first round warms the caches
                        taken[work].append(((children() - before + inside) / len(files), clock / len(files)))
                    shutil.rmtree(folder)
            base = statistics.median(cpu for cpu, _ in taken[reprocess])
            print(f"\n{kind}, {len(files)} files, {arguments.rounds} rounds: milliseconds per picture")
            for work in works:
                cpu, clock = (statistics.median(column) for column in zip(*taken[work], strict=True))
                print(f"  {work.__name__:14} processor {1000 * cpu:8.2f} ({cpu / base - 1:+.1%}, {1000 * (cpu - base):+.2f} ms)"
                      f"   clock {1000 * clock:8.2f}")


if __name__ == "__main__":
    main()
