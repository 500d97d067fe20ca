internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import ArgumentParser
internal import UprightFiles
internal import Foundation
internal import UprightRewriting
internal import UprightFormats
internal import UprightPlaces
internal import UprightWorker

/// `upright geotag`: adds positions to pictures.
struct Geotag: AsyncParsableCommand, TakesManyArguments {
    static let configuration = CommandConfiguration(
        commandName: "geotag", abstract: "Adds positions to pictures, from GPS tracks, sidecars or a fixed position.",
        discussion: """
            The sources, in order: an XMP or Takeout sidecar next to the picture, the tracks, the fixed position. A picture \
            that has a position keeps it, unless --overwrite is given. If the nearest fix is more than --max-gap away, a picture \
            gets no position instead of a guess. Between two fixes, the position is interpolated if they are at most \
            --max-gap apart; elsewhere it is that of the nearest fix. With a position of a track, a picture gets the GPS \
            time, in UTC.

            Examples:
              upright geotag ~/Pictures --gpx day.gpx --dry-run
              upright geotag ~/Pictures --gpx day.gpx --clock-offset -90s
              upright geotag scan.png --position 48.137154,11.576124 --output placed
            """)

    @Argument(help: ArgumentHelp("Pictures and folders.", valueName: "path"), completion: .file())
    var paths: [GatheredArguments]

    @Option(help: ArgumentHelp("A GPS track; can be repeated.", valueName: "track"), completion: .file())
    var gpx: [String] = []

    // Southern latitudes, western zones and offsets of fast clocks start with a minus sign.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The position for pictures without another source.", valueName: "lat,lon[,alt]"))
    var position: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time zone of the camera's clock, such as Europe/Berlin or +02:00.", valueName: "zone"))
    var zone: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("What to add to the camera's clock: seconds, or such as -1h.", valueName: "time"),
        transform: Seconds.parse)
    var clockOffset = 0.0

    @Option(
        help: ArgumentHelp(
            "The longest time to the nearest fix, and the longest gap to interpolate: seconds, or such as 5min.",
            valueName: "time"),
        transform: Seconds.parse)
    var maxGap = Track.defaultGap

    @Flag(inversion: .prefixedNo, help: "Read XMP and Takeout sidecars.")
    var sidecars = true

    @Flag(help: "Replace existing positions.")
    var overwrite = false

    @OptionGroup var beside: SidecarOption

    @Flag(help: "Keep the original next to the edited file.")
    var backup = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write edited copies to this folder instead.", valueName: "dir"), completion: .directory)
    var output: String?

    @Flag(help: "Replace existing files in the output folder.")
    var force = false

    @Flag(
        name: [.customShort("n"), .long],
        help: "Write nothing; show each picture's position, source and distance from the nearest fix.")
    var dryRun = false

    @Flag(help: "Print a line of JSON for each picture.")
    var json = false

    func validate() throws {
        if output == nil, force { throw ValidationError("--force needs --output.") }
        if output != nil, backup {
            throw ValidationError("--backup is for files edited in place; --output leaves the originals.")
        }
        if let position, Position(position) == nil {
            throw ValidationError("--position takes \(Position.expected(insteadOf: position)); found \(position)")
        }
        if let zone, !CameraTime.isZone(zone) {
            throw ValidationError("\"\(zone)\" is not a time zone: expected one such as Europe/Berlin or +02:00.")
        }
        if !(maxGap >= 0 && maxGap < 1e9) {
            throw ValidationError("--max-gap takes seconds, or a duration such as 5min.")
        }
    }

    func run() async throws {
        // Confined workers read pictures, sidecars and tracks, as for the daemon.
        let workers = try await FileWorkers.startingForCommand()
        let reader = workers.reader
        var sources = GeotagSources()
        sources.track = gpx.isEmpty ? nil : try await readTracks(by: workers)
        sources.readsSidecars = sidecars
        sources.fixed = position.flatMap { Position($0) }
        sources.zone = zone
        sources.clockOffset = clockOffset
        sources.gap = maxGap
        sources.overwrites = overwrite
        let gazetteer = try GazetteerOption.geocoding(PlaceNaming()).gazetteer
        let geotagger = Geotagger(sources, reader: reader, limits: workers.limits) { gazetteer.timeZone(at: $0) }
        var summary = Summary()
        var table = GeotagTable(clockOffset: clockOffset)
        let arguments = PictureArguments(paths.texts).found
        for failure in arguments.failures {
            summary.failed += 1
            Console.shared.error(failure)
        }
        let destination: TagRun.Destination =
            output.map { .folder(RawPath(argument: $0), replacing: force) } ?? .inPlace(backup: backup)
        var tagging = TagRun(workers, destination: destination)
        tagging.writesSidecars = beside.sidecar != nil
        let run = tagging
        let work: @Sendable (RawPath) async -> Geotagged = { [overwrite, dryRun] path in
            var geotagged = Geotagged(path: path)
            do {
                geotagged.finding = try await Self.finding(for: path, by: geotagger, workers)
                if geotagged.finding.isNew, !dryRun {
                    geotagged.failure = await Self.write(geotagged.finding, to: path, run, overwrites: overwrite)
                }
            } catch {
                geotagged.failure = "\(error)"
                geotagged.finding = GeotagFinding(unreadable: "\(error)")
                geotagged.message = error is FileError ? "\(error)" : "\(path): \(error)"
            }
            return geotagged
        }
        await workers.run(arguments.files, keys: run.keys, work) { geotagged in
            let (shown, finding, failure) = (geotagged.path.description, geotagged.finding, geotagged.failure)
            if let message = geotagged.message, !json {
                summary.failed += 1
                Console.shared.error(message)
                return true
            }
            if let skew = finding.skew { summary.skews.append(skew) }
            switch finding.source {
            case _ where failure != nil: summary.failed += 1
            case _ where finding.isNew: summary.found += 1
            case .picture: summary.kept += 1
            default: summary.without += 1
            }
            if let failure, !json {
                Console.shared.error("rejected: \(shown): \(failure)")
            } else if dryRun, !json {
                table.add(finding, path: shown)
            } else {
                Console.shared.print(json ? finding.json(path: shown, failure: failure) : finding.line(shown))
            }
            return true
        }
        await workers.shutDown()
        for line in table.lines { Console.shared.print(line) }
        if !json { report(summary) }
        if summary.failed > 0 { throw ExitStatus.rejected }
    }

    private struct Summary {
        var found = 0
        var kept = 0
        var without = 0
        var failed = 0
        var skews: [Double] = []
    }

    private func report(_ summary: Summary) {
        Console.shared.report(
            "\(summary.found) \(dryRun ? "would get" : "got") a position, \(summary.kept) had one, "
                + "\(summary.without) without, \(summary.failed) failed")
        let skews = summary.skews.sorted()
        if let skew = skews.isEmpty ? nil : skews[skews.count / 2], skew.magnitude >= 2 {
            Console.shared.report(
                "the camera's clock is \(Int(saturating: skew.magnitude)) s \(skew > 0 ? "behind" : "ahead of") GPS time in the median of "
                    + "\(skews.count) pictures: --clock-offset \(Int(saturating: clockOffset + skew)) corrects this")
        }
    }

    private func readTracks(by workers: FileWorkers) async throws -> Track {
        do throws(OperationError) {
            return try await TrackFiles(gpx.map { RawPath(argument: $0) }).track(
                by: workers.reader, limits: workers.limits)
        } catch {
            Console.shared.error("\(error)")
            throw ExitStatus.rejected
        }
    }

    /// What was found for a picture, and what came of it.
    private struct Geotagged: Sendable {
        var path: RawPath
        var finding = GeotagFinding(unreadable: "")
        /// Why it has failed.
        var failure: String?
        /// What to tell about a picture that cannot be read.
        var message: String?
    }

    /// Why the content of a file is no picture.
    private static func finding(
        for path: RawPath, by geotagger: Geotagger, _ workers: FileWorkers
    ) async throws -> GeotagFinding {
        let file = try FileStore.open(path)
        defer { withExtendedLifetime(file) {} }
        // A folder can be opened, but not read.
        _ = try file.read(1, at: 0)
        let facts = try await workers.reader.facts(source: file.descriptor, limits: workers.limits)
        if let reason = facts.reason { throw OperationError(reason) }
        return await geotagger.finding(
            for: facts, beside: path.name, in: try OpenFolder(path.parent.isEmpty ? "." : path.parent))
    }

    private static func write(
        _ finding: GeotagFinding, to path: RawPath, _ run: TagRun, overwrites: Bool
    ) async -> String? {
        guard let position = finding.position else { return nil }
        let report = await run.tag(path) { type in
            MetadataEdit.position(
                latitude: GeotagFinding.text(position.latitude), longitude: GeotagFinding.text(position.longitude),
                altitude: position.altitude.map(GeotagFinding.text), type: type
            ).map { edits in
                let time = finding.fixTime.map {
                    MetadataEdit.gpsTime($0, type: type, when: overwrites ? .always : .whereBlank)
                }
                return edits + (time ?? [])
            } ?? []
        }
        return report.outcome == .rejected ? report.reason : nil
    }
}

