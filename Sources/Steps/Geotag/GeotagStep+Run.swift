internal import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightPlaces
internal import UprightWorker

extension GeotagStep {
    package var contentPaths: [String] { tracks }
    package var subject: String { "the position" }

    /// Reads the tracks.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        var faults: [SettingFault] = []
        let gazetteer = try await StepError.collect(&faults) { () throws(StepError) in
            try environment.steps.naming.openGazetteer()
        }
        let known = environment.tracks
        await read(known, in: environment, &faults)
        guard let gazetteer, faults.isEmpty else { throw StepError(faults) }
        let zones = CaptureZones(environment.steps.naming)
        return PreparedGeotag(
            settings: self, known: tracks.isEmpty ? nil : known, gazetteer: gazetteer, zones: zones,
            environment: environment)
    }

    /// Watches the tracks.
    package func attendant(
        in environment: StepEnvironment, journal: Journal
    ) throws(StepError) -> (any StepAttendant)? {
        guard !tracks.isEmpty else { return nil }
        return TrackAttendant(
            paths: tracks.map { RawPath($0) }, tracks: environment.tracks, environment: environment)
    }

    /// That a folder of tracks is not there.
    package var runRemarks: [String] {
        tracks.filter { !TrackFiles.isTrack(RawPath($0).name) && !FileStore.exists(RawPath($0)) }
            .map { "geotag.tracks: \($0) does not exist" }
    }

    /// Reads the tracks for the first time.
    private func read(_ known: KnownTracks, in environment: StepEnvironment, _ faults: inout [SettingFault]) async {
        for (number, path) in tracks.enumerated() {
            do throws(OperationError) { try await known.open(RawPath(path), in: environment) } catch {
                let (key, expected) = ("geotag.tracks[\(number)]", "a GPS track (GPX, NMEA) or a folder of them")
                faults.append(
                    error.cause.map { SettingFault(key, expected: expected, $0) }
                        ?? SettingFault(key, expected: expected, found: error.description))
            }
        }
    }
}

extension StepEnvironment {
    /// The tracks, as they are known by now.
    fileprivate var tracks: KnownTracks { shared.value { KnownTracks() } }
}

/// The `geotag` step with its tracks.
private struct PreparedGeotag: PreparedStep {
    let settings: GeotagStep
    let known: KnownTracks?
    let gazetteer: Gazetteer
    let zones: CaptureZones
    let environment: StepEnvironment
    let shotNames = ShotNames()

    var readsSidecars: Bool { settings.sidecars }

    var owedTimes: ClosedRange<Double>? {
        guard let points = known?.track?.points, let first = points.first, let last = points.last else { return nil }
        return first.time - settings.gap...last.time + settings.gap
    }

    func owes(_ record: PictureRecord) -> Bool {
        guard record.latitude == nil, let track = known?.track, let captured = record.captured,
            let date = CaptureDate(text: captured, offset: record.capturedOffset, source: .exif),
            let time = CameraTime(date)
        else { return false }
        let camera = settings.folders[record.folder.exact] ?? settings.standard
        let gazetteer = gazetteer
        let resolved = time.resolved(zone: camera.zone, clockOffset: camera.clockOffset, track: track) {
            gazetteer.timeZone(at: $0)
        }
        return track.fix(at: resolved.time, gap: settings.gap) != nil
    }

    func run(on picture: inout StepPicture) async {
        let own = picture.position
        let time = picture.date.flatMap { CameraTime($0) }
        guard own == nil || settings.overwrites || (picture.date == nil && settings.sidecars) else { return }
        let camera = settings.folders[picture.source] ?? settings.standard
        var sources = GeotagSources()
        sources.track = known?.track
        sources.readsSidecars = settings.sidecars
        sources.fixed = camera.position
        sources.zone = camera.zone
        sources.clockOffset = camera.clockOffset
        sources.gap = settings.gap
        sources.overwrites = settings.overwrites
        let gazetteer = gazetteer
        let geotagger = Geotagger(
            sources, reader: environment.reader, limits: environment.limits, names: shotNames
        ) {
            gazetteer.timeZone(at: $0)
        }
        let finding = await geotagger.finding(
            taken: time, own: own, beside: picture.sidecarSubject, in: picture.folder, without: picture.otherSidecars)
        if finding.isNew, let position = finding.position {
            picture.warnings += finding.warnings
            picture.setPosition(position, time: finding.fixTime, overwrites: settings.overwrites)
        }
        guard picture.date == nil, let date = finding.date else { return }
        let (local, warning) = zones.local(date, of: picture, configured: camera.zone)
        picture.foundDate = local
        picture.warnings += warning.map { [$0] } ?? []
    }
}
