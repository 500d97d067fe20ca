internal import UprightSteps
internal import UprightWorker
internal import UprightFiles
internal import Foundation
internal import UprightContainers
internal import UprightEditing
internal import UprightMetadata
internal import UprightRewriting
public import UprightPlaces

/// Finds what is written into pictures beyond the turn: positions (`geotag`), and the names of places (`place`).
public struct PictureAnnotator: Sendable {
    private let geotag: GeotagSettings?
    private let place: PlaceSettings?
    private let geocoding: Geocoding
    private let track: Track?

    /// Why there is none.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// What is wrong.
        public let description: String
    }

    /// The annotator that a configuration asks for; nil where no step of it writes.
    public init?(_ configuration: Configuration, cache: (any PlaceCache)? = nil) throws(Failure) {
        geotag = configuration.step(GeotagSettings.self)
        let place = configuration.step(PlaceSettings.self)
        self.place = place?.writes == true ? place : nil
        guard geotag != nil || self.place != nil else { return nil }
        do {
            geocoding = try Geocoding(configuration, cache: cache)
            track = try geotag.flatMap { $0.tracks.isEmpty ? nil : try Self.track($0.tracks) }
        } catch { throw Failure(description: "\(error)") }
    }

    private static func track(_ paths: [String]) throws -> Track {
        var files: [String] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Failure(description: "geotag.tracks: \(path) is not there")
            }
            guard isFolder.boolValue else {
                files.append(path)
                continue
            }
            files += try FileManager.default.contentsOfDirectory(atPath: path).sorted()
                .filter { name in !name.hasPrefix(".") && Track.endings.contains { name.lowercased().hasSuffix($0) } }
                .map { path + "/" + $0 }
        }
        return Track(
            merging: try files.map { file in
                do { return try Track(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))) } catch {
                    throw Failure(description: "geotag.tracks: \(file): \(error)")
                }
            })
    }

    /// What is written into one picture.
    struct Annotation: Sendable {
        var edits: [MetadataEdit] = []
        var warnings: [String] = []
        /// The position that the picture has when the edits are made.
        var position: Position?

        /// Nothing.
        init() {}

        /// A position for a picture of a type.
        init(position: Position, type: ImageType) {
            self.position = position
            edits =
                MetadataEdit.position(
                    latitude: DecimalDegrees.text(position.latitude),
                    longitude: DecimalDegrees.text(position.longitude),
                    altitude: position.altitude.map(DecimalDegrees.text), type: type) ?? []
        }

        /// Whether what was written reads back as it was meant, to a hundredth of a second of arc.
        func isHeld(by facts: PictureFacts) -> Bool {
            guard let position else { return true }
            guard let latitude = facts.latitude, let longitude = facts.longitude else { return false }
            return abs(latitude - position.latitude) < 3e-6 && abs(longitude - position.longitude) < 3e-6
        }
    }

    /// What is to be written into a picture that says this of itself. Sidecars are read where it `hasNeighbours`.
    func annotation(
        for facts: PictureFacts, type: ImageType, source: RawPath, hasNeighbours: Bool = true, folder: String
    ) async -> Annotation {
        var annotation = Annotation()
        let own = facts.latitude.flatMap { latitude in
            facts.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        annotation.position = own
        if let geotag, own == nil || geotag.overwrites,
            let finding = await finding(
                geotag, facts, own, source: source, hasNeighbours: hasNeighbours, folder: folder), finding.isNew,
            let position = finding.position
        {
            annotation = Annotation(position: position, type: type)
        }
        if let place, let position = annotation.position, let found = await geocoding.place(at: position) {
            let street = place.street == .off ? nil : found.street
            let names = PlaceNames(
                city: found.city, state: found.region, country: found.country.isEmpty ? nil : found.country,
                countryCode: found.countryCode.isEmpty ? nil : found.countryCode, street: street)
            annotation.edits += MetadataEdit.place(
                names, streetAsOwner: place.street == .cameraOwnerName, when: .whereBlank)
        }
        return annotation
    }

    private func finding(
        _ geotag: GeotagSettings, _ facts: PictureFacts, _ own: Position?, source: RawPath, hasNeighbours: Bool,
        folder: String
    ) async -> GeotagFinding? {
        let camera = geotag.folders[folder] ?? geotag.standard
        var sources = GeotagSources()
        sources.track = track
        sources.readsSidecars = geotag.sidecars && hasNeighbours
        sources.fixed = camera.position
        sources.zone = camera.zone
        sources.clockOffset = camera.clockOffset
        sources.gap = geotag.gap
        sources.overwrites = geotag.overwrites
        let gazetteer = geocoding.gazetteer
        let geotagger = Geotagger(sources) { gazetteer.timeZone(at: $0) }
        let time = facts.captured.flatMap {
            CameraTime(dateTime: $0, subseconds: facts.fraction, offset: facts.offset)
        }
        let path = source.description
        return await offTheCooperativePool { geotagger.finding(taken: time, own: own, at: path) }
    }
}

/// Degrees and metres as text.
enum DecimalDegrees {
    /// A number as decimal text without an exponent.
    static func text(_ value: Double) -> String {
        let shortest = "\(value)"
        return shortest.contains("e") ? String(format: "%.12f", value) : shortest
    }
}
