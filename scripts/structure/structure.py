#!/usr/bin/env python3
"""Draws and checks the project's structure.

    structure.py --svg docs/structure.svg    draws the layers (folders of Sources), their sizes and dependencies
    structure.py --check                     checks the rules below
    structure.py --lines                     prints the lines of Sources, and each folder's share

Modules and their allowed imports are read from Package.swift, actual imports from the sources. Inside a module, one folder uses
another if one of its files names a type that a file of the other declares. The rules:

 - A layer uses only layers below it, in the order of LAYERS; a module imports only modules that Package.swift allows.
 - No cycle between the folders of a module.
 - No source file of more than 400 lines.
 - Only Files (and the EXCEPTIONS, each with its reason) opens, lists, renames or removes files.
 - A format, a step or a geocoder is named only in its own folder and in the list that registers it (REGISTERED).
 - Only Rewriting, Library and Worker parse pictures: everything above sends them to the confined worker.
 - What the worker's program is made of imports no Foundation, which its standalone form does not link.
 - `public` stands only in modules that a library product of Package.swift names; elsewhere `package` says as much.
 - A test target declares each module of this package that it imports.
 - Arithmetic that traps at the ends of a type is written with what cannot (Sources/Base/Bytes/CheckedNumbers.swift).
"""
import argparse
import collections
import os
import re
import sys

LAYERS = ["Base", "Formats", "Codecs", "Rewriting", "Library", "Worker", "Files", "Configuration", "Places", "Steps",
         "Engine", "Service", "Programs"]
# The layers that the worker's program is made of.
IN_WORKER = ("Base", "Formats", "Codecs", "Rewriting", "Worker")
LONGEST = 400

# Files outside Files that make file-system calls, with the reason.
EXCEPTIONS = {
    "Sources/Worker/Pool/WorkerProgram.swift": "finds the worker's program through /proc/self/exe",
    "Sources/Worker/Work/DescriptorWork.swift": "reads and writes the descriptors that it gets",
}

# Protocols whose types only their own folder and a list name: the folder of folders, and the lists.
FORMATS = ["Sources/Rewriting/Registry/PictureFormats.swift", "Sources/Rewriting/Registry/ReadableFormats.swift"]
REGISTERED = {
    "PictureFormat": ("Sources/Rewriting/", FORMATS),
    "ReadableFormat": ("Sources/Rewriting/", FORMATS),
    "Step": ("Sources/Steps/", ["Sources/Steps/StepRegistry.swift"]),
    "GeocodingService": ("Sources/Places/Geocoders/", ["Sources/Places/Geocoders/GeocoderRegistry.swift"]),
}

CALLS = re.compile(
    r"\bFileManager\b|\bFileHandle\b|contentsOf: *URL|contentsOfFile|Data\(contentsOf|contents\(atPath|\.write\(to: *URL|"
    r"\bupright_(?:open_beneath|rename_no_replace|clone|copy_range|begin_writing|try_lock|set_attribute|get_attribute)\b|"
    r"(?<![\w.])(?:Glibc\.)?(?:open|openat|unlink|unlinkat|mkdir|mkdirat|rename|renameat|renameat2|linkat|symlink|symlinkat|"
    r"readlink|opendir|fdopendir|fopen|creat|truncate|ftruncate|chmod|chown|rmdir|stat|lstat|fstatat|access|realpath|statvfs|"
    r"fstatvfs|getcwd|chdir|futimens|utimensat|mkstemp|mkdtemp|fsync|fdatasync|setxattr|getxattr|nftw|scandir)\(\s*(?![_)])")
# What parses a picture's bytes, and the layers that may: only a worker runs them with files of others.
PARSING = re.compile(
    r"\b(?:MetadataEditor|Normalizer|DescriptorWork|EditWork|InspectionWork|ReadingWork|ThumbnailWork|DescriptionWork)\("
    r"|\bImageProperties\(reading|\bReadingWork\.|\.document\(reading")
