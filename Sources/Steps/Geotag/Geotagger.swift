internal import UprightBase
package import UprightFormats
package import UprightPlaces
package import UprightRewriting
package import UprightFiles
package import UprightWorker

/// Finds positions for pictures.
package struct Geotagger: Sendable {
    private let sources: GeotagSources
    private let reader: any ContentReader
    private let limits: Limits
    private let zoneAt: @Sendable (Position) -> String?
    private let names: ShotNames

    /// Creates a geotagger.
    ///
    /// - Parameters:
    ///   - reader: reads sidecars.
    ///   - limits: the limits above which sidecars are refused.
    ///   - names: finds sidecars; share it among geotaggers, so that a folder is listed once.
    ///   - zoneAt: returns the time zone at a position, for clocks whose zone is otherwise unknown.
    package init(
        _ sources: GeotagSources, reader: any ContentReader, limits: Limits, names: ShotNames = ShotNames(),
        zoneAt: @escaping @Sendable (Position) -> String?
    ) {
        self.sources = sources
        self.reader = reader
        self.limits = limits
        self.names = names
        self.zoneAt = zoneAt
    }

    /// Finds the position for a picture with the given facts. Only Exif's own position counts.
    ///
    /// - Parameters:
    ///   - name: the picture's name in `folder`, to find its sidecars.
    ///   - folder: the picture's folder; nil if it has none, and therefore no sidecars.
    package func finding(
        for facts: PictureFacts, beside name: [UInt8], in folder: OpenFolder?
    ) async -> GeotagFinding {
        let camera = facts.date.flatMap { CameraTime($0) }
        var own: Position?
        if !facts.isPositionOfXMP, let latitude = facts.latitude, let longitude = facts.longitude {
            own = Position(latitude: latitude, longitude: longitude, altitude: facts.altitude)
        }
        return await finding(taken: camera, own: own, exact: facts.positionTime, beside: name, in: folder)
    }

    /// Finds the position for a picture that was taken at a known time.
    ///
    /// - Parameters:
    ///   - camera: the time by the camera's clock; nil if the picture does not contain it.
    ///   - own: the picture's own position.
    ///   - exact: the picture's GPS time, in seconds since 1970; nil if it has none.
    ///   - name: the picture's name in `folder`, to find its sidecars.
    ///   - folder: the picture's folder; nil if it has none, and therefore no sidecars.
    ///   - others: the names of sidecars that belong to other pictures.
    package func finding(
        taken camera: CameraTime?, own: Position?, exact: Double? = nil, beside name: [UInt8], in folder: OpenFolder?,
        without others: Set<[UInt8]> = []
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
            if camera == nil, sources.readsSidecars, let folder {
                var reasons: [String] = []
                let found = await SidecarSearch(reader: reader, limits: limits, names: names).finding(
                    beside: name, in: folder, without: others, needsPosition: false, needsDate: true, &reasons)
                adopt(found.date, &finding)
            }
            return finding
        }
        await search(&finding, beside: name, in: folder, without: others)
        return finding
    }

    /// Takes over the date of a sidecar, whose zone is found as that of the camera's clock is.
    private func adopt(_ date: CaptureDate?, _ finding: inout GeotagFinding) {
        finding.date = date
        finding.time =
            date.flatMap { CameraTime($0) }?.resolved(
                zone: sources.zone, track: sources.track, zoneAt: zoneAt
            ).time
    }

    private func search(
        _ finding: inout GeotagFinding, beside name: [UInt8], in folder: OpenFolder?, without others: Set<[UInt8]>
    ) async {
        var reasons: [String] = []
        if sources.readsSidecars, let folder {
            let found = await SidecarSearch(reader: reader, limits: limits, names: names).finding(
                beside: name, in: folder, without: others, needsDate: finding.time == nil, &reasons)
            // A Takeout sidecar has the time even if the picture does not.
            if finding.time == nil { adopt(found.date, &finding) }
            if let position = found.position {
                finding.position = position
                finding.source = .sidecar(found.name)
                return
            }
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
                let distance = track.nearest(to: time).map { ($0.time - time).magnitude } ?? .infinity
                finding.seconds = distance
                reasons.append("the nearest fix of the track is \(Int(saturating: min(distance, 1e15))) s away")
            } else {
                reasons.append("the picture has no capture time")
            }
        }
        if let fixed = sources.fixed {
            finding.position = fixed
            finding.source = .fixed
            return
        }
        finding.source = .none(reasons.isEmpty ? "no source is configured" : reasons.joined(separator: "; "))
    }
}
