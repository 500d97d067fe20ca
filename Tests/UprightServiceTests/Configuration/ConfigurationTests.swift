internal import UprightWorker
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightFiles
import Foundation
import UprightRewriting
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    static let least = "folders: [{source: in, output: out}]\nstate: state\n"

    static func read(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration(parsing: Array(text.utf8), file: "c.yaml", folder: "/base/conf", home: "/home/me")
    }

    @Test func theShippedFileWorksFromACheckout() throws {
        let file = Fixture.repository.appending(path: "pipeline.yaml").path()
        let configuration = try Configuration.load(file: file)
        let root = LexicalPath.normalized(Fixture.repository.path())
        #expect(configuration.folders == [.init(source: root + "/drop", output: root + "/normalized")])
        #expect(configuration.state == root + "/state")
        #expect(configuration.steps.map { type(of: $0).name } == ["orient"])
    }

    /// Uncommenting every key of the shipped file changes nothing: its comments show the defaults.
    @Test func theShippedFileShowsTheDefaults() throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: "pipeline.yaml"), encoding: .utf8)
        let shipped = try Self.read(text)
        let keys = try Regex(#"(?m)^( *)# ([a-z-]+: .*|         ["*].*)$"#)
        let open = text.replacing(keys) { match in
            "\(match.output[1].substring ?? "")\(match.output[2].substring ?? "")"
        }
        .replacing(try Regex(#"(?m)^ *originals-folder:.*$"#), with: "")
        .replacing(try Regex(#"listen: .*"#), with: "")
        let opened = try Self.read(open)
        #expect(open.contains("\n    settle: 2s") && open.contains("\n  pixels: 256M") && open.contains("\njobs: auto"))
        #expect(opened.folders == shipped.folders)
        #expect(opened.normalization == shipped.normalization)
        #expect(opened.worker == shipped.worker)
        #expect(opened.retry == shipped.retry)
        #expect(opened.log == shipped.log)
        #expect(opened.jobs == shipped.jobs && opened.freeSpace == shipped.freeSpace)
        #expect(opened.journalRetention == nil)
    }

    @Test func pathsAreRelativeToTheFilesFolder() throws {
        let configuration = try Self.read(
            "folders: [{source: ./a/../in, output: ~/out, rejected: /var//rejected/.}]\nstate: ../state\n")
        let folder = try #require(configuration.folders.first)
        #expect(folder.source == "/base/conf/in")
        #expect(folder.output == "/home/me/out")
        #expect(folder.rejected == "/var/rejected")
        #expect(configuration.state == "/base/state")
        #expect(configuration.status.listen == .unix(path: "/base/state/status.sock"))
    }

    @Test(arguments: [
        ("tiles: a/b.pmtiles", MapTiles(.archive("/base/conf/a/b.pmtiles"))),
        (
            "tiles: 'https://t.example:8443/{z}/{x}/{y}.png', tiles-credit: Me",
            MapTiles(
                .images(template: "https://t.example:8443/{z}/{x}/{y}.png", origin: "https://t.example:8443"),
                credit: "Me")
        ),
    ])
    func tilesOfTheMap(text: String, tiles: MapTiles) throws {
        #expect(
            try Self.read("folders: [{source: in, output: out}]\nstate: s\ngallery: {\(text)}").gallery.tiles == tiles)
    }

    @Test(arguments: [
        "tiles: a/b.mbtiles", "tiles: 'https://t.example/{z}/{x}.png'", "tiles: 'ftp://t.example/{z}/{x}/{y}.png'",
        "tiles: \"https://t.example; script-src 'unsafe-inline'/{z}/{x}/{y}.png\"", "tiles: 'https:///{z}/{x}/{y}.png'",
        "tiles-credit: Me",
    ])
    func noTiles(text: String) throws {
        #expect(throws: (any Error).self) {
            try Self.read("folders: [{source: in, output: out}]\nstate: s\ngallery: {\(text)}")
        }
    }

    @Test func everyKeyIsRead() throws {
        let configuration = try Self.read(
            """
            folders:
              - source: in
                output: out
                recursive: no
                correct-extension: off
                turns: false
                lossy: turn
                backend: poll
                poll-interval: 250ms
                settle: 0s
                scan-interval: 1h
                originals: move
                originals-folder: done
                rejected: bad
                companions: false
                ignore: ["*.tmp"]
            state: state
            steps: [orient]
            jobs: 3
            damaged: reject
            invalid-orientation: set
            orientation-from: [sidecar, exif]
            verify: off
            sandbox: required
            limits: {pixels: 1G, side: 100, file-size: 1.5KiB, scans: 2, chunk-size: 1MB, inflated-metadata: 3,
              frames: 4, animation-pixels: 5k, memory: 2GiB, cpu-time: 7s, time: 1min, output-ratio: 2,
              output-allowance: 0, files-per-worker: 9, free-space: 1TiB}
            retry: {attempts: 2, delay: 1s, longest-delay: 1d}
            journal: {keep: 30d}
            log: {level: debug, format: json}
            status: {listen: "[::1]:9180"}
            """)
        var folder = FolderConfiguration(source: "/base/conf/in", output: "/base/conf/out")
        (folder.recursive, folder.correctExtension, folder.turns, folder.companions) = (false, false, false, false)
        folder.lossy = .turn
        (folder.backend, folder.pollInterval, folder.settle) = (.poll, .milliseconds(250), .zero)
        folder.scanInterval = .seconds(3600)
        folder.originals = .move(to: "/base/conf/done")
        (folder.rejected, folder.ignore) = ("/base/conf/bad", ["*.tmp"])
        #expect(configuration.folders == [folder])
        var options = NormalizationOptions()
        (options.damaged, options.verification) = (.reject, .off)
        (options.invalidOrientation, options.orientationFrom) = (.set, [.sidecar, .exif])
        options.limits.pixels = 1_000_000_000
        (options.limits.side, options.limits.fileSize, options.limits.scans) = (100, 1536, 2)
        (options.limits.chunkSize, options.limits.inflatedMetadata) = (1_000_000, 3)
        (options.limits.frames, options.limits.animationPixels) = (4, 5_000)
        (options.limits.output.ratio, options.limits.output.allowance) = (2, 0)
        #expect(configuration.normalization == options)
        #expect(configuration.normalization(in: folder).turns == false)
        #expect(configuration.normalization(in: folder).lossy == .turn)
        var worker = WorkerConfiguration()
        (worker.sandbox, worker.limits.memory) = (.required, 2 << 30)
        (worker.limits.cpuTime, worker.limits.time) = (.seconds(7), .seconds(60))
        worker.limits.filesPerWorker = 9
        #expect(configuration.worker == worker)
        #expect(configuration.freeSpace == 1 << 40)
        #expect(configuration.jobs == 3)
        #expect(configuration.journalRetention == .seconds(30 * 86_400))
        #expect(configuration.retry.attempts == 2 && configuration.retry.longestDelay == .seconds(86_400))
        #expect(configuration.log.level == .debug && configuration.log.format == .json)
        #expect(configuration.status.listen == .tcp(host: "::1", port: 9180))
    }

    @Test func anEmptySectionGivesDefaults() throws {
        let configuration = try Self.read(Self.least + "limits:\nlog:\n")
        #expect(configuration.normalization == NormalizationOptions())
    }

    @Test func acceptsAByteOrderMarkAndCarriageReturns() throws {
        let text = "\u{FEFF}" + Self.least.replacing("\n", with: "\r\n")
        #expect(try Self.read(text).folders.count == 1)
    }

    @Test func aPipelineWithoutOrientTurnsNothing() throws {
        let configuration = try Self.read(Self.least + "steps: []\n")
        #expect(configuration.normalization(in: try #require(configuration.folders.first)).turns == false)
    }

    @Test("unfinished, temporary and administrative names are ignored by default, and pictures are not")
    func defaultIgnore() {
        let rules = IgnoreRules(FolderConfiguration.defaultIgnore)
        for name in [
            "a.jpg_original", "a.jpg_exiftool_tmp", "a.jpg.aria2", "a.jpg.opdownload", "a.jpg.!ut", "a.jpg.!qB",
            "a.jpg.!sync", "a.jpg.!bt", "a.jpg.bts", "a.jpg.ffs_tmp", "a.jpg.drivedownload", "a.jpg.uploading",
            "a.jpg.driveupload", "a.jpg@SynoEAStream", "@Recycle/a.jpg", "sub/@Recycle/b/a.jpg", "@eaDir/a.jpg/x.jpg",
            "a.jpg.crdownload", "a.jpg.part", ".syncthing.a.jpg.tmp", "~syncthing~a.jpg.tmp", "__MACOSX/a.jpg",
            "@Recently-Snapshot/x/a.jpg", "a.jpg.downloading", "a.jpg.nextcloud", "a.jpg.filepart",
        ] { #expect(rules.reason(toIgnore: RawPath(name)) != nil, "\(name)") }
        for name in [
            "a.jpg", "original.jpg", "a_original.jpg", "a original.png", "@home.jpg", "uploading.jpg", "aria2.gif",
            "sync.png",
        ] { #expect(rules.reason(toIgnore: RawPath(name)) == nil, "\(name)") }
    }

    @Test("the globs that are shown in pipeline.yaml are the default")
    func shownIgnore() throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: "pipeline.yaml"), encoding: .utf8)
        let list = try #require(text.firstMatch(of: /# ignore: \[([^\]]*)\]/)?.output.1)
        let globs = list.matches(of: /"([^"]*)"/).map { String($0.output.1) }
        #expect(globs == FolderConfiguration.defaultIgnore)
    }
}