PARSERS = ("Rewriting", "Library", "Worker")
PARSING_EXCEPTIONS = {
    "Sources/Engine/Processing/InProcessProcessor.swift": "is asked for with sandbox: off",
    "Sources/Service/GalleryService/WorkerPictureViewer.swift": "works without a worker only with sandbox: off",
}
# What traps on a number that a file, a request or an argument can have, and what to write instead. Codecs compute on samples.
TRAPS = [
    (re.compile(r"(?<![\w.])abs\("), "abs traps on the least integer; use magnitude"),
    (re.compile(r"\bU?Int(?:8|16|32|64)?\((?!exactly:|saturating:).*\.rounded\("),
     "traps on a large number and on NaN; use init(saturating:) or init(exactly:)"),
]
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated) )*"
    r"(?:struct|enum|class|actor|protocol|typealias) (\w+)", re.M)
PUBLIC = re.compile(r"(?<![\w.`])(?:public|open) (?:\(set\)|import|(?:final|static|class|struct|enum|actor|protocol|extension|typealias|func|"
                    r"var|let|init|subscript|indirect|convenience|mutating|nonisolated|override|required|consuming|borrowing|lazy|"
                    r"weak|unowned|dynamic|associatedtype|internal\(set\)|package\(set\)|private\(set\)|fileprivate\(set\))\b)"
                    r"|\bpublic\(set\)")
