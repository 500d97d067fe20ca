internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting
internal import UprightPlaces
internal import UprightWorker

extension TimeStep {
    package var subject: String { "the time" }
    /// By the zone that is set.
    package var findsZones: Bool { true }

    /// Prepares the step. The gazetteer, which knows the time zone at a position, is opened now if times may be missing.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        let zones = CaptureZones(environment.steps.naming)
        if !missing.isEmpty { try zones.open() }
        return PreparedTime(settings: self, zones: zones, environment: environment)
    }
}

extension TimeStep {
    /// The clock of the camera that a picture was taken with.
    fileprivate func clock(of facts: PictureFacts) -> Clock {
        func fits(_ wanted: String?, _ found: String?) -> Bool {
            wanted.map { $0.lowercased() == found?.lowercased() } ?? true
        }
        return cameras.first {
            fits($0.make, facts.make) && fits($0.model, facts.model) && fits($0.serial, facts.serial)
        }?.clock ?? clock
    }
}

/// The `time` step, ready.
private struct PreparedTime: PreparedStep {
    let settings: TimeStep
    let zones: CaptureZones
    let environment: StepEnvironment
    let shotNames = ShotNames()

    var readsSidecars: Bool { settings.missing.contains { [.sidecar, .takeout].contains($0) } }

    func run(on picture: inout StepPicture) async throws(StepError) {
        let clock = clock(of: picture)
        let settings = settings
        let correction = ClockCorrection(seconds: clock.shift, replacesZones: settings.overwrites) { time in
            clock.zone.flatMap { Self.minutes(of: $0, at: time, settings.ambiguous) }
        }
        let edits = correction.edits(for: picture.facts.dates)
        guard let date = picture.facts.date else {
            // What says when the file was changed is by the same clock.
            picture.edits += edits
            if !settings.missing.isEmpty { await date(&picture, clock) }
            return
        }
        zones.learn(from: picture)
        // Satellites' time is right.
        guard let corrected = date.source == .gps ? date : correction.corrected(date) else {
            throw StepError("\(date.exifText) cannot be shifted: expected a year from 1 to 9999")
        }
        guard date.zone != .utc else {
            picture.edits += edits
            let (local, warning) = zones.local(corrected, of: picture, configured: clock.zone)
            picture.warnings += warning.map { [$0] } ?? []
            picture.foundDate = local
            return
        }
        if let zone = clock.zone, date.dateTime.offset == nil || settings.overwrites, date.precision >= .minute {
            picture.warnings += Self.doubts(about: corrected.dateTime, in: zone, settings.ambiguous)
        }
        guard !edits.isEmpty else { return }
        picture.edits += edits
        picture.setDate(corrected)
        let expected = corrected.exifText
        picture.require("the corrected time, \(expected)") { $0.date?.exifText == expected }
    }

    /// The clock of the picture's camera.
    private func clock(of picture: StepPicture) -> TimeStep.Clock {
        var clock = settings.clock(of: picture.facts)
        // An output has the shift already, unless that is in its sidecar.
        if picture.delivered != nil, picture.type != .xmp { clock.shift = 0 }
        return clock
    }
    /// The zone's offset when its clocks show a time, in minutes; nil if it is in doubt and the rule is to refuse, or if they
    /// never showed that time.
    private static func minutes(of zone: String, at time: ExifDateTime, _ rule: TimeStep.Ambiguous) -> Int? {
        let offsets = CameraTime.offsets(of: zone, local: time.localSeconds)
        guard offsets.count < 2 || rule != .refuse else { return nil }
        return (rule == .later ? offsets.last : offsets.first).map { $0 / 60 }
    }

    /// What a user should know of a time that the clocks of a zone show twice or never.
    private static func doubts(
        about time: ExifDateTime, in zone: String, _ rule: TimeStep.Ambiguous
    ) -> [String] {
        switch (CameraTime.offsets(of: zone, local: time.localSeconds).count, rule) {
        case (0, _):
            ["no zone is written: clocks in \(zone) were put forward and never showed \(time.exifText)"]
        case (1, _): []
        case (_, .refuse):
            ["no zone is written: clocks in \(zone) showed \(time.exifText) twice (ambiguous: refuse)"]
        case (_, let rule):
            ["clocks in \(zone) showed \(time.exifText) twice: the \(rule.rawValue) of both is taken (ambiguous)"]
        }
    }

    // MARK: Missing times

    /// Dates a picture by the first source that has a date.
    private func date(_ picture: inout StepPicture, _ clock: TimeStep.Clock) async {
        for source in settings.missing {
            let found = await date(of: picture, from: source)
            guard let stated = found.date.flatMap({ zoned($0, clock) }) else { continue }
            let (local, warning) = zones.local(stated, of: picture, configured: clock.zone, at: found.position)
            guard let date = local else { continue }
            picture.edits += MetadataEdit.date(date, type: picture.type, when: .whereBlank)
            picture.warnings += warning.map { [$0] } ?? []
            picture.setDate(date)
            let expected = date.exifText
            picture.require("the date from the \(source.rawValue), \(expected)") { $0.date?.exifText == expected }
            picture.findings.append(
                Change(
                    ChangeSubject(.picture, "time"), from: source.rawValue,
                    to: expected + (date.dateTime.offsetText ?? "")))
            return
        }
    }

    private func date(
        of picture: StepPicture, from source: TimeStep.Source
    ) async -> (date: CaptureDate?, position: Position?) {
        switch source {
        case .filename: return (FileNameDate.date(in: picture.name), nil)
        case .modified:
            let seconds = picture.modified.map { Double($0 / 1_000_000_000) }
            return (seconds.flatMap { CaptureDate(utc: $0, source: .modified) }, nil)
        case .sidecar, .takeout:
            guard let folder = picture.folder else { return (nil, nil) }
            let search = SidecarSearch(reader: environment.reader, limits: environment.limits, names: shotNames)
            let readings = await search.readings(
                beside: picture.sidecarSubject, in: folder, without: picture.otherSidecars,
                as: source == .sidecar ? .xmp : .takeout)
            guard let reading = readings.first(where: { $0.date != nil }) else { return (nil, nil) }
            let position = reading.latitude.flatMap { latitude in
                reading.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
            }
            return (reading.date, position)
        }
    }

    /// Adds the configured zone to a local time that has none.
    private func zoned(_ date: CaptureDate, _ clock: TimeStep.Clock) -> CaptureDate {
        guard date.dateTime.offset == nil, date.precision >= .minute, let zone = clock.zone else { return date }
        var zoned = date
        zoned.dateTime.offset = Self.minutes(of: zone, at: date.dateTime, settings.ambiguous)
        zoned.zone = zoned.dateTime.offset == nil ? nil : .configured
        return zoned
    }
}
