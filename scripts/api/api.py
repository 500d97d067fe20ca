#!/usr/bin/env python3
"""Compares the public interface of the library with the one on record, api.txt, by the rules of semantic versions.

    api.py --build .build/debug            fails if the interface differs from api.txt
    api.py --build .build/debug --write    records the interface; refuses what clients do not survive in the same version

A client of MAJOR.MINOR (before 1.0: of 0.MINOR) need not survive a declaration that is removed or changed, a new requirement
of a protocol, or a new case of an enumeration. For these, VERSION must have another MAJOR.MINOR than the first line of api.txt.
Read from the modules of a build by `swift symbolgraph-extract`. Exit status: 0 if nothing differs, 1 otherwise.
"""
import argparse
import glob
import json
import os
import platform
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../.."))
RECORD = os.path.join(HERE, "api.txt")


def modules():
    """The modules of the products that are libraries, by Package.swift."""
    with open(os.path.join(ROOT, "Package.swift"), encoding="utf-8") as file:
        lists = re.findall(r"\.library\(\s*name: \"\w+\",\s*targets: \[(.*?)\]", file.read(), re.S)
    found = sorted({name for names in lists for name in re.findall(r"\"(\w+)\"", names)})
    return found or sys.exit("api: expected libraries in Package.swift, found none")


def interface(build, swift):
    """The public declarations, one on a line: the module, the path of the symbol, how it is declared."""
    maps = [path for pattern in (f"{build}/C*.build", f"{ROOT}/Sources/*/Libraries/*", f"{os.path.dirname(os.path.abspath(build))}/checkouts/*/Sources/GRDBSQLite")
            for path in glob.glob(pattern + "/module.modulemap")]
    lines = set()
    with tempfile.TemporaryDirectory() as folder:
        for module in modules():
            done = subprocess.run(
                [swift, "symbolgraph-extract", "-module-name", module, "-I", f"{build}/Modules", "-output-dir", folder,
                 "-target", f"{platform.machine()}-unknown-linux-gnu", "-minimum-access-level", "public",
                 "-skip-synthesized-members", *(part for path in maps for part in ("-Xcc", f"-fmodule-map-file={path}"))],
                capture_output=True, text=True)
            if done.returncode:
                sys.exit(f"api: {module} cannot be read from {build}/Modules: build first\n{done.stderr}")
        for path in glob.glob(f"{folder}/*.symbols.json"):
            with open(path, encoding="utf-8") as file:
                graph = json.load(file)
            required = {relation["source"] for relation in graph["relationships"] if relation["kind"] == "requirementOf"}
            for symbol in graph["symbols"]:
                text = "".join(part["spelling"] for part in symbol["declarationFragments"])
                kind = " (required)" if symbol["identifier"]["precise"] in required else ""
                lines.add(f"{graph['module']['name']} {'.'.join(symbol['pathComponents'])}: {' '.join(text.split())}{kind}")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, ".build/debug"))
    parser.add_argument("--swift", default="swift")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with open(os.path.join(ROOT, "VERSION"), encoding="utf-8") as file:
        version = ".".join(file.read().strip().split(".")[:2])
    now = interface(options.build, options.swift)
    recorded, then = version, None
    if os.path.exists(RECORD):
        with open(RECORD, encoding="utf-8") as file:
            recorded, *rest = file.read().splitlines()
        then = set(rest)
    gone = sorted(then - now) if then is not None else []
    new = sorted(now - then) if then is not None else []
    breaking = gone + [line for line in new if line.endswith(" (required)") or re.search(r": case \w+", line)]
    for line in gone:
        print(f"- {line}")
    for line in new:
        print(f"+ {line}")
    if breaking and version == recorded:
        print(f"api: clients of {recorded} do not survive {len(breaking)} of these changes: keep the declarations (deprecated), "
              "or give VERSION the next minor number, and run make api", file=sys.stderr)
        return 1
    if options.write:
        with open(RECORD, "w", encoding="utf-8") as file:
            file.write("\n".join([version, *sorted(now)]) + "\n")
        return 0
    if then is None or gone or new or version != recorded:
        print("api: the public interface is not the one on record: run make api", file=sys.stderr)
        return 1
    print(f"api: {len(now)} public declarations, as {recorded} has them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
