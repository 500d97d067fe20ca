public import UprightPlaces
internal import Foundation
internal import UprightMetadata

/// Finds positions for pictures.
public struct Geotagger: Sendable {
    private let sources: GeotagSources
    private let zoneAt: @Sendable (Position) -> String?

    /// A geotagger; `zoneAt` gives the time zone of a position, for clocks whose zone is not known otherwise.
    public init(_ sources: GeotagSources, zoneAt: @escaping @Sendable (Position) -> String?) {
        self.sources = sources
        self.zoneAt = zoneAt
    }

    /// The position for the picture in a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: its path, for sidecars beside it.
    public func finding(for bytes: [UInt8], at path: String) -> GeotagFinding {
        let properties: ImageProperties
        do { properties = try ImageProperties(reading: bytes) } catch {
            return GeotagFinding(source: .none("\(error)"))
        }
        let camera = properties.exif.dateTimeOriginal.flatMap { time in
            CameraTime(dateTime: time.exifText, subseconds: time.fraction, offset: time.offsetText)
        }
        let own = properties.gps?.coordinate.flatMap {
            Position(latitude: $0.latitude, longitude: $0.longitude, altitude: properties.gps?.altitude)
        }
        return finding(taken: camera, own: own, exact: properties.gps?.dateTime?.secondsSince1970, at: path)
    }

    /// The position for a picture that is taken at a time.
    ///
    /// - Parameters:
    ///   - camera: when, by the camera's clock; nil where it does not say.
    ///   - own: the position that it has.
    ///   - exact: GPS time, in seconds since 1970, where the picture has that too.
    ///   - path: its path, for sidecars beside it.
    public func finding(
        taken camera: CameraTime?, own: Position?, exact: Double? = nil, at path: String
    ) -> GeotagFinding {
        let resolved = camera?.resolved(
            zone: sources.zone, clockOffset: sources.clockOffset, track: sources.track, zoneAt: zoneAt)
        var finding = GeotagFinding(
            source: .none(""), time: resolved?.time, zone: resolved?.source, zoneOffset: resolved?.offset)
        if let exact, let resolved { finding.skew = exact - resolved.time }
        if let own, !sources.overwrites {
            finding.position = own
            finding.source = .picture
            return finding
        }
        search(&finding, path: path)
        return finding
    }

    private func search(_ finding: inout GeotagFinding, path: String) {
        var reasons: [String] = []
        if sources.readsSidecars, let (name, position) = sidecar(of: path, &reasons) {
            finding.position = position
            finding.source = .sidecar(name)
            return
        }
        if let track = sources.track {
            if let time = finding.time {
                if let fix = track.fix(at: time, gap: sources.gap) {
                    finding.position = fix.position
                    finding.source = .track(isInterpolated: fix.isInterpolated)
                    finding.seconds = fix.seconds
                    finding.metres = fix.metres
                    return
                }
                let distance = track.nearest(to: time).map { abs($0.time - time) } ?? .infinity
                finding.seconds = distance
                reasons.append(
                    distance <= sources.gap
                        ? "the track has a gap of more than \(Int(sources.gap)) s there"
                        : "the nearest fix of the track is \(Int(min(distance, 1e15))) s away")
            } else {
                reasons.append("it does not say when it was taken")
            }
        }
        if let fixed = sources.fixed {
            finding.position = fixed
            finding.source = .fixed
            return
        }
        finding.source = .none(reasons.isEmpty ? "there is no source of one" : reasons.joined(separator: "; "))
    }

    /// The position in a sidecar beside a picture; what is wrong with sidecars is told as a reason.
    private func sidecar(of path: String, _ reasons: inout [String]) -> (name: String, position: Position)? {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        let picture = url.lastPathComponent
        let names: Set<String>
        do { names = Set(try FileManager.default.contentsOfDirectory(atPath: folder)) } catch {
            reasons.append("the folder cannot be listed: sidecars were not looked for")
            return nil
        }
        func read(_ name: String, _ parse: ([UInt8]) throws -> Position?) -> Position? {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name), data.count <= 64 << 20 else {
                reasons.append("\(name) cannot be read")
                return nil
            }
            do {
                let position = try parse([UInt8](data))
                if position == nil { reasons.append("\(name) has no position") }
                return position
            } catch {
                reasons.append("\(name): \(error)")
                return nil
            }
        }
        for name in XMPSidecar.candidates(for: picture) where names.contains(name) {
            if let position = read(name, { try XMPSidecar(parsing: $0).position }) { return (name, position) }
        }
        if let name = TakeoutSidecar.name(for: picture, among: names),
            let position = read(name, { try TakeoutSidecar(parsing: $0).position })
        {
            return (name, position)
        }
        return nil
    }
}
