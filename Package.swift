// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

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

/// The tests of a module, in the folder `Tests/<module>Tests`.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: strict)
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
            targets: [
                "Upright", "ImageMetadata", "UprightRewriting", "UprightEditing", "UprightMetadata",
                "UprightContainers",
                "UprightGeometry", "UprightThreads",
            ]),
        .library(
            name: "ImageMetadata",
            targets: [
                "ImageMetadata", "UprightRewriting", "UprightEditing", "UprightMetadata", "UprightContainers",
                "UprightGeometry", "UprightThreads",
            ]),
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
        module("UprightBytes", "Base/Bytes"),
        module("UprightGeometry", "Base/Geometry"),
        module("UprightJSON", "Base/JSON", ["UprightBytes"]),
        module("UprightXML", "Base/XML", ["CUprightExpat"]),
        module("UprightThreads", "Base/Threads"),
        module("UprightDigests", "Base/Digests", ["CUprightNettle", "CUprightDeflate"]),
        .target(
            name: "CUprightLinux", dependencies: ["CUprightSeccomp"], path: "Sources/Base/Linux"),
        .target(
            name: "CUprightLazyCurl", path: "Sources/Base/Libraries/CLazyCurl",
            cSettings: isStandalone ? [.define("UPRIGHT_STANDALONE")] : []),

        // Formats: containers and the metadata model.
        module("UprightContainers", "Formats/Containers", ["UprightBytes", "UprightGeometry", "CUprightDeflate"]),
        .target(
            name: "CUprightMakerNotes", path: "Sources/Formats/MakerNoteData",
            exclude: [
                "canon.txt", "minolta.txt", "nikon.txt", "olympus.txt", "pentax.txt", "sony.txt", "lenses.txt",
            ]),
        module(
            "UprightMetadata", "Formats/Metadata",
            [
                "UprightBytes", "UprightJSON", "UprightXML", "UprightGeometry", "UprightContainers", "UprightDigests",
                "CUprightZlib", "CUprightMakerNotes",
            ]),

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
            "UprightCodecs", "Codecs", ["UprightGeometry", "UprightContainers", "CUprightCodecs", "UprightThreads"],
            exclude: ["C", "Libraries"]),

        // Positions, tracks and sidecars.
        module("UprightGeodata", "Formats/Geodata", ["UprightBytes", "UprightJSON", "UprightXML"]),

        // Rewriting: read, plan, turn, edit, assemble, verify.
        module(
            "UprightEditing", "Rewriting/Metadata",
            [
                "UprightBytes", "UprightGeometry", "UprightContainers", "UprightDigests", "UprightMetadata",
                "CUprightZlib",
            ]),
        module(
            "ImageMetadata", "Library/ImageMetadata",
            ["UprightRewriting", "UprightEditing", "UprightMetadata", "UprightContainers", "UprightGeometry"]),
        module(
            "UprightRewriting", "Rewriting",
            [
                "UprightBytes", "UprightGeometry", "UprightDigests", "UprightContainers", "UprightMetadata",
                "UprightEditing", "UprightCodecs", "UprightThreads", "CUprightZlib",
            ], exclude: ["Metadata", "Labels"]),
        module(
            "UprightLabels", "Rewriting/Labels",
            [
                "UprightGeometry", "UprightJSON", "UprightXML", "UprightContainers", "UprightMetadata",
                "UprightRewriting",
            ]),
        module(
            "Upright", "Library/Upright",
            [
                "ImageMetadata", "UprightRewriting", "UprightEditing", "UprightMetadata",
                "UprightContainers",
                "UprightGeometry",
                "UprightThreads",
            ]),

        // Worker: protocol, sandbox, process, pool.
        module(
            "UprightWorker", "Worker",
            [
                "UprightBytes", "UprightDigests", "UprightGeometry", "UprightContainers", "UprightMetadata",
                "UprightEditing", "UprightJSON",
                "UprightCodecs", "UprightRewriting", "UprightLabels", "UprightGeodata", "CUprightLinux",
                "UprightThreads",
            ]),

        // Files: the only code that touches users' files.
        module("UprightFiles", "Files/Store", ["CUprightLinux", "UprightBytes", "UprightDigests"]),
        module("UprightWatching", "Files/Watching", ["CUprightLinux", "UprightThreads", "UprightFiles"]),
        module("UprightShots", "Files/Shots", ["UprightFiles", "UprightRewriting"]),
        module(
            "UprightJournal", "Files/Journal",
            [
                "UprightDigests", "UprightEditing", "UprightRewriting", "UprightFiles", product("GRDB", "GRDB.swift"),
                product("GRDBSQLite", "GRDB.swift"),
            ]),

        // Places: gazetteer, geocoders, tracks, sidecars.
        .target(name: "CUprightGazetteer", path: "Sources/Places/C", exclude: ["gazetteer.bin"]),
        module(
            "UprightPlaces", "Places",
            [
                "UprightBytes", "UprightThreads", "UprightGeodata", "UprightFiles", "UprightConfiguration",
                "CUprightGazetteer", "CUprightDeflate",
            ],
            exclude: ["C", "Public"]),
        module(
            "Places", "Places/Public",
            ["ImageMetadata", "UprightEditing", "UprightMetadata", "UprightGeodata", "UprightPlaces"]),

        // Steps, the engine and the service.
        module(
            "UprightAlbums", "Steps/Albums/Library",
            [
                "UprightBytes", "UprightGeodata", "UprightPlaces", "UprightJournal", "UprightFiles", "UprightDigests",
                product("GRDB", "GRDB.swift"),
            ],
            resources: [.embedInCode("Dates/dates.tsv")]),
        module("Albums", "Steps/Albums/Public", ["Places", "UprightAlbums", "UprightPlaces"]),
        module(
            "UprightHTTP", "Service/HTTP",
            [
                "CUprightLinux", "UprightThreads", "UprightConfiguration", "UprightDigests", "UprightFiles",
                product("NIOCore", "swift-nio"), product("NIOPosix", "swift-nio"), product("NIOHTTP1", "swift-nio"),
            ]),
        .target(name: "CUprightGalleryFiles", path: "Sources/Service/Gallery/C"),
        module(
            "UprightGallery", "Service/Gallery",
            [
                "CUprightGalleryFiles",
                "UprightBytes", "UprightContainers", "UprightRewriting", "UprightGeodata", "UprightPlaces",
                "UprightAlbums", "UprightJournal", "UprightFiles", "UprightDigests",
                "UprightConfiguration", "UprightHTTP",
            ], exclude: ["C", "Assets", "Templates", "Words"]),
        module(
            "UprightConfiguration", "Configuration",
            ["UprightRewriting", "UprightWorker", "UprightFiles", product("Yams", "Yams")],
            resources: [.embedInCode("VERSION")]),
        module(
            "UprightSteps", "Steps",
            [
                "UprightBytes", "UprightConfiguration", "UprightMetadata", "UprightEditing", "UprightContainers",
                "UprightRewriting", "UprightDigests", "UprightFiles", "UprightShots",
                "UprightJournal", "UprightWorker", "UprightGeodata", "UprightPlaces", "UprightAlbums",
                "UprightGeometry",
                product("Yams", "Yams"),
            ], exclude: ["Albums/Library", "Albums/Public"]),
        module(
            "UprightEngine", "Engine",
            [
                "UprightBytes", "UprightJSON", "CUprightLinux", "UprightGeometry", "UprightDigests",
                "UprightContainers", "UprightMetadata",
                "UprightEditing", "UprightLabels", "UprightRewriting", "UprightWorker", "UprightFiles",
                "UprightWatching", "UprightShots",
                "UprightJournal",
                "UprightGeodata", "UprightPlaces", "UprightThreads", "UprightConfiguration", "UprightSteps",
                product("Yams", "Yams"),
            ]),
        module(
            "UprightService", "Service",
            [
                "UprightBytes", "UprightJSON", "UprightThreads", "CUprightLinux", "UprightGeometry",
                "UprightDigests",
                "UprightContainers",
                "UprightMetadata",
                "UprightEditing", "UprightRewriting", "UprightWorker", "UprightFiles", "UprightWatching",
                "UprightShots", "UprightJournal",
                "UprightGeodata", "UprightPlaces", "UprightAlbums", "UprightConfiguration", "UprightSteps",
                "UprightEngine",
                "UprightGallery", "UprightHTTP",
                product("Logging", "swift-log"),
            ], exclude: ["Gallery", "HTTP"],
            resources: ["page.html", "page.css", "page.js", "openapi.json"].map {
                .embedInCode("PictureService/Assets/" + $0)
            }),

        // Programs.
        .executableTarget(
            name: "UprightCommand",
            dependencies: [
                "UprightBytes", "UprightDigests", "UprightJSON", "UprightThreads",
                "CUprightLinux", "UprightGeometry", "UprightContainers", "UprightConfiguration", "UprightSteps",
                "UprightEngine", "UprightService",
                "UprightFiles", "UprightGallery", "UprightHTTP", "UprightMetadata", "UprightEditing",
                "UprightJournal", "UprightWorker", "UprightLabels", "UprightRewriting", "UprightGeodata",
                "UprightPlaces",
                "UprightAlbums",
                "CUprightLazyCurl",
                product("ArgumentParser", "swift-argument-parser"),
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
            name: "codec-fault", dependencies: ["CUprightLinux", "UprightCodecs", "UprightWorker", "UprightThreads"],
            path: "Tests/codec-fault", swiftSettings: strict),
        // Normalizes mutated files. For the torture suite only; never installed.
        .executableTarget(
            name: "mutate",
            dependencies: [
                "UprightBytes", "UprightMetadata", "UprightEditing", "UprightRewriting", "UprightThreads",
            ],
            path: "torture/mutate", swiftSettings: strict),

        // Tests.
        .target(name: "CTestSupport", path: "Tests/CTestSupport"),
        .target(
            name: "TestSupport", dependencies: ["CTestSupport"], path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestJPEG", dependencies: ["UprightGeometry", "UprightCodecs"], path: "Tests/TestJPEG",
            swiftSettings: strict),
        .target(
            name: "TestRaster", dependencies: ["UprightGeometry", "UprightCodecs", "UprightContainers"],
            path: "Tests/TestRaster", swiftSettings: strict),
        .testTarget(
            name: "FixtureTests", dependencies: ["UprightDigests", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "UprightCommandTests",
            dependencies: [
                "UprightDigests", "UprightConfiguration", "UprightSteps", "UprightEngine", "UprightService",
                "TestSupport", "UprightCommand", "upright-codec", "codec-fault",
            ],
            swiftSettings: strict),
        tests(of: "UprightBytes"),
        tests(of: "UprightJSON"),
        tests(of: "UprightXML"),
        tests(of: "UprightGeometry"),
        tests(of: "UprightThreads"),
        tests(of: "UprightDigests"),
        tests(of: "UprightContainers", ["UprightGeometry", "TestRaster"]),
        tests(
            of: "UprightMetadata",
            [
                "UprightBytes", "UprightDigests", "UprightEditing", "UprightGeometry", "UprightContainers",
                "UprightRewriting", "TestSupport",
            ]),
        tests(
            of: "UprightEditing",
            [
                "UprightBytes", "UprightRewriting", "UprightGeometry", "UprightDigests", "UprightContainers",
                "UprightMetadata",
                "TestSupport",
            ]),
        tests(
            of: "UprightCodecs",
            ["UprightGeometry", "UprightContainers", "TestJPEG", "TestRaster", "UprightThreads"]),
        tests(
            of: "UprightRewriting",
            [
                "Upright", "sample", "UprightBytes", "UprightDigests", "UprightGeometry", "UprightCodecs",
                "UprightContainers",
                "UprightMetadata",
                "UprightEditing", "TestJPEG", "TestRaster", "TestSupport", "UprightThreads",
            ]),
        tests(
            of: "UprightWorker",
            [
                "TestSupport", "UprightBytes", "UprightThreads", "UprightDigests", "UprightGeometry", "UprightJSON",
                "UprightContainers", "UprightMetadata",
                "UprightEditing",
                "UprightRewriting",
                "upright-codec", "codec-fault",
            ]),
        tests(of: "UprightFiles", ["CUprightLinux", "UprightWatching", "UprightDigests", "TestSupport"]),
        tests(of: "UprightShots", ["UprightFiles", "TestSupport"]),
        tests(of: "UprightLabels", ["UprightGeometry"]),
        tests(of: "UprightWatching", ["UprightFiles", "TestSupport"]),
        tests(
            of: "UprightJournal", ["UprightRewriting", "UprightFiles", "TestSupport", product("GRDB", "GRDB.swift")]),
        tests(
            of: "UprightPlaces", ["UprightGeodata", "UprightHTTP", "TestSupport"],
            exclude: ["labelled.tsv", "named.tsv"]),
        tests(of: "Albums", ["UprightGeodata", "UprightPlaces", "TestSupport"]),
        tests(of: "UprightAlbums", ["UprightFiles", "UprightGeodata", "UprightPlaces"]),
        tests(
            of: "UprightHTTP", ["UprightFiles", product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio")]),
        tests(
            of: "UprightGallery",
            [
                "UprightConfiguration", "UprightRewriting", "UprightAlbums", "UprightDigests", "UprightHTTP",
                "UprightFiles", "UprightJournal", "UprightGeodata",
                "UprightPlaces",
                "TestSupport",
            ]),
        tests(
            of: "UprightService",
            [
                "UprightMetadata", "UprightWatching", "UprightJSON", "UprightDigests", "UprightConfiguration",
                "UprightSteps", "UprightEngine",
                "UprightAlbums", "UprightHTTP", "UprightWorker", "UprightFiles", "UprightGallery", "UprightContainers",
                "UprightEditing", "UprightJournal", "UprightRewriting", "UprightGeodata",
                "UprightPlaces",
                "TestSupport",
                "UprightCommand",
                "upright-codec", product("Logging", "swift-log"),
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
                dependencies: [
                    "UprightBytes", "UprightGeometry", "UprightContainers", "UprightMetadata", "UprightEditing",
                    "UprightRewriting",
                ],
                path: "fuzz/" + name, swiftSettings: strict))
    }
    let further: [(name: String, dependencies: [Target.Dependency])] = [
        ("json", ["UprightJSON", "UprightGeodata"]),
        ("requests", ["UprightEngine", "UprightJSON", "UprightWorker"]),
        (
            "queries",
            [
                "UprightAlbums", "UprightFiles", "UprightGallery", "UprightGeodata", "UprightHTTP", "UprightJournal",
                "UprightPlaces", product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio"),
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
            dependencies: ["UprightHTTP", product("NIOCore", "swift-nio"), product("NIOEmbedded", "swift-nio")],
            path: "fuzz/http", swiftSettings: strict))
}
