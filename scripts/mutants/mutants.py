#!/usr/bin/env python3
"""Breaks the code on purpose, one line at a time, and reports which tests notice.

    mutants.py                       every mutant of mutants.txt
    mutants.py --only WORD           those whose name or file holds the word
    mutants.py --generate FILE...    mutants made by rule from the given files (see RULES), tested by --filter
    mutants.py --check               only that each line of mutants.txt still fits the sources

A mutant is a line of the sources, what takes its place, and the tests that are to notice. The work is done in a copy of the
checkout, `.build/mutants`, with a build of its own; the checkout is not touched. Exit status: 0 where every mutant died or
is listed with the reason why it may live, 1 where one lives without a reason or dies though it is said to live, 2 where a
mutant does not fit the sources.

mutants.txt: blocks of `key: value` lines with an empty line between two.

    name     what is broken, in a few words
    file     the source, from the checkout's root
    old      the text that is replaced; occurs once in the file, or `at: N` says which (from 1)
    new      what takes its place; empty to drop the text
    tests    what `swift test --filter` takes
    lives    why no test can notice; only for one that is known to live
"""
import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../.."))
KEYS = ("name", "file", "old", "new", "at", "tests", "lives")

# What a rule makes of a piece of a line. Each is a mistake that people make.
RULES = [
    ("a comparison is turned round", r"(?<=\s)<(?=\s)", ">="),
    ("a comparison is turned round", r"(?<=\s)>(?=\s)", "<="),
    ("off by one", r"(?<=\s)<=(?=\s)", "<"),
    ("off by one", r"(?<=\s)>=(?=\s)", ">"),
    ("equal is unequal", r"(?<=\s)==(?=\s)", "!="),
    ("unequal is equal", r"(?<=\s)!=(?=\s)", "=="),
    ("and is or", r"(?<=\s)&&(?=\s)", "||"),
    ("or is and", r"(?<=\s)\|\|(?=\s)", "&&"),
    ("true is false", r"\btrue\b", "false"),
    ("false is true", r"\bfalse\b", "true"),
    ("plus is minus", r"(?<=\s)\+(?=\s\w)", "-"),
    ("minus is plus", r"(?<=\s)-(?=\s\w)", "+"),
    ("a call is dropped", r"^(\s*)(?:try |await |try await )?[a-z]\w*(?:\.\w+)*\([^{}]*\)$", r"\1"),
]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def listed(path):
    mutants = []
    for block in re.split(r"\n\s*\n", read(path)):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if not lines:
            continue
        mutant = {}
        for line in lines:
            key, _, value = line.partition(":")
            if key not in KEYS:
                sys.exit(f"mutants: {path}: expected one of {', '.join(KEYS)}, found: {line}")
            mutant[key] = value[1:] if value.startswith(" ") else value
        for key in ("name", "file", "old", "tests"):
            if key not in mutant:
                sys.exit(f"mutants: {path}: {mutant.get('name', lines[0])}: expected a line \"{key}: ...\"")
        mutants.append(mutant)
    return mutants


def place(mutant, root):
    """Where the mutant's text begins, or the reason why it fits nowhere."""
    path = os.path.join(root, mutant["file"])
    if not os.path.exists(path):
        return None, f"there is no {mutant['file']}"
    text = read(path)
    places = [m.start() for m in re.finditer(re.escape(mutant["old"]), text)]
    number = int(mutant.get("at", 1))
    if len(places) < number or "at" not in mutant and len(places) != 1:
        return None, f"{mutant['file']}: expected the text once, found it {len(places)} times: {mutant['old']}"
    return places[number - 1], None


def generated(files, tests, count, seed):
    """Mutants made by RULES, at most `count`, chosen by a seed."""
    mutants = []
    for file in files:
        text = read(os.path.join(ROOT, file))
        offset = 0
        for number, line in enumerate(text.split("\n"), 1):
            code = line.split("//")[0]
            if not re.match(r"\s*(import|@|\*|\"|case \w+$)", code):
                for name, pattern, new in RULES:
                    for match in re.finditer(pattern, code):
                        mutants.append({
                            "name": f"{file}:{number}: {name}", "file": file, "offset": offset + match.start(),
                            "old": match[0], "new": match.expand(new), "tests": tests})
            offset += len(line) + 1
    random.Random(seed).shuffle(mutants)
    return mutants[:count]


