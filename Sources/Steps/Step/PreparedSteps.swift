internal import UprightConfiguration
package import UprightFiles
internal import UprightFormats
internal import UprightPlaces

/// The steps of a pipeline that work on pictures, ready for a run.
package struct PreparedSteps: Sendable {
    private struct Entry: Sendable {
        let settings: any Step
        let step: any PreparedStep
        var name: String { type(of: settings).name }
    }

    private let entries: [Entry]
    /// Finds the local time of dates in UTC, if no step does.
    private var zones: CaptureZones?
    /// What happens to the files that are delivered beside a picture.
    package private(set) var companions = CompanionStrip.keep
    /// The steps of further outputs, by the outputs' keys.
    package private(set) var further: [String: PreparedSteps] = [:]
    /// Names positions by a geocoder; nil if the steps have none.
    private var geocoding: Geocoding?

    package init() { entries = [] }

    /// Prepares the steps of an environment.
    ///
    /// - Throws: every setting that cannot be used.
    package init(_ environment: StepEnvironment) async throws(StepError) {
        var faults: [SettingFault] = []
        entries = try await Self.prepared(environment.steps, in: environment, &faults)
        companions = try Self.companions(of: environment.steps)
        zones = Self.zones(of: environment.steps, environment.steps.naming)
        for (key, steps) in environment.outputSteps.sorted(by: { $0.key < $1.key }) {
            var own: [SettingFault] = []
            let ownEnvironment = environment.forOutput(steps)
            let entries = try await Self.prepared(steps, in: ownEnvironment, &own)
            for var fault in own where !faults.contains(fault) {
                fault.output = key
                faults.append(fault)
            }
            further[key] = PreparedSteps(
                entries, zones: Self.zones(of: steps, ownEnvironment.steps.naming),
                companions: try Self.companions(of: steps))
            if own.isEmpty { further[key]?.geocoding = try Self.geocoding(in: ownEnvironment) }
        }
        if !faults.isEmpty { throw StepError(faults) }
        geocoding = try Self.geocoding(in: environment)
    }

    private static func geocoding(in environment: StepEnvironment) throws(StepError) -> Geocoding? {
        environment.steps.naming.geocoder == nil ? nil : try environment.geocoding()
    }

    private init(_ entries: [Entry], zones: CaptureZones?, companions: CompanionStrip) {
        (self.entries, self.zones, self.companions) = (entries, zones, companions)
    }

    private static func zones(of steps: [any Step], _ naming: PlaceNaming) -> CaptureZones? {
        steps.contains(where: \.findsZones) ? nil : CaptureZones(naming)
    }

    private static func prepared(
        _ steps: [any Step], in environment: StepEnvironment, _ faults: inout [SettingFault]
    ) async throws(StepError) -> [Entry] {
        var entries: [Entry] = []
        for settings in steps {
            let step = try await StepError.collect(&faults) { () async throws(StepError) in
                try await settings.prepared(in: environment)
            }
            if let step = step ?? nil { entries.append(Entry(settings: settings, step: step)) }
        }
        return entries
    }

    private static func companions(of steps: [any Step]) throws(StepError) -> CompanionStrip {
        var companions = CompanionStrip.keep
        for settings in steps {
            if let strip = try settings.companionStrip() { companions = strip }
        }
        return companions
    }

    /// Whether no step has anything to write, so that the pictures' facts are not needed.
    package var isEmpty: Bool { entries.isEmpty }

    /// Whether a step says where outputs go.
    package var placesOutputs: Bool { entries.contains { $0.settings.placesOutputs } }

    /// About how many pictures to look ahead; 0 if no step queries a server.
    package var lookAhead: Int { entries.map(\.step.lookAhead).max() ?? 0 }

    /// Whether sidecars beside a picture say something that steps write.
    package var readsSidecars: Bool { entries.contains { $0.step.readsSidecars } }

    /// When pictures were taken that steps may owe something (``PreparedStep/owedTimes``); nil if there are none.
    package var owedTimes: ClosedRange<Double>? {
        let times = entries.compactMap(\.step.owedTimes)
        guard let first = times.map(\.lowerBound).min(), let last = times.map(\.upperBound).max() else { return nil }
        return first...last
    }

    /// The geocoders of the steps, and of those of further outputs.
    private var geocoders: [Geocoding] {
        ([self] + further.sorted { $0.key < $1.key }.map(\.value)).compactMap(\.geocoding).filter { $0.client != nil }
    }

    /// Why a geocoder has given no answer to its last request; nil if it has, or if there is none.
    package func geocoderFailure() async -> String? {
        for geocoding in geocoders { if let failure = await geocoding.client?.lastFailure { return "\(failure)" } }
        return nil
    }

    /// Whether there can be an answer about places that are owed: no geocoder is out of order whose answer is waited for.
    package func canPlaceOwed() async -> Bool {
        for geocoding in geocoders where geocoding.fallback == .wait {
            if await geocoding.client?.trouble != nil { return false }
        }
        return true
    }

    /// Returns those of some delivered pictures that steps have something for by now that they did not have at their delivery.
    /// Asks geocoders about the places that are owed, and keeps their answers for the work on the pictures. What no geocoder is
    /// waited for any more has an answer, too.
    package func owed(among records: [PictureRecord]) async -> [PictureRecord] {
        let owing = records.filter { $0.owesPlace && $0.position != nil }
        var answered = Set(owing.map(\.source))
        for geocoding in geocoders where !owing.isEmpty {
            let places = await geocoding.places(at: owing.compactMap(\.position))
            for (record, place) in zip(owing, places) where !place.isFinal && geocoding.fallback == .wait {
                answered.remove(record.source)
            }
        }
        return records.filter { record in
            answered.contains(record.source) || entries.contains { $0.step.owes(record) }
        }
    }

    /// Runs the steps that query no server on a picture, so that the others know its position. The work on the picture reports
    /// a failure; here, it ends the survey.
    package func survey(_ picture: inout StepPicture) async {
        do throws(StepError) {
            zones?.date(&picture)
            for entry in entries where entry.step.lookAhead == 0 { try await entry.step.run(on: &picture) }
        } catch {}
    }

    /// Queries servers for what the steps will need.
    package func ask(about picture: StepPicture) async {
        for entry in entries where entry.step.lookAhead > 0 { await entry.step.ask(about: picture) }
    }

    /// Runs the steps on a picture, in their order, for a user who waits for the result: any failure is one.
    package func runAll(on picture: inout StepPicture) async throws(StepError) {
        zones?.date(&picture)
        for entry in entries { try await entry.step.run(on: &picture) }
    }

    /// Runs the steps on a picture, in their order.
    ///
    /// A step that fails leaves the picture as it was, and a warning, unless the picture must be rejected then
    /// (``StepFailure/reject``).
    ///
    /// - Returns: the picture with the work of those steps alone without which it is rejected.
    /// - Throws: the reason to reject the picture.
    @discardableResult
    package func run(on picture: inout StepPicture) async throws(StepError) -> StepPicture {
        zones?.date(&picture)
        var indispensable = picture.untouched
        for entry in entries {
            let before = picture
            do throws(StepError) {
                try await entry.step.run(on: &picture)
            } catch {
                let reason = "the step \(entry.name) failed: \(error)"
                guard entry.settings.onFailure == .deliver else { throw StepError(reason) }
                picture = before
                picture.warnings.append(reason)
                indispensable.warnings.append(reason)
            }
            let isWriting =
                picture.edits.count > before.edits.count || picture.requirements.count > before.requirements.count
            if isWriting { picture.addSubject(entry.settings.subject) }
            if entry.settings.onFailure == .reject { indispensable.add(picture, since: before) }
        }
        indispensable.foundDate = picture.foundDate
        return indispensable
    }
}

extension PictureRecord {
    fileprivate var position: Position? {
        latitude.flatMap { latitude in longitude.flatMap { Position(latitude: latitude, longitude: $0) } }
    }
}
