// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// Tests compute little of their own: optimizing them took longer than running them faster saves. What decodes pictures for
/// them is in modules of its own, which are optimized. SwiftPM finds the tests by the paths of their object files, so these
/// stay as they are where the compiler is told to replace paths (Makefile).
let keptPath = Context.environment["UPRIGHT_PRODUCTS"].map { ["-file-prefix-map", "\($0)=\($0)"] } ?? []
let ofTests = strict + [.unsafeFlags(["-Onone"] + keptPath, .when(configuration: .release))]

/// A C library that Debian and Ubuntu ship, found through pkg-config. Its module name is `CUpright` followed by the
/// library's name, so that it cannot collide with a client's own module for the same library.
func system(_ name: String, in folder: String, pkgConfig: String, apt: String) -> Target {
    .systemLibrary(
        name: "CUpright" + name, path: "Sources/\(folder)/Libraries/C\(name)", pkgConfig: pkgConfig,
        providers: [.apt([apt])])
}

/// A Swift module of this package, with the strict settings.
func module(
    _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    sources: [String]? = nil, resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/" + path, exclude: exclude, sources: sources,
        resources: resources, swiftSettings: strict)
}

/// The tests of a module, or of a part of it, in the folder `Tests/<name>`, `Tests/<module>Tests` by default.
func tests(
    of module: String, in name: String? = nil, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name ?? module + "Tests", dependencies: [.byName(name: module)] + dependencies, exclude: exclude,
        swiftSettings: ofTests)
}

/// Whether the programs link Swift's libraries statically, as `make build` does, so that they run without a toolchain.
/// A build with tests cannot do so, because tests link the programs' modules against the shared libraries. Only linking
/// differs; the object files are the same.
let isStandalone = Context.environment["UPRIGHT_STANDALONE"] == "1"

/// Returns the linker settings of a standalone program. lld packs the relocations (DT_RELR, glibc 2.36), which every
/// start has to apply. Exporting no symbol lets the linker drop unused code. `packaging/link` makes the linker use
/// libstdc++'s archive, because with the shared library every start looks up 4,000 symbols. The libraries are listed because
/// the linker does not find all of the static ones by itself.
func standalone(_ libraries: [String], objects: [String] = []) -> [LinkerSetting] {
    guard isStandalone else { return [] }
    let packaging = Context.packageDirectory + "/packaging"
    let flags = ["-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-static-libgcc"]
    let linker = [
        "-z", "pack-relative-relocs", "-z", "now", "--icf=safe", "--no-export-dynamic",
    ]
    let folders = ["-L", packaging + "/link"]
    return [.unsafeFlags(objects + flags + folders + linker.flatMap { ["-Xlinker", $0] })]
        + libraries.map { .linkedLibrary($0) }
}
let foundation = [
    "Foundation", "FoundationNetworking", "CoreFoundation", "_CFURLSessionInterface", "FoundationInternationalization",
    "_FoundationICU", "FoundationEssentials", "_FoundationCollections", "_FoundationCShims",
]
/// An object file with ICU's data without the parts that the program does not use (`packaging/icu-data`). The linker
/// uses it instead of the toolchain's 34 MB.
let dataOfICU = Context.environment["UPRIGHT_ICU_DATA"].map { [$0] } ?? []

/// A product of another package, fetched only with the trait `Service`: a client of the libraries alone resolves no
/// packages.
func product(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Service"]))
}

