// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// A C library that Debian and Ubuntu ship, found through pkg-config.
func system(_ name: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A module of ours, with the strict settings of the house.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// The tests of a module, in the folder `Tests/<module>Tests`.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: strict)
}

/// Whether the programs are to hold Swift's libraries, as `make build` wants it: they start in a third of the time, and run
/// where no toolchain is. A build with tests cannot: these link the programs' modules against the shared libraries.
let isStandalone = Context.environment["UPRIGHT_STANDALONE"] == "1"

/// How a standalone program is linked; the linker does not find all of the static libraries by itself.
func standalone(_ libraries: [String]) -> [LinkerSetting] {
    isStandalone ? [.unsafeFlags(["-static-stdlib"])] + libraries.map { .linkedLibrary($0) } : []
}
let foundation = [
    "Foundation", "FoundationNetworking", "CoreFoundation", "_CFURLSessionInterface", "FoundationInternationalization",
    "_FoundationICU", "FoundationEssentials", "_FoundationCollections", "_FoundationCShims",
]

let package = Package(
    name: "upright",
    products: [
        .executable(name: "upright", targets: ["upright"]),
        .executable(name: "upright-codec", targets: ["upright-codec"]),
        .library(name: "Upright", targets: ["Normalization", "Threads"]),
        .library(name: "ImageMetadata", targets: ["ImageMetadata"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        system("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev"),
        system("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        system("CGIF", pkgConfig: "libgif", apt: "libgif-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        system("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
        system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),

        module("Geometry"),
        module("Threads"),
        module("Digests", ["CNettle", "CDeflate"]),
        module("ImageContainers", ["Geometry", "CDeflate"]),
        module("ImageMetadata", ["Geometry", "ImageContainers", "Digests", "CExpat", "CZlib"]),
        .target(name: "CCodecs", dependencies: ["CJPEG", "CPNG", "CGIF", "CZlib", "CDeflate"]),
        module("ImageCodecs", ["Geometry", "ImageContainers", "CCodecs", "Threads"]),
        module("Normalization", ["Geometry", "Digests", "ImageContainers", "ImageMetadata", "ImageCodecs", "Threads"]),
        .target(name: "CLazyCurl"),
        .target(name: "CLinux", dependencies: ["CSeccomp"]),
        module(
            "CodecWorker",
            [
                "Digests", "Geometry", "ImageContainers", "ImageMetadata", "ImageCodecs", "Normalization", "CLinux",
                "Threads",
            ]),
        module("FileStore", ["CLinux", "Digests"]),
        module("Intake", ["CLinux", "FileStore"]),
        module("Journal", ["FileStore", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "CGazetteer", exclude: ["gazetteer.bin"]),
        module("Places", ["CGazetteer", "CDeflate", "CExpat"]),
        module("Albums", ["Places", "Digests", .product(name: "GRDB", package: "GRDB.swift")]),
        module(
            "Gallery",
            [
                "Places", "Albums", "Journal", "FileStore", "Digests",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: ["gallery.css", "map.js", "search.js", "keys.js", "icon.svg"].map {
                .embedInCode("Assets/" + $0)
            }),
        module(
            "Pipeline",
            [
                "CLinux", "Geometry", "Digests", "ImageContainers", "ImageMetadata", "Normalization", "CodecWorker",
                "FileStore", "Intake", "Journal", "Places", "Albums", "Gallery",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .product(name: "Yams", package: "Yams"),
            ]),
        .executableTarget(
            name: "upright",
            dependencies: [
                "CLinux", "Pipeline", "FileStore", "Gallery", "ImageMetadata", "Journal", "Normalization", "Places",
                "Albums",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + (isStandalone ? ["CLazyCurl"] : []),
            swiftSettings: strict,
            linkerSettings: standalone(foundation)),
        .executableTarget(
            name: "upright-codec", dependencies: ["CodecWorker"], swiftSettings: strict,
            linkerSettings: standalone([])),
        // A worker that misbehaves on request; for the tests, and never installed.
        .executableTarget(
            name: "codec-fault", dependencies: ["CodecWorker", "Threads"], path: "Tests/codec-fault",
            swiftSettings: strict),
        // Normalizes mutated files; for the torture suite, and never installed.
        .executableTarget(
            name: "mutate", dependencies: ["ImageMetadata", "Normalization", "Threads"], path: "torture/mutate",
            swiftSettings: strict),

        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "FixtureTests", dependencies: ["Digests", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "UprightTests", dependencies: ["Digests", "Pipeline", "TestSupport", "upright", "upright-codec"],
            swiftSettings: strict),
        tests(
            of: "Pipeline",
            [
                "Albums", "CodecWorker", "FileStore", "Gallery", "ImageContainers", "Journal", "Normalization",
                "Places",
                "TestSupport", "upright", "upright-codec",
            ]),
        tests(of: "Geometry"),
        tests(of: "FileStore", ["Digests", "TestSupport"]),
        tests(of: "Journal", ["FileStore", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
        tests(of: "Intake", ["FileStore", "TestSupport"]),
        tests(of: "ImageContainers", ["Geometry", "TestRaster"]),
        tests(of: "ImageMetadata", ["Geometry", "Digests", "ImageContainers", "TestSupport"]),
        tests(of: "Threads"),
        tests(of: "ImageCodecs", ["Geometry", "ImageContainers", "TestJPEG", "TestRaster", "Threads"]),
        tests(
            of: "Normalization",
            [
                "Digests", "Geometry", "ImageCodecs", "ImageContainers", "ImageMetadata", "TestJPEG", "TestRaster",
                "TestSupport", "Threads",
            ]),
        .target(
            name: "TestJPEG", dependencies: ["Geometry", "ImageCodecs"], path: "Tests/TestJPEG", swiftSettings: strict),
        .target(
            name: "TestRaster", dependencies: ["Geometry", "ImageCodecs", "ImageContainers"], path: "Tests/TestRaster",
            swiftSettings: strict),
        tests(
            of: "CodecWorker",
            ["Digests", "ImageContainers", "ImageMetadata", "Normalization", "upright-codec", "codec-fault"]),
        tests(of: "Albums", ["Places"]),
        tests(of: "Gallery", ["Albums", "FileStore", "Journal", "Places", "TestSupport"]),
        tests(
            of: "Places",
            [
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ], exclude: ["labelled.tsv"]),
    ],
    swiftLanguageModes: [.v6]
)

// One libFuzzer target for each parser, in `fuzz/<name>`. They have no main function: only `scripts/fuzz` can link them.
if Context.environment["UPRIGHT_FUZZ"] != nil {
    for name in ["jpeg", "png", "gif", "exif", "xmp", "photoshop", "properties", "normalizer"] {
        package.targets.append(
            .executableTarget(
                name: "fuzz-" + name,
                dependencies: ["Geometry", "ImageContainers", "ImageMetadata", "Normalization"], path: "fuzz/" + name,
                swiftSettings: strict))
    }
}
