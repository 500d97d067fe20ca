internal import Foundation
internal import Synchronization
internal import UprightFormats
internal import UprightPlaces
internal import UprightWorker

/// Finds out what clocks showed at the moment of a picture of which only UTC is known: of Takeout's descriptions, names of
/// Pixel phones, headers of videos, GPS times.
///
/// The zone is the configured one, otherwise that at the picture's position, otherwise that of pictures of the same camera and
/// day, otherwise that of this machine.
final class CaptureZones: Sendable {
    /// A camera on a day.
    private struct CameraDay: Hashable {
        var camera: [String?]
        var day: Int
    }

    private struct State {
        var gazetteer: Gazetteer?
        var isOpen = false
        /// The zones of cameras, in minutes east of UTC, as their pictures state them.
        var neighbours: [CameraDay: Int] = [:]
    }

    private let state = Mutex(State())
    private let naming: PlaceNaming
    private static let mostNeighbours = 100_000

    init(_ naming: PlaceNaming) { self.naming = naming }

    /// Opens the gazetteer, which is otherwise opened when it is needed.
    func open() throws(StepError) {
        let gazetteer = try naming.openGazetteer()
        state.withLock { ($0.gazetteer, $0.isOpen) = (gazetteer, true) }
    }

    /// Finds the local time of a picture whose metadata have a date in UTC.
    func date(_ picture: inout StepPicture) {
        learn(from: picture)
        guard let date = picture.facts.date, date.zone == .utc else { return }
        let (local, warning) = local(date, of: picture, configured: nil)
        picture.foundDate = local
        picture.warnings += warning.map { [$0] } ?? []
    }

    /// Notes the zone that a picture's metadata state, for pictures of the same camera.
    func learn(from picture: StepPicture) {
        guard let date = picture.facts.date, date.zone == .stated, let offset = date.dateTime.offset,
            let key = Self.key(of: picture, day: date.dateTime.localSeconds)
        else { return }
        state.withLock { state in
            if state.neighbours.count < Self.mostNeighbours { state.neighbours[key] = offset }
        }
    }

    /// Returns a date as clocks at the place showed it, and a warning if the zone is uncertain. A date that is not in UTC is
    /// returned as it is.
    ///
    /// - Parameters:
    ///   - configured: the configured zone; nil if there is none.
    ///   - position: where the picture was taken, if its own position is not known.
    func local(
        _ date: CaptureDate, of picture: StepPicture, configured: String?, at position: Position? = nil
    ) -> (date: CaptureDate?, warning: String?) {
        guard date.zone == .utc else { return (date, nil) }
        let moment = date.dateTime.localSeconds
        func local(_ zone: String, _ source: CaptureDate.Zone) -> CaptureDate? {
            CameraTime.offset(of: zone, at: moment).flatMap { date.local(offset: $0 / 60, source) }
        }
        if let configured, let found = local(configured, .configured) { return (found, nil) }
        if let position = picture.position ?? position, let zone = timeZone(at: position) {
            guard Gazetteer.isNautical(zone) else { return (local(zone, .position), nil) }
            let found = local(zone, .nautical)
            let warning = found?.dateTime.offsetText.map {
                "its position is on the open sea, so its time is that of the nautical zone, UTC\($0); the zone of the step time is "
                    + "used instead if it is set"
            }
            return (found, warning)
        }
        // A moment near midnight is of one day in UTC and of another by the camera's clock.
        for day in [0.0, -86_400, 86_400] {
            guard let key = Self.key(of: picture, day: moment + day),
                let offset = state.withLock({ $0.neighbours[key] })
            else { continue }
            return (date.local(offset: offset, .neighbours), nil)
        }
        let machine = TimeZone.current.identifier
        return (
            local(machine, .machine),
            "its \(date.source.text) gives the time in UTC, and nothing tells the zone: that of this machine, \(machine), is "
                + "used; set zone of the step time to the zone where the pictures were taken"
        )
    }

    private func timeZone(at position: Position) -> String? {
        let gazetteer = state.withLock { state in
            if !state.isOpen {
                // What cannot be opened is reported by the step that it is configured for.
                state.gazetteer = try? naming.openGazetteer()
                state.isOpen = true
            }
            return state.gazetteer
        }
        return gazetteer?.timeZone(at: position)
    }

    private static func key(of picture: StepPicture, day seconds: Double) -> CameraDay? {
        let facts = picture.facts
        guard facts.make != nil || facts.model != nil, let day = Int(exactly: (seconds / 86_400).rounded(.down)) else {
            return nil
        }
        return CameraDay(camera: [facts.make, facts.model, facts.serial], day: day)
    }
}

extension CaptureDate.Source {
    /// The source in messages.
    var text: String {
        switch self {
        case .exif, .digitized: "Exif"
        case .gps: "GPS time"
        case .xmp: "XMP"
        case .iptc: "IPTC"
        case .container: "container"
        case .sidecar: "sidecar"
        case .takeout: "Takeout description"
        case .filename: "file name"
        case .modified: "file time"
        }
    }
}
