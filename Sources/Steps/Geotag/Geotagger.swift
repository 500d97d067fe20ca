public import UprightPlaces
public import UprightWorker
public import UprightFiles
internal import UprightMetadata
public import UprightGeodata

/// Finds positions for pictures.
public struct Geotagger: Sendable {
    private let sources: GeotagSources
    private let reader: any ContentReader
    private let zoneAt: @Sendable (Position) -> String?

    /// A geotagger.
    ///
    /// - Parameters:
    ///   - reader: reads sidecars.
    ///   - zoneAt: gives the time zone of a position, for clocks whose zone is not known otherwise.
    public init(
        _ sources: GeotagSources, reader: any ContentReader, zoneAt: @escaping @Sendable (Position) -> String?
    ) {
        self.sources = sources
        self.reader = reader
        self.zoneAt = zoneAt
    }

    /// The position for the picture that some bytes hold.
    ///
    /// - Parameters:
    ///   - name: its name in `folder`, for sidecars beside it.
    ///   - folder: the folder that it lies in; nil where there is none, and so no sidecar.
    public func finding(
        for bytes: [UInt8], beside name: [UInt8], in folder: OpenFolder?
    ) async -> GeotagFinding {
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
        return await finding(
            taken: camera, own: own, exact: properties.gps?.dateTime?.secondsSince1970, beside: name, in: folder)
    }

    /// The position for a picture that is taken at a time.
    ///
    /// - Parameters:
    ///   - camera: when, by the camera's clock; nil where it does not say.
    ///   - own: the position that it has.
    ///   - exact: GPS time, in seconds since 1970, where the picture has that too.
    ///   - name: its name in `folder`, for sidecars beside it.
    ///   - folder: the folder that it lies in; nil where there is none, and so no sidecar.
    public func finding(
        taken camera: CameraTime?, own: Position?, exact: Double? = nil, beside name: [UInt8], in folder: OpenFolder?
    ) async -> GeotagFinding {
        let resolved = camera?.resolved(
            zone: sources.zone, clockOffset: sources.clockOffset, track: sources.track, zoneAt: zoneAt)
        var finding = GeotagFinding(
            source: .none(""), time: resolved?.time, zone: resolved?.source, zoneOffset: resolved?.offset)
        finding.otherOffset = resolved?.otherOffset
        if let exact, let resolved { finding.skew = exact - resolved.time }
        if let own, !sources.overwrites {
            finding.position = own
            finding.source = .picture
            return finding
        }
        await search(&finding, beside: name, in: folder)
        return finding
    }

    private func search(_ finding: inout GeotagFinding, beside name: [UInt8], in folder: OpenFolder?) async {
        var reasons: [String] = []
        var sidecarTime: Double?
        if sources.readsSidecars, let folder {
            let found = await SidecarSearch(reader: reader).finding(beside: name, in: folder, &reasons)
            if let position = found.position {
                finding.position = position
                finding.source = .sidecar(found.name)
                return
            }
            // Takeout knows when a picture was taken that does not say so itself.
            sidecarTime = found.time
        }
        if let track = sources.track {
            if let time = finding.time ?? sidecarTime {
                finding.time = time
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
}
