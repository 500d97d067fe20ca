"""One run of the benchmark: its folders, its comparisons, and the lines of its report."""
import os
import shutil

import measuring
from measuring import timed

JOBS = os.cpu_count() or 1
# The maximum bytes of outputs that are kept until the end.
MOST_KEPT = 2 << 30
# The key of the runs that show what the machine itself adds when all cores work: one run on each, which share no picture.
EACH = "one run on each core"


def ratios(own, peers, key):
    """peer / upright for each round, sorted; None if one side has no such value."""
    if any(getattr(run, key) is None for run in own + peers):
        return None
    return sorted(getattr(peer, key) / max(getattr(run, key), 1e-9) for run, peer in zip(own, peers))


def written(values):
    if values is None:
        return "–"
    return f"{values[len(values) // 2]:.2f} ({values[0]:.2f}–{values[-1]:.2f})"


def middle(runs):
    return sorted(runs, key=lambda run: run.cpu)[len(runs) // 2]


class Session:
    def __init__(self, upright, rounds, scratch):
        self.upright, self.rounds, self.scratch = upright, rounds, scratch
        self.lines = []
        # The rows of the table of all comparisons, and what is said below it.
        self.table, self.notes = [], []
        # Rows for the plots: (work, peer, ratio of processor time with one thread).
        self.processor = []
        # The numbers of files of (n), if others are wanted.
        self.counts = []
        # The numbers of files of (k).
        self.known = []
        # The number of pictures of (p).
        self.properties = 0
        self.used = 0
        self.named = 0

    def fresh(self, name):
        """Returns an empty folder. Its former contents are moved aside: for minutes after many files were deleted, ext4 skips
        their inodes one by one whenever a file is created, which would affect the measurement."""
        path = os.path.join(self.scratch, "out", name)
        if os.path.isdir(path):
            os.makedirs(os.path.join(self.scratch, "used"), exist_ok=True)
            os.rename(path, os.path.join(self.scratch, "used", str(self.used)))
            self.used += 1
        os.makedirs(path)
        return path

    def new_file(self, suffix):
        """Returns the path of an output that does not exist yet: as in a folder of pictures, no tool overwrites an earlier output,
        whose memory the kernel would use again."""
        self.named += 1
        return os.path.join(self.scratch, "out", "peers", f"{self.named}{suffix}")

    def clear(self):
        """Removes the old outputs if they are large."""
        used = os.path.join(self.scratch, "used")
        size = sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(used) for name in names)
        if size > MOST_KEPT:
            shutil.rmtree(used)

    def run_upright(self, source, cores=1, per=1):
        """Runs upright on the first `cores` cores. With one core it has one thread for pictures; `--jobs 1` alone would let
        several cores share a picture."""
        target = self.fresh("upright")
        return timed(["taskset", "-c", f"0-{cores - 1}", self.upright, "reprocess", source, "--output", target, "--quiet"], per)

    def threads(self, source, per=1):
        """upright on the same files, on one core and on all."""
        return {1: lambda: self.run_upright(source, 1, per), JOBS: lambda: self.run_upright(source, JOBS, per),
                EACH: lambda: self.run_on_each_core(source, per)}

    def run_on_each_core(self, source, per=1):
        """Runs upright as often as there are cores at the same time, each on a core and with a folder of its own."""
        script = ('count=$1; folder=$2; shift 2; runs=; while [ $count -gt 0 ]; do count=$((count - 1)); '
                  'taskset -c $count "$@" --output "$folder/$count" & runs="$runs $!"; done; '
                  'failed=0; for run in $runs; do wait $run || failed=$?; done; exit $failed')
        return timed(["sh", "-c", script, "sh", str(JOBS), self.fresh("each"), self.upright, "reprocess", source, "--quiet"], per * JOBS)

    def folder_of(self, source, copies):
        folder = os.path.join(self.scratch, "many", os.path.splitext(os.path.basename(source))[0])
        if not os.path.isdir(folder):
            os.makedirs(folder)
            for index in range(copies):
                shutil.copyfile(source, os.path.join(folder, f"{index}-{os.path.basename(source)}"))
        return folder

    def compare(self, title, own, peers, note=""):
        """Runs all contenders in turn and reports the ratios.

        own: number of cores, or EACH -> function that runs upright once. peers: name -> function that runs it once.
        """
        results = {name: [] for name in [*own, *peers]}
        contenders = {**own, **peers}
        for function in contenders.values():
            function()  # warms the caches, not measured
        for _ in range(self.rounds):
            for name, function in contenders.items():
                results[name].append(function())
        self.clear()
        self.report(title, results, [count for count in own if count != EACH], list(peers), note)
        return results

    def report(self, title, results, counts, peers, note):
        """Prints every ratio. The document gets processor time on the fewest cores, time on the most, and memory."""
        least, most = min(counts), max(counts)
        columns = [(f"time, {count} core{'s' if count > 1 else ''}", count, "wall") for count in sorted(counts)]
        columns += [(f"CPU, {count} core{'s' if count > 1 else ''}", count, "cpu") for count in sorted(counts)]
        if measuring.CYCLES:
            columns.append((f"cycles, {least} core{'s' if least > 1 else ''}", least, "cycles"))
        columns.append((f"peak memory, {least} core{'s' if least > 1 else ''}", least, "peak"))
        print(f"\n{title}")
        first, last, others = middle(results[least]), middle(results[most]), []
        if note:
            self.notes.append(f"- {title[:3]} {note}")
        for peer in peers:
            row = [written(ratios(results[count], results[peer], key)) for _, count, key in columns]
            print(f"  {peer:26} " + "  ".join(f"{name} {cell}" for (name, _, _), cell in zip(columns, row)))
            processor, time, memory = (ratios(results[count], results[peer], key) for count, key in
                                       ((least, "cpu"), (most, "wall"), (least, "peak")))
            others.append(f"{peer} {written(processor)}; {time[len(time) // 2]:.2f}; {memory[len(memory) // 2]:.2f}")
            self.processor.append((title, peer, processor[len(processor) // 2]))
        self.table.append(f"| {title.replace(': per file of a folder', '')} | {first.cpu * 1000:.1f} ms; {last.wall * 1000:.1f} ms; "
                          f"{first.peak:.0f} MiB | {'<br>'.join(others)} |")
        for count in sorted(counts):
            run = middle(results[count])
            print(f"  upright takes {run.wall * 1000:.1f} ms, {run.cpu * 1000:.1f} ms of processor time and {run.peak:.0f} MiB with "
                  f"{count} core{'s' if count > 1 else ''}")
        for key in [most, EACH] if least != most and EACH in results else []:
            values = ratios(results[least], results[key], "cpu")
            name = key if key == EACH else f"one run on {most} cores"
            print(f"  {name}: {values[len(values) // 2]:.2f} times the processor time of {least}")

    def remark(self, text):
        """A figure of a work that the table does not have."""
        print("  " + text)
        self.notes.append(f"- {text}")

    def say(self, text):
        print("  " + text)
        self.lines += ["", text]