extension GeotagFinding {
    /// A number in decimal notation, without an exponent.
    static func text(_ value: Double) -> String {
        DecimalDegrees.text(value)
    }

    /// The position in degrees, to a tenth of a metre.
    var positionText: String { position.map { String(format: "%.6f,%.6f", $0.latitude, $0.longitude) } ?? "-" }

    /// The UTC offset of the camera's clock, and its source: `UTC+02:00, by the picture`.
    var clockText: String {
        guard let zone, let zoneOffset else { return "-" }
        let offset = Self.offsetText(zoneOffset)
        switch zone {
        case .picture: return offset + ", by the picture"
        case .configured: return offset + ", as configured"
        case .track: return offset + ", where the track is"
        case .none: return offset + ", because there is no zone"
        }
    }

    /// The distance to the nearest fix of the track, in time and, if there is a position, on the ground.
    var distanceText: String {
        guard let seconds else { return "-" }
        let time = String(format: seconds < 10 ? "%.1f s" : "%.0f s", seconds)
        return metres.map { time + String(format: $0 < 10 ? ", %.1f m" : ", %.0f m", $0) } ?? time
    }

    func line(_ path: String) -> String {
        var line = path + ": "
        if position != nil { line += positionText + "  " }
        line += "(\(sourceText))"
        if zone != nil { line += "  " + clockText }
        if seconds != nil, position != nil { line += "  " + distanceText + " from the nearest fix" }
        for warning in warnings { line += "  warning: \(warning)" }
        return line
    }

    func json(path: String, failure: String?) -> String {
        return JSONValue.object([
            ("source", .string(path)), ("latitude", .measure(position?.latitude)),
            ("longitude", .measure(position?.longitude)), ("altitude", .measure(position?.altitude)),
            ("from", .text(sourceText)), ("isNew", .boolean(isNew)),
            ("time", .time(time.map { Int64(saturating: ($0 * 1_000).rounded()) })), ("zone", .text(zone?.rawValue)),
            ("zoneOffset", .count(zoneOffset)), ("seconds", .measure(seconds)), ("metres", .measure(metres)),
            ("skew", .measure(skew)), ("reason", .text(failure)),
        ]).serialized
    }
}