IMPORT = re.compile(r"^(?:@\w+ )*(?:(?:public|package|internal|private|fileprivate) )?import (\w+)", re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def uncommented(text):
    """Swift code without comments and the contents of string literals."""
    text = re.sub(r'"""(.*?)"""', '""', text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"//[^\n]*", "", text)


def manifest(text):
    """The targets of Package.swift below Sources: name -> (path, excluded, dependencies)."""
    targets = {}
    body = uncommented_keeping_strings(text)
    for match in re.finditer(r"\bmodule\(\s*\"(\w+)\",\s*\"([^\"]*)\"|"
                             r"\.(?:executableTarget|target)\(\s*name: \"([\w-]+)\"", body):
        start, depth, end = match.end(), 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(body[end], 0)
            end += 1
        inside = body[start:end]
        name = match[1] or match[3]
        path = match[2] if match[1] else (re.search(r'path: "Sources/([^"]*)"', inside) or [None, None])[1]
        if path is None:
            continue
        excluded = re.search(r"exclude: \[([^\]]*)\]", inside)
        targets[name] = (
            path, re.findall(r'"([^"]+)"', excluded[1]) if excluded else [],
            set(re.findall(r'"(C?Upright\w*|ImageMetadata|Places|Albums)"', inside)))
    return targets


def products(text):
    """The modules of Package.swift that a library product names."""
    named = set()
    for match in re.finditer(r"\.library\(\s*name: \"\w+\",\s*targets: \[([^\]]*)\]", text):
        named |= set(re.findall(r'"(\w+)"', match[1]))
    return named


def test_targets(text):
    """The test targets of Package.swift and the targets below Tests: name -> (folder, dependencies)."""
    targets = {}
    body = uncommented_keeping_strings(text)
    for match in re.finditer(r"\btests\(\s*of: \"(\w+)\"(?:, in: \"(\w+)\")?|\.(?:testTarget|executableTarget|target)\(\s*name: \"([\w-]+)\"", body):
        start, depth, end = match.end(), 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(body[end], 0)
            end += 1
        inside = body[start:end]
        name = match[2] or match[1] + "Tests" if match[1] else match[3]
        path = re.search(r'path: "([^"]*)"', inside)
        folder = path[1] if path else "Tests/" + name
        if folder.startswith("Tests/"):
            targets[name] = (folder, set(re.findall(r'"([\w-]+)"', inside)) | {match[1] or name})
    return targets


def uncommented_keeping_strings(text):
    return re.sub(r"^\s*//[^\n]*", "", text, flags=re.M)


class Structure:
    def __init__(self, root):
        self.root = root
        self.targets = manifest(read(os.path.join(root, "Package.swift")))
        self.files = []
        for folder, _, names in os.walk(os.path.join(root, "Sources")):
            for name in sorted(names):
                if name.endswith((".swift", ".c", ".h")):
                    self.files.append(os.path.relpath(os.path.join(folder, name), root))
        self.files.sort()
        self.texts = {path: read(os.path.join(root, path)) for path in self.files}
        self.modules = {path: self.module(path) for path in self.files}

    def module(self, path):
        """The target of a file: the one with the longest path that contains it."""
        best = None
        for name, (folder, excluded, _) in self.targets.items():
            prefix = "Sources/" + (folder + "/" if folder else "")
            if path.startswith(prefix) and not any(path.startswith(prefix + e + "/") for e in excluded):
                if best is None or len(folder) > len(self.targets[best][0]):
                    best = name
        return best

    def layer(self, path):
        return path.split("/")[1]

    def lines(self, path):
        return self.texts[path].count("\n")

    def imports(self):
        """Pairs of a file and a module that it imports."""
        for path in self.files:
            if path.endswith(".swift"):
                for name in IMPORT.findall(self.texts[path]):
                    if name in self.targets:
                        yield path, name

    def layer_arrows(self):
        arrows = collections.Counter()
        layers = {name: path.split("/")[0] for name, (path, _, _) in self.targets.items()}
        for path, name in self.imports():
            if layers[name] != self.layer(path):
                arrows[self.layer(path), layers[name]] += 1
        return arrows

    def folder(self, path):
        """The first folder of a file inside its module; empty for files directly in the module's folder."""
        base = "Sources/" + self.targets[self.modules[path]][0]
        inside = os.path.relpath(os.path.dirname(path), base)
        return "" if inside == "." else inside.split("/")[0]

    def folder_arrows(self):
        """For each module: the pairs of folders of which one names a type of the other, with an example."""
        declared = collections.defaultdict(dict)
        for path in self.files:
            if path.endswith(".swift") and self.modules[path]:
                for name in DECLARATION.findall(self.texts[path]):
                    declared[self.modules[path]].setdefault(name, path)
        arrows = collections.defaultdict(dict)
        for path in self.files:
            module = self.modules[path]
            if not path.endswith(".swift") or not module:
                continue
            words = set(re.findall(r"\b[A-Z]\w*", uncommented(self.texts[path])))
            for name in words & declared[module].keys():
                target = declared[module][name]
                one, other = self.folder(path), self.folder(target)
                if one != other:
                    arrows[module].setdefault((one, other), (path, name))
        return arrows


def cycles(arrows):
    """The pairs of folders that use each other, directly or through others."""
    after = collections.defaultdict(set)
    for one, other in arrows:
        after[one].add(other)

    def reached(start):
        seen, stack = set(), [start]
        while stack:
            for following in after[stack.pop()]:
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
        return seen
    return sorted((a, b) for a, b in arrows if a < b and a in reached(b) or a > b and (b, a) not in arrows and a in reached(b))


def registered(structure):
    """The places outside a registered type's folder and its list that name it."""
    found = []
    for protocol, (base, lists) in REGISTERED.items():
        declared = re.compile(r"\b(?:struct|enum|final class|actor) (\w+)\s*:[^{]*\b" + protocol + r"\b[^{]*\{")
        homes = {name: os.path.dirname(path) + "/" for path in structure.files
                 if path.startswith(base) and path.endswith(".swift") for name in declared.findall(structure.texts[path])}
        if not homes:
            found.append(f"{lists[0]}: expected types that conform to {protocol} below {base}, found none")
        for path in structure.files:
            if not path.endswith(".swift") or path in lists:
                continue
            words = set(re.findall(r"\b[A-Z]\w*", uncommented(structure.texts[path])))
            found += [f"{path}: names {name}, which only {home} and {lists[0]} do; ask by a member of {protocol}"
                      for name, home in sorted(homes.items()) if name in words and not path.startswith(home)]
    return found


def visible(structure):
    """Declarations that are public in a module that no library product names."""
    named = products(read(os.path.join(structure.root, "Package.swift")))
    if not named:
        return ["Package.swift: expected library products, found none"]
    return [f"{path}: {structure.modules[path]} is in no library product, so package is enough: {line.strip()}"
            for path in structure.files if path.endswith(".swift") and structure.modules[path] not in named
            for line in uncommented(structure.texts[path]).split("\n") if PUBLIC.search(line)]


def undeclared(structure):
    """Modules that a test target imports and does not declare: a clean build then depends on the order of compilation."""
    found = []
    text = read(os.path.join(structure.root, "Package.swift"))
    tests = test_targets(text)
    known = set(structure.targets) | set(tests) | {"NIOCore", "NIOEmbedded", "NIOPosix", "NIOHTTP1", "GRDB", "Logging", "Yams",
                                                   "ArgumentParser"}
    for name, (folder, declared) in sorted(tests.items()):
        for place, _, names in os.walk(os.path.join(structure.root, folder)):
            for file in sorted(names):
                path = os.path.join(place, file)
                if file.endswith(".swift"):
                    found += [f"{os.path.relpath(path, structure.root)}: {name} imports {module}, which Package.swift does not "
                              "list for it" for module in IMPORT.findall(read(path))
                              if module in known and module not in declared]
    return found


def problems(structure):
    found = []
    for path in structure.files:
        if structure.lines(path) > LONGEST:
            found.append(f"{path}: expected at most {LONGEST} lines, found {structure.lines(path)}; split the file")
        if structure.layer(path) not in LAYERS:
            found.append(f"{path}: expected one of the layers {', '.join(LAYERS)}, found {structure.layer(path)}")
        if path.endswith(".swift") and structure.modules[path] is None:
            found.append(f"{path}: belongs to no target of Package.swift")
        if structure.layer(path) in IN_WORKER and "Foundation" in IMPORT.findall(structure.texts[path]):
            found.append(f"{path}: imports Foundation, which the worker does not link; do without, as the other files there")
    layers = {name: path.split("/")[0] for name, (path, _, _) in structure.targets.items()}
    for path, name in structure.imports():
        own = structure.modules[path]
        if own and name != own and name not in structure.targets[own][2]:
            found.append(f"{path}: {own} imports {name}, which Package.swift does not allow")
        if LAYERS.index(layers[name]) > LAYERS.index(structure.layer(path)):
            found.append(f"{path}: imports {name} from the higher layer {layers[name]}")
    for module, arrows in structure.folder_arrows().items():
        for one, other in cycles(arrows):
            there = "{}: {} names {}".format(one or ".", *arrows[one, other])
            back = arrows.get((other, one))
            found.append(
                f"{module}: a cycle between {one or '.'} and {other or '.'} ({there}"
                + (f"; {back[0]} names {back[1]})" if back else ")"))
    found += registered(structure)
    found += visible(structure)
    found += undeclared(structure)
    for path in structure.files:
        if path.endswith(".swift") and not path.startswith("Sources/Codecs/"):
            for line in uncommented(structure.texts[path]).split("\n"):
                found += [f"{path}: {why}: {line.strip()}" for pattern, why in TRAPS if pattern.search(line)]
        if path.endswith(".swift") and structure.layer(path) not in PARSERS and path not in PARSING_EXCEPTIONS:
            for line in uncommented(structure.texts[path]).split("\n"):
                if PARSING.search(line):
                    found.append(f"{path}: parses a picture outside the confined worker: {line.strip()}")
        # The compiler writes the length of the source's path into such a call: the checkout's folder would be in the program.
        if path.startswith("Sources/") and "withoutActuallyEscaping" in uncommented(structure.texts[path]):
            found.append(f"{path}: calls withoutActuallyEscaping, so builds in other folders would differ; let the closure escape")
        if path.endswith(".swift") and not path.startswith("Sources/Files/") and path not in EXCEPTIONS:
            # Without an import of the C library, a call means a method of the same name.
            if not re.search(r"^(?:\w+ )?import (Glibc|Foundation|CUprightLinux)", structure.texts[path], re.M):
                continue
            for number, line in enumerate(uncommented(structure.texts[path]).split("\n"), 1):
                if CALLS.search(line) and not re.search(r"\bfunc \w", line):
                    found.append(f"{path}: a file-system call outside Files: {line.strip()}")
    return found


def svg(structure):
    """The layers as bars from the bottom up, with widths proportional to their lines; arrows on the right point down."""
    sizes = collections.Counter()
    modules = collections.defaultdict(collections.Counter)
    for path in structure.files:
        sizes[structure.layer(path)] += structure.lines(path)
        if structure.modules[path]:
            modules[structure.layer(path)][structure.modules[path]] += structure.lines(path)
    arrows = structure.layer_arrows()
    height, left, widest = 46, 150, 520
    layers = [layer for layer in reversed(LAYERS) if sizes[layer]]
    top = {layer: 20 + index * height for index, layer in enumerate(layers)}
    scale = widest / max(sizes.values())
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 980 %d" font-family="sans-serif" font-size="13">'
           % (40 + len(layers) * height),
           '<rect width="100%" height="100%" fill="white"/>']
    for layer in layers:
        y, x = top[layer], left
        out.append(f'<text x="{left - 10}" y="{y + 20}" text-anchor="end" font-weight="bold">{layer}</text>')
        for module, lines in sorted(modules[layer].items(), key=lambda item: -item[1]):
            width = lines * scale
            out.append(f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="28" fill="#cfe3f5" stroke="#2b5f8f">'
                       f'<title>{module}: {lines} lines</title></rect>')
            label = module.replace("CUpright", "C ").replace("Upright", "") or module
            if len(label) * 7 < width:
                out.append(f'<text x="{x + 5:.0f}" y="{y + 19}" fill="#123">{label}</text>')
            x += width
        out.append(f'<text x="{x + 8:.0f}" y="{y + 19}" fill="#666" font-size="11">{sizes[layer]} lines</text>')
    lanes = 0
    for (one, other), count in sorted(arrows.items()):
        if one not in top or other not in top:
            continue
        x = 760 + (lanes % 24) * 9
        lanes += 1
        colour = "#2b5f8f" if top[one] < top[other] else "#c00"
        y1, y2 = top[one] + 14, top[other] + 14
        out.append(f'<path d="M{x} {y1} V{y2}" stroke="{colour}" fill="none" stroke-width="1.2">'
                   f'<title>{one} uses {other} ({count} imports)</title></path>'
                   f'<path d="M{x - 3} {y2 - 6} L{x} {y2} L{x + 3} {y2 - 6}" stroke="{colour}" fill="none"/>'
                   f'<circle cx="{x}" cy="{y1}" r="2.5" fill="{colour}"/>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def lines(root):
    """The lines of each folder of Sources: `find Sources -type f` with these names, through `wc -l`. Data files do not count."""
    sizes = collections.Counter()
    for folder, _, names in os.walk(os.path.join(root, "Sources")):
        for name in names:
            if name.endswith((".swift", ".c", ".h", ".js", ".css", ".html")):
                path = os.path.join(folder, name)
                sizes[os.path.relpath(path, os.path.join(root, "Sources")).split("/")[0]] += read(path).count("\n")
    return sizes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
    parser.add_argument("--svg", metavar="FILE")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--lines", action="store_true")
    options = parser.parse_args()
    structure = Structure(os.path.abspath(options.root))
    if len(structure.files) < 100 or len(structure.targets) < 10:
        sys.exit("structure: expected the sources below --root, found too few; nothing was checked")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(svg(structure))
    if options.lines:
        sizes = lines(structure.root)
        for layer, count in sizes.most_common():
            print(f"{count:8,}  {count / sizes.total():4.0%}  {layer}")
        print(f"{sizes.total():8,}        Sources")
    if not options.check:
        return
    found = problems(structure)
    # Known problems, one per line; the list can only shrink.
    known = [line for line in read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "known.txt")).split("\n")
             if line and not line.startswith("#")]
    new = [problem for problem in found if not any(problem.startswith(line) for line in known)]
    gone = [line for line in known if not any(problem.startswith(line) for problem in found)]
    for problem in new:
        print(problem)
    for line in gone:
        print(f"scripts/structure/known.txt: this problem is solved, remove the line: {line}")
    print(f"structure: {len(structure.files)} files, {len(structure.targets)} targets, {len(new)} new problems, "
          f"{len(known)} known ones")
    sys.exit(1 if new or gone else 0)


if __name__ == "__main__":
    main()
