internal import UprightFiles
internal import UprightEditing
internal import UprightGeodata
internal import UprightMetadata
internal import UprightPlaces
internal import UprightRewriting
internal import UprightWorker

extension TimeStep {
    /// The time.
    package var subject: String { "the time" }

    /// Opens the gazetteer, which knows the time zone at a position, if times may be missing.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        var gazetteer: Gazetteer?
        if !missing.isEmpty {
            do { gazetteer = try environment.steps.naming.openGazetteer() } catch {
                throw StepError("place.gazetteer: \(error)")
            }
        }
        return PreparedTime(settings: self, gazetteer: gazetteer, environment: environment)
    }
}

/// The `time` step, ready.
private struct PreparedTime: PreparedStep {
    let settings: TimeStep
    let gazetteer: Gazetteer?
    let environment: StepEnvironment
    let sidecarNames = FolderNames.ofSidecars

    func run(on picture: inout StepPicture) async throws(StepError) {
        let clock = clock(of: picture)
        let settings = settings
        let correction = ClockCorrection(seconds: clock.shift, replacesZones: settings.overwrites) { time in
            clock.zone.flatMap { Self.minutes(of: $0, at: time, settings.ambiguous) }
        }
        let edits = correction.edits(for: picture.facts.dates)
        guard let time = picture.time else {
            // What says when the file was changed is by the same clock.
            picture.edits += edits
            if !settings.missing.isEmpty { await date(&picture, clock) }
            return
        }
        guard let corrected = correction.corrected(time) else {
            throw StepError("\(time.exifText) cannot be shifted: expected a year from 1 to 9999")
        }
        if let zone = clock.zone, time.offset == nil || settings.overwrites {
            picture.warnings += Self.doubts(about: corrected, in: zone, settings.ambiguous)
        }
        guard !edits.isEmpty else { return }
        picture.edits += edits
        guard picture.facts.captured != nil else { return }
        picture.setTime(corrected)
        let expected = corrected.exifText
        picture.require("the corrected time, \(expected)") { $0.captured == expected }
    }

    /// The clock of the picture's camera.
    private func clock(of picture: StepPicture) -> TimeStep.Clock {
        func fits(_ wanted: String?, _ found: String?) -> Bool {
            wanted.map { $0.lowercased() == found?.lowercased() } ?? true
        }
        let facts = picture.facts
        return settings.cameras.first {
            fits($0.make, facts.make) && fits($0.model, facts.model) && fits($0.serial, facts.serial)
        }?.clock ?? settings.clock
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

    /// Dates a picture by the first source that has a time.
    private func date(_ picture: inout StepPicture, _ clock: TimeStep.Clock) async {
        for source in settings.missing {
            guard let time = await time(of: picture, from: source, clock) else { continue }
            picture.edits += MetadataEdit.time(time, type: picture.type, when: .whereBlank)
            picture.setTime(time)
            let expected = time.exifText
            if MetadataEdit.time(time, type: picture.type).contains(where: {
                $0.assigned.contains(.tag(TagID(.exif, .dateTimeOriginal)))
            }) {
                picture.require("the time from the \(source.rawValue), \(expected)") { $0.captured == expected }
            }
            picture.findings.append(
                Change(
                    ChangeSubject(.picture, "time"), from: source.rawValue, to: time.exifText + (time.offsetText ?? ""))
            )
            return
        }
    }

    private func time(
        of picture: StepPicture, from source: TimeStep.Source, _ clock: TimeStep.Clock
    ) async -> ExifDateTime? {
        switch source {
        case .filename:
            guard let found = FileNameTime.time(in: picture.name) else { return nil }
            return found.isUTC ? local(found.time, picture, clock, nil) : zoned(found.time, clock)
        case .modified:
            return picture.modified.flatMap { ExifDateTime(secondsSince1970: Double($0 / 1_000_000_000)) }.flatMap {
                local($0, picture, clock, nil)
            }
        case .sidecar, .takeout:
            guard let folder = picture.folder else { return nil }
            let search = SidecarSearch(reader: environment.reader, limits: environment.limits, names: sidecarNames)
            let format: SidecarFormat = source == .sidecar ? .xmp : .takeout
            for reading in await search.readings(
                beside: picture.name, in: folder, without: picture.otherSidecars, as: format)
            {
                if source == .sidecar {
                    let dates = reading.dates.filter(\.isOfCapture) + reading.dates
                    if let time = dates.lazy.compactMap(\.dateTime).first { return zoned(time, clock) }
                } else if let time = reading.time.flatMap({ ExifDateTime(secondsSince1970: $0) }) {
                    let position = reading.latitude.flatMap { latitude in
                        reading.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
                    }
                    return local(time, picture, clock, position)
                }
            }
            return nil
        }
    }

    /// Adds the configured zone to a local time that has none.
    private func zoned(_ time: ExifDateTime, _ clock: TimeStep.Clock) -> ExifDateTime {
        guard time.offset == nil, let zone = clock.zone else { return time }
        var zoned = time
        zoned.offset = Self.minutes(of: zone, at: time, settings.ambiguous)
        return zoned
    }

    /// Returns a time in UTC as clocks showed it: in the configured zone, otherwise in the one at the position, otherwise in
    /// UTC.
    private func local(
        _ time: ExifDateTime, _ picture: StepPicture, _ clock: TimeStep.Clock, _ position: Position?
    ) -> ExifDateTime? {
        let zone = clock.zone ?? (picture.position ?? position).flatMap { gazetteer?.timeZone(at: $0) }
        let offset = zone.flatMap { CameraTime.offset(of: $0, at: time.localSeconds) } ?? 0
        var local = time.adding(seconds: offset)
        local?.offset = offset / 60
        return local
    }
}