let package = Package(
    name: "upright",
    products: [
        .executable(name: "upright", targets: ["UprightCommand"]),
        .executable(name: "upright-codec", targets: ["upright-codec"]),
        .library(
            name: "Upright",
            targets: ["Upright", "ImageMetadata", "UprightRewriting", "UprightFormats", "UprightBase"]),
        .library(
            name: "ImageMetadata", targets: ["ImageMetadata", "UprightRewriting", "UprightFormats", "UprightBase"]),
        // These need the trait `Service`.
        .library(name: "Places", targets: ["Places"]),
        .library(name: "Albums", targets: ["Albums"]),
    ],
    traits: [
        .trait(name: "Service", description: "The commands and the daemon, and the packages that they need."),
        .default(enabledTraits: ["Service"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        // Base: geometry, bytes, digests, threads, system calls.
        system("Zlib", in: "Base", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("Deflate", in: "Base", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        system("Expat", in: "Base", pkgConfig: "expat", apt: "libexpat1-dev"),
        system("Nettle", in: "Base", pkgConfig: "nettle", apt: "nettle-dev"),
        system("Seccomp", in: "Base", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        module(
            "UprightBase", "Base", ["CUprightExpat", "CUprightNettle", "CUprightDeflate"],
            exclude: ["Libraries", "Linux"]),
        .target(
            name: "CUprightLinux", dependencies: ["CUprightSeccomp"], path: "Sources/Base/Linux"),
        .target(
            name: "CUprightLazyCurl", path: "Sources/Base/Libraries/CLazyCurl"),

        // Formats: containers, the metadata model, positions, tracks and sidecars.
        .target(
            name: "CUprightMakerNotes", path: "Sources/Formats/MakerNoteData",
            exclude: [
                "apple.txt", "canon.txt", "casio.txt", "dji.txt", "flir.txt", "fujifilm.txt", "kodak.txt",
                "leica.txt", "lenses.txt", "minolta.txt", "nikon.txt", "olympus.txt", "panasonic.txt", "pentax.txt",
                "reconyx.txt", "ricoh.txt", "samsung.txt", "sanyo.txt", "sigma.txt", "sony.txt",
            ]),
        module(
            "UprightFormats", "Formats", ["UprightBase", "CUprightDeflate", "CUprightZlib", "CUprightMakerNotes"],
            exclude: ["MakerNoteData"]),

        // Codecs: the only users of the C image libraries.
        system("JPEG", in: "Codecs", pkgConfig: "libjpeg", apt: "libjpeg-dev"),
        system("PNG", in: "Codecs", pkgConfig: "libpng", apt: "libpng-dev"),
        system("GIF", in: "Codecs", pkgConfig: "libgif", apt: "libgif-dev"),
        system("WebP", in: "Codecs", pkgConfig: "libwebp", apt: "libwebp-dev"),
        .target(
            name: "CUprightCodecs",
            dependencies: [
                "CUprightJPEG", "CUprightPNG", "CUprightGIF", "CUprightWebP", "CUprightZlib", "CUprightDeflate",
            ],
            path: "Sources/Codecs/C"),
        module(
            "UprightCodecs", "Codecs", ["UprightBase", "UprightFormats", "CUprightCodecs"],
            exclude: ["C", "Libraries"]),

        // Rewriting: read, plan, turn, edit, assemble, verify; labels.
        module(
            "UprightRewriting", "Rewriting",
            ["UprightBase", "UprightFormats", "UprightCodecs", "CUprightZlib"]),
        module("ImageMetadata", "Library/ImageMetadata", ["UprightRewriting", "UprightFormats", "UprightBase"]),
        module(
            "Upright", "Library/Upright", ["ImageMetadata", "UprightRewriting", "UprightFormats", "UprightBase"]),

        // Worker: protocol, sandbox, process, pool.
        module(
            "UprightWorker", "Worker",
            ["UprightBase", "UprightFormats", "UprightCodecs", "UprightRewriting", "CUprightLinux"]),

        // Files: the only code that touches users' files; the watcher, shots, the journal.
        module(
            "UprightFiles", "Files",
            [
                "CUprightLinux", "UprightBase", "UprightFormats", "UprightRewriting", product("GRDB", "GRDB.swift"),
                product("GRDBSQLite", "GRDB.swift"),
            ]),

        // Places: gazetteer, geocoders, tracks, sidecars.
        .target(name: "CUprightGazetteer", path: "Sources/Places/C", exclude: ["gazetteer.bin"]),
        module(
            "UprightPlaces", "Places",
            [
                "UprightBase", "UprightFormats", "UprightFiles", "UprightConfiguration", "CUprightGazetteer",
                "CUprightDeflate",
            ],
            exclude: ["C", "Public"]),
        module(
            "Places", "Places/Public",
            ["ImageMetadata", "UprightRewriting", "UprightFormats", "UprightBase", "UprightPlaces"]),

        // Steps, the engine and the service.
        module(
            "UprightAlbums", "Steps/Albums/Library",
            ["UprightBase", "UprightFormats", "UprightPlaces", "UprightFiles", product("GRDB", "GRDB.swift")],
            resources: [.embedInCode("Dates/dates.tsv")]),
        module("Albums", "Steps/Albums/Public", ["Places", "UprightAlbums", "UprightPlaces"]),
        .target(name: "CUprightGalleryFiles", path: "Sources/Service/Gallery/C"),
        module(
            "UprightConfiguration", "Configuration",
            ["UprightBase", "UprightRewriting", "UprightWorker", "UprightFiles", product("Yams", "Yams")],
            resources: [.embedInCode("VERSION")]),
        module(
            "UprightSteps", "Steps",
            [
                "UprightBase", "UprightFormats", "UprightRewriting", "UprightWorker", "UprightFiles",
                "UprightConfiguration", "UprightPlaces", "UprightAlbums", product("Yams", "Yams"),
            ], exclude: ["Albums/Library", "Albums/Public"]),
        module(
            "UprightEngine", "Engine",
            [
                "UprightBase", "CUprightLinux", "UprightFormats", "UprightRewriting", "UprightWorker",
                "UprightFiles", "UprightConfiguration", "UprightPlaces", "UprightSteps", product("Yams", "Yams"),
            ]),
        module(
            "UprightService", "Service",
            [
                "UprightBase", "CUprightLinux", "UprightFormats", "UprightRewriting", "UprightWorker",
                "UprightFiles", "UprightConfiguration", "UprightPlaces", "UprightAlbums", "UprightSteps",
                "UprightEngine", "CUprightGalleryFiles", product("Logging", "swift-log"),
                product("NIOCore", "swift-nio"), product("NIOPosix", "swift-nio"), product("NIOHTTP1", "swift-nio"),
            ], exclude: ["Gallery/C", "Gallery/Assets", "Gallery/Templates", "Gallery/Words"],
            resources: ["page.html", "page.css", "page.js", "openapi.json"].map {
                .embedInCode("PictureService/Assets/" + $0)
            }),

        // Programs.
        .executableTarget(
            name: "UprightCommand",
            dependencies: [
                "UprightBase", "CUprightLinux", "UprightFormats", "UprightConfiguration", "UprightSteps",
                "UprightEngine", "UprightService", "UprightFiles", "UprightRewriting", "UprightWorker", "UprightPlaces",
                "UprightAlbums", "CUprightLazyCurl", product("ArgumentParser", "swift-argument-parser"),
            ],
            path: "Sources/Programs/upright", swiftSettings: strict,
            linkerSettings: standalone(foundation, objects: dataOfICU)),
        .executableTarget(
            name: "upright-codec", dependencies: ["UprightWorker"], path: "Sources/Programs/upright-codec",
            swiftSettings: strict, linkerSettings: standalone([])),
        // A client of the libraries. For newcomers and the tests; never installed.
        .executableTarget(
            name: "sample", dependencies: ["Upright"], path: "Examples/sample", swiftSettings: strict),
        // A worker that misbehaves on request. For the tests only; never installed.
        .executableTarget(
            name: "codec-fault", dependencies: ["CUprightLinux", "UprightCodecs", "UprightWorker", "UprightBase"],
            path: "Tests/codec-fault", swiftSettings: strict),
        // Normalizes mutated files. For the torture suite only; never installed.
        .executableTarget(
            name: "mutate",
            dependencies: ["UprightBase", "UprightFormats", "UprightRewriting"],
            path: "torture/mutate", swiftSettings: strict),

        // Tests.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestJPEG", dependencies: ["UprightBase", "UprightCodecs"], path: "Tests/TestJPEG",
            swiftSettings: strict),
        .target(
            name: "TestRaster", dependencies: ["UprightBase", "UprightCodecs", "UprightFormats"],
            path: "Tests/TestRaster", swiftSettings: strict),
        .testTarget(
            name: "FixtureTests", dependencies: ["UprightBase", "TestSupport"], swiftSettings: ofTests),
        .testTarget(
            name: "UprightCommandTests",
            dependencies: [
                "UprightBase", "UprightConfiguration", "UprightSteps", "UprightEngine", "UprightService", "TestSupport",
                "TestRaster", "UprightFormats", "UprightCommand", "upright-codec", "codec-fault",
            ],
            swiftSettings: ofTests),
        tests(of: "UprightBase", in: "UprightBytesTests"),
        tests(of: "UprightBase", in: "UprightJSONTests"),
        tests(of: "UprightBase", in: "UprightXMLTests"),
        tests(of: "UprightBase", in: "UprightGeometryTests"),
        tests(of: "UprightBase", in: "UprightThreadsTests"),
        tests(of: "UprightBase", in: "UprightDigestsTests"),
        tests(of: "UprightFormats", in: "UprightContainersTests", ["UprightBase", "TestRaster"]),
        tests(
            of: "UprightFormats", in: "UprightMetadataTests",
            ["UprightBase", "UprightRewriting", "TestSupport"]),
        tests(
            of: "UprightRewriting", in: "UprightEditingTests",
            ["UprightBase", "UprightFormats", "TestSupport"]),
        tests(
            of: "UprightCodecs",
            ["UprightBase", "UprightFormats", "TestJPEG", "TestRaster"]),
        tests(
            of: "UprightRewriting",
            [
                "Upright", "sample", "UprightBase", "UprightCodecs", "UprightFormats", "TestJPEG",
                "TestRaster", "TestSupport",
            ]),
        tests(
            of: "UprightWorker",
            ["TestSupport", "UprightBase", "UprightFormats", "UprightRewriting", "upright-codec", "codec-fault"]),
        tests(of: "UprightFiles", ["CUprightLinux", "UprightBase", "TestSupport"]),
        tests(of: "UprightFiles", in: "UprightShotsTests", ["TestSupport"]),
        tests(of: "UprightRewriting", in: "UprightLabelsTests", ["UprightBase"]),
        tests(of: "UprightFiles", in: "UprightWatchingTests", ["TestSupport"]),
        tests(
            of: "UprightFiles", in: "UprightJournalTests",
            ["UprightRewriting", "TestSupport", product("GRDB", "GRDB.swift")]),
        tests(
            of: "UprightPlaces", ["UprightFormats", "UprightService", "TestSupport"],
            exclude: ["labelled.tsv", "named.tsv", "seats.tsv"]),
        tests(of: "Albums", ["UprightFormats", "UprightPlaces", "TestSupport"]),
        tests(of: "UprightAlbums", ["UprightFiles", "UprightFormats", "UprightPlaces"]),
        tests(
            of: "UprightService", in: "UprightHTTPTests",
            ["UprightFiles", product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio")]),
        tests(
            of: "UprightService", in: "UprightGalleryTests",
            [
                "UprightConfiguration", "UprightRewriting", "UprightAlbums", "UprightBase", "UprightFiles",
                "UprightFormats", "UprightPlaces", "TestSupport",
            ]),
        tests(
            of: "UprightService",
            [
                "UprightFormats", "UprightFiles", "UprightBase", "UprightConfiguration", "UprightSteps",
                "UprightEngine", "UprightAlbums", "UprightWorker", "UprightRewriting",
                "UprightPlaces", "TestSupport", "UprightCommand", "upright-codec", product("Logging", "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// One libFuzzer target per parser, in `fuzz/<name>`. They have no main function: only `scripts/fuzz` can link them.
if Context.environment["UPRIGHT_FUZZ"] != nil {
    for name in [
        "jpeg", "png", "gif", "exif", "xmp", "photoshop", "properties", "formats", "normalizer", "heif", "webp", "tiff",
    ] {
        package.targets.append(
            .executableTarget(
                name: "fuzz-" + name,
                dependencies: ["UprightBase", "UprightFormats", "UprightRewriting"],
                path: "fuzz/" + name, swiftSettings: strict))
    }
    let further: [(name: String, dependencies: [Target.Dependency])] = [
        ("json", ["UprightBase", "UprightFormats"]),
        ("requests", ["UprightEngine", "UprightBase", "UprightWorker"]),
        (
            "queries",
            [
                "UprightAlbums", "UprightFiles", "UprightService", "UprightFormats", "UprightPlaces",
                product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio"),
            ]
        ),
    ]
    for target in further {
        package.targets.append(
            .executableTarget(
                name: "fuzz-" + target.name, dependencies: target.dependencies, path: "fuzz/" + target.name,
                swiftSettings: strict))
    }
    package.targets.append(
        .executableTarget(
            name: "fuzz-http",
            dependencies: ["UprightService", product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio")],
            path: "fuzz/http", swiftSettings: strict))
}
