"""The components of the programs: Swift packages, libraries and data, with version and licence.

The packages are those whose object files were linked, in the version that the build resolved (`workspace-state.json`), with the
licence files in their checkouts. The toolchain's libraries and the place data are listed here."""
import glob
import json
import os
import re
import subprocess
from dataclasses import dataclass


@dataclass
class Component:
    name: str
    version: str
    location: str
    licence: str  # an SPDX expression
    holders: str
    text: str
    kind: str  # package, toolchain, data


SWIFT = "Apache-2.0 WITH Swift-exception"
# Each licence has a sentence that identifies it.
LICENCES = [
    ("Runtime Library Exception to the Apache 2.0 License", SWIFT),
    ("Apache License", "Apache-2.0"),
    ("Permission is hereby granted, free of charge", "MIT"),
]


def licence_of(text, place):
    for sentence, expression in LICENCES:
        if sentence in text:
            return expression
    raise SystemExit(f"components: {place}: expected the Apache or MIT licence, found neither; add it to LICENCES")


def holders_of(text, name):
    found = re.findall(r"Copyright (?:\(c\) |\(C\) |© )?(?!notice|owner|license|\[)((?:\d{4}[-, \d]*)?[^\n]*[A-Za-z][^\n]*)", text)
    found = [line.strip().rstrip(".") for line in found if not re.match(r"(notice|owner|license|statement|holder)", line, re.I)]
    found = [line for line in found if not line.startswith("[") and "yyyy" not in line]
    return found[0] if found else f"the authors of {name}"


def linked(build):
    """The checkouts that object files of the programs were compiled from."""
    folders = set()
    for product in ("upright", "upright-codec"):
        listed = os.path.join(build, "release", f"{product}.product", "Objects.LinkFileList")
        try:
            with open(listed, encoding="utf-8") as file:
                objects = [line.strip().strip("'\"") for line in file if line.strip()]
        except FileNotFoundError:
            raise SystemExit(f"components: expected the list of what was linked, {listed}, found none; make build first") from None
        folders |= {re.match(r".*/release/[^/]+\.build", path)[0] for path in objects if ".build/" in path.split("/release/")[-1]}
    found = set()
    for folder in folders:
        # The sources of a Swift module are listed beside its object files; C has a list of headers for each of them.
        lists = [os.path.join(folder, "sources")]
        if not os.path.exists(lists[0]):
            lists = glob.glob(os.path.join(folder, "**", "*.d"), recursive=True)
        for path in lists:
            with open(path, encoding="utf-8") as file:
                found |= set(re.findall(r"/checkouts/([^/\s]+)/", file.read()))
    return found


def packages(build):
    """The Swift packages that the programs hold."""
    with open(os.path.join(build, "workspace-state.json"), encoding="utf-8") as file:
        state = json.load(file)["object"]["dependencies"]
    found = []
    parts = linked(build)
    for dependency in sorted(state, key=lambda item: item["packageRef"]["identity"]):
        if dependency["subpath"] not in parts:
            continue
        checkout = os.path.join(build, "checkouts", dependency["subpath"])
        files = sorted(glob.glob(os.path.join(checkout, "LICENSE*")))
        if not files:
            raise SystemExit(f"components: {checkout}: expected a file LICENSE, found none")
        with open(files[0], encoding="utf-8") as file:
            text = file.read()
        name = dependency["packageRef"]["name"]
        found += carried_by(checkout)
        found.append(Component(name, dependency["state"]["checkoutState"]["version"], dependency["packageRef"]["location"],
                               licence_of(text, files[0]), holders_of(text, name), text, "package"))
    if not found:
        raise SystemExit(f"components: expected packages in {build}, found none that was linked")
    return found


def carried_by(checkout):
    """The third-party code that a package contains."""
    found = []
    header = os.path.join(checkout, "Sources/CNIOLLHTTP/include/c_nio_llhttp.h")
    if os.path.exists(header):
        with open(header, encoding="utf-8") as file:
            version = ".".join(re.findall(r"define LLHTTP_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", file.read()))
        found.append(Component("llhttp", version, "https://github.com/nodejs/llhttp", "MIT", "2018 Fedor Indutny", "", "package"))
    if os.path.isdir(os.path.join(checkout, "Sources/CYaml")):
        found.append(Component("libyaml", "0.2.5", "https://github.com/yaml/libyaml", "MIT",
                               "2006-2016 Kirill Simonov, 2017-2020 Ingy döt Net", "", "package"))
    return found


def toolchain(version):
    """The toolchain's components inside a program that is linked statically with Swift's libraries."""
    apple = "2014-2026 Apple Inc. and the Swift project authors"
    return [
        Component("swift", version, "https://github.com/swiftlang/swift", SWIFT, apple, "", "toolchain"),
        Component("swift-corelibs-libdispatch", version, "https://github.com/swiftlang/swift-corelibs-libdispatch", SWIFT,
                  apple, "", "toolchain"),
        Component("swift-foundation", version, "https://github.com/swiftlang/swift-foundation", SWIFT, apple, "", "toolchain"),
        Component("swift-corelibs-foundation", version, "https://github.com/swiftlang/swift-corelibs-foundation", SWIFT, apple,
                  "", "toolchain"),
        Component("swift-foundation-icu", version, "https://github.com/swiftlang/swift-foundation-icu", "Unicode-3.0",
                  "1991-2024 Unicode, Inc.", "", "toolchain"),
        Component("libstdc++", gcc_version(), "https://gcc.gnu.org", "GPL-3.0-or-later WITH GCC-exception-3.1",
                  "Free Software Foundation, Inc.", "", "toolchain"),
        Component("libgcc", gcc_version(), "https://gcc.gnu.org", "GPL-3.0-or-later WITH GCC-exception-3.1",
                  "Free Software Foundation, Inc.", "", "toolchain"),
    ]


def gcc_version():
    """The version of the compiler whose libstdc++ clang links."""
    path = subprocess.run(["clang", "-print-file-name=libstdc++.a"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    if not os.path.isabs(path):
        raise SystemExit("components: expected clang to find libstdc++.a, found none; install libstdc++-dev")
    return os.path.basename(os.path.dirname(os.path.realpath(path)))


def data():
    return [
        Component("GeoNames", "cities500, admin-1, admin-2", "https://www.geonames.org", "CC-BY-4.0", "GeoNames", "", "data"),
        Component("Natural Earth", "1:10m admin-1", "https://www.naturalearthdata.com", "LicenseRef-public-domain",
                  "none: in the public domain", "", "data"),
        Component("CLDR", "names of countries, words and patterns of dates", "https://cldr.unicode.org", "Unicode-3.0",
                  "1991-2025 Unicode, Inc.", "", "data"),
        Component("CLDR 41", "names of regions", "https://cldr.unicode.org", "Unicode-DFS-2016", "1991-2022 Unicode, Inc.", "", "data"),
        Component("cpca", "official names of China's counties and districts", "https://pypi.org/project/cpca/", "MIT",
                  "2018 QinYuan Du", "", "data"),
        Component("OpenCC", "Simplified and Traditional Chinese characters", "https://pypi.org/project/opencc/", "Apache-2.0",
                  "the OpenCC authors", "", "data"),
    ]


def swift_version():
    text = subprocess.run(["swiftc", "--version"], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return re.search(r"Swift version (\S+)", text)[1]


def all_components(build):
    return packages(build) + toolchain(swift_version()) + data()
