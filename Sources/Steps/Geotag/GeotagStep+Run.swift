internal import UprightConfiguration
internal import UprightFiles
internal import UprightShots
internal import UprightPlaces
internal import UprightWorker
internal import UprightGeodata

extension GeotagStep {
    /// The tracks.
    package var contentPaths: [String] { tracks }
    /// The position.
    package var subject: String { "the position" }

    /// Reads the tracks.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        var faults: [SettingFault] = []
        let gazetteer = try await StepError.collect(&faults) { () throws(StepError) in
            try environment.steps.naming.openGazetteer()
        }
        let points = await points(by: environment, &faults)
        guard let gazetteer, faults.isEmpty else { throw StepError(faults) }
        let track = tracks.isEmpty ? nil : Track(points)
        let zones = CaptureZones(environment.steps.naming)
        return PreparedGeotag(
            settings: self, track: track, gazetteer: gazetteer, zones: zones, environment: environment)
    }

    /// The fixes of all tracks.
    private func points(by environment: StepEnvironment, _ faults: inout [SettingFault]) async -> [TrackPoint] {
        var points: [TrackPoint] = []
        for (number, path) in tracks.enumerated() {
            do throws(OperationError) {
                points += try await TrackFiles([RawPath(path)]).points(
                    by: environment.reader, limits: environment.limits)
            } catch {
                let (key, expected) = ("geotag.tracks[\(number)]", "a GPS track (GPX, NMEA) or a folder of them")
                faults.append(
                    error.cause.map { SettingFault(key, expected: expected, $0) }
                        ?? SettingFault(key, expected: expected, found: error.description))
            }
        }
        return points
    }
}

/// The `geotag` step with its tracks.
private struct PreparedGeotag: PreparedStep {
    let settings: GeotagStep
    let track: Track?
    let gazetteer: Gazetteer
    let zones: CaptureZones
    let environment: StepEnvironment
    let shotNames = ShotNames()

    func run(on picture: inout StepPicture) async {
        let own = picture.position
        let time = picture.date.flatMap { CameraTime($0) }
        guard own == nil || settings.overwrites || (picture.date == nil && settings.sidecars) else { return }
        let camera = settings.folders[picture.source] ?? settings.standard
        var sources = GeotagSources()
        sources.track = track
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
            taken: time, own: own, beside: picture.name, in: picture.folder, without: picture.otherSidecars)
        if finding.isNew, let position = finding.position {
            picture.warnings += finding.warnings
            picture.place(at: position, time: finding.fixTime, overwrites: settings.overwrites)
        }
        guard picture.date == nil, let date = finding.date else { return }
        let (local, warning) = zones.local(date, of: picture, configured: camera.zone)
        picture.foundDate = local
        picture.warnings += warning.map { [$0] } ?? []
    }
}
