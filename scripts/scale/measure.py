#!/usr/bin/env python3
"""Compares the worker with `reprocess` on the same files, and the Normalizer with Pillow and jpegtran, interleaved.

The pictures of 12 megapixels are those of the benchmark's work (a) (scripts/bench). Processor time is the user and system time of
all processes below this one, including those whose parent did not wait for them. Results are medians of the rounds; each ratio is
taken within a round.
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

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(CHECKOUT / "python"), str(CHECKOUT / "scripts/bench")]


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
        # Like a client that delivers each result, this keeps none.
        for result in threads.map(lambda file: pool.normalize(file.read_bytes(), name=file.name), files):
            assert result.data is not None, result.report


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
    import workload

    folder.mkdir()
    workload.jpeg(workload.photo(*size), folder / "0.jpg", 6, quality=92, subsampling="4:2:0")
    for number in range(1, count):
        shutil.copyfile(folder / "0.jpg", folder / f"{number}.jpg")
    return sorted(folder.iterdir())


def median(values):
    return statistics.median(values)


def memory(program, files, count):
    """Normalizes `count` pictures, and prints the memory of the worker and its children (Pss) after each tenth of them."""
    import upright

    def below(process):
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in children.read_text().split():
                yield child
                yield from below(child)

    def held():
        kibibytes = 0
        for process in below(os.getpid()):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            kibibytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return kibibytes / 1024

    contents = [file.read_bytes() for file in files]
    with upright.Normalizer(jobs=2, program=program) as pool, ThreadPoolExecutor(4) as threads:
        for tenth in range(1, 11):
            names = range(count * (tenth - 1) // 10, count * tenth // 10)
            for result in threads.map(lambda n: pool.normalize(contents[n % len(contents)], name=f"{n}.jpg"), names):
                assert result.report.outcome == "normalized", result.report
            print(f"  {names.stop:8} pictures {held():8.1f} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--large", type=int, default=60, help="12-megapixel pictures per round")
    parser.add_argument("--small", type=int, default=1000, help="thumbnails of 160×120 per round")
    parser.add_argument("--memory", type=int, default=20000, help="pictures over which memory is observed; 0 for none")
    arguments = parser.parse_args()
    adopt()
    works = [reprocess, worker_paths, worker_bytes, normalizer, pillow]
    works += [jpegtran] if shutil.which("jpegtran") else []
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        sets = {"12 megapixels": pictures(root / "large", arguments.large, (4000, 3008)),
                "12 megapixels, 4000x3000 (blocks at the edge are not whole)":
                    pictures(root / "edge", arguments.large, (4000, 3000)),
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
            print(f"\n{kind}, {len(files)} files, {arguments.rounds} rounds: milliseconds per picture")
            for work in works:
                cpu, clock = (1000 * median(column) for column in zip(*taken[work], strict=True))
                pairs = list(zip(taken[work], taken[reprocess], taken[normalizer], strict=True))
                over = median(mine[0] / base[0] - 1 for mine, base, _ in pairs)
                more = 1000 * median(mine[0] - base[0] for mine, base, _ in pairs)
                times = median(mine[0] / other[0] for mine, _, other in pairs)
                print(f"  {work.__name__:14} processor {cpu:8.2f} ({over:+.1%}, {more:+.2f} ms; "
                      f"{times:.2f} of the Normalizer's)   clock {clock:8.2f}")
        if arguments.memory:
            print(f"\nmemory of upright worker, {arguments.memory} pictures from memory, one in 50 of 12 megapixels")
            mixed = [sets["thumbnail"][0]] * 49 + [sets["12 megapixels"][0]]
            memory(arguments.upright, mixed, arguments.memory)


if __name__ == "__main__":
    main()