class Copy:
    """A copy of the checkout in which the mutants are built."""

    def __init__(self, root, swift):
        self.root = os.path.abspath(root)
        self.swift = swift.split()
        self.refresh()

    def refresh(self):
        os.makedirs(self.root, exist_ok=True)
        kept = set()
        listing = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True,
                                 text=True, check=True).stdout.split("\n")
        for name in filter(None, listing):
            source, target = os.path.join(ROOT, name), os.path.join(self.root, name)
            if not os.path.isfile(source):
                continue
            kept.add(name)
            if os.path.realpath(source) == os.path.realpath(target):
                sys.exit(f"mutants: {self.root} is the checkout itself: give another --copy")
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(source, "rb") as file:
                content = file.read()
            if os.path.exists(target):
                with open(target, "rb") as file:
                    if file.read() == content:
                        continue
            shutil.copy(source, target)
        for folder in ("Sources", "Tests"):
            for path, _, names in os.walk(os.path.join(self.root, folder)):
                for name in names:
                    if os.path.relpath(os.path.join(path, name), self.root) not in kept:
                        os.remove(os.path.join(path, name))

    def run(self, *arguments, limit):
        try:
            done = subprocess.run([*self.swift, *arguments], cwd=self.root, capture_output=True, text=True,
                                  timeout=limit, errors="replace")
        except subprocess.TimeoutExpired:
            return None, f"not done in {limit} s"
        return done.returncode, done.stdout + done.stderr

    def build(self):
        return self.run("build", "--build-tests", limit=3600)

    def test(self, tests):
        return self.run("test", "--skip-build", "--filter", tests, limit=300)


def failures(output):
    names = re.findall(r"^✘ Test (?:case .*?\bto )?(.+?) (?:recorded|failed)", output, re.M)
    return sorted({re.sub(r" with \d+ .*", "", name) for name in names})


def fate(copy, mutant, start):
    path = os.path.join(copy.root, mutant["file"])
    original = read(path)
    end = start + len(mutant["old"])
    write(path, original[:start] + mutant.get("new", "") + original[end:])
    try:
        status, output = copy.build()
        if status is None:
            return "slow", output
        if status:
            error = re.search(r"error: .*", output)
            return "does not compile", error[0] if error else output[-200:]
        status, output = copy.test(mutant["tests"])
        if status is None:
            return "died", output
        if status:
            return "died", "; ".join(failures(output)[:3]) or "the tests ended with status %d" % status
        if not re.search(r"Test run with [1-9]\d* test", output):
            return "no test", f"no test is called {mutant['tests']}"
        return "lives", ""
    finally:
        write(path, original)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", default=os.path.join(HERE, "mutants.txt"))
    parser.add_argument("--only", metavar="WORD", default="")
    parser.add_argument("--generate", nargs="+", metavar="FILE")
    parser.add_argument("--filter", default=".", metavar="TESTS", help="the tests for --generate")
    parser.add_argument("--count", type=int, default=20, help="the most mutants that --generate makes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--copy", metavar="FOLDER", default=os.path.join(ROOT, ".build/mutants"),
                        help="where the copy is built (default: .build/mutants)")
    parser.add_argument("--swift", default="swift", help="the command that builds and tests")
    options = parser.parse_args()

    if options.generate:
        mutants = generated(options.generate, options.filter, options.count, options.seed)
    else:
        mutants = [m for m in listed(options.list) if options.only in m["name"] or options.only in m["file"]]
    if not mutants:
        sys.exit("mutants: there is none: nothing was tested")
    misfits = []
    for mutant in mutants:
        if "offset" not in mutant:
            _, reason = place(mutant, ROOT)
            if reason:
                misfits.append(f"{mutant['name']}: {reason}")
    for misfit in misfits:
        print(misfit)
    if misfits:
        sys.exit(2)
    if options.check:
        print(f"mutants: {len(mutants)} fit the sources")
        return

    copy = Copy(options.copy, options.swift)
    status, output = copy.build()
    if status != 0:
        sys.exit("mutants: the sources themselves do not build:\n" + output[-2000:])
    filters = sorted({mutant["tests"] for mutant in mutants})
    for tests in filters:
        status, output = copy.test(tests)
        if status != 0:
            sys.exit(f"mutants: the tests {tests} fail with nothing broken: {'; '.join(failures(output)[:5])}")
    counts = {}
    bad = 0
    for mutant in mutants:
        began = time.monotonic()
        start = mutant["offset"] if "offset" in mutant else place(mutant, ROOT)[0]
        result, detail = fate(copy, mutant, start)
        counts[result] = counts.get(result, 0) + 1
        reason = mutant.get("lives")
        if result in ("lives", "no test") and not reason or result == "died" and reason:
            bad += 1
        if result == "does not compile" and "offset" not in mutant:
            bad += 1
        note = f" (known: {reason})" if reason else ""
        print(f"{result:16} {mutant['name']}{note}  [{time.monotonic() - began:.0f} s] {detail}", flush=True)
    print("mutants: " + ", ".join(f"{count} {result}" for result, count in sorted(counts.items())))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
