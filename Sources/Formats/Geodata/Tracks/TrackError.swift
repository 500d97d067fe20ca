/// Why a track is unusable.
public enum TrackError: Error, Hashable, Sendable {
    /// The file is not XML, or not to its end.
    case notXML(line: Int, reason: String)
    /// The document is not GPX 1.0 or 1.1.
    case notGPX(found: String)
    /// The file is not a track in a supported format.
    case notATrack(found: String)
    /// No point has both a position and a time.
    case empty
}

extension TrackError: CustomStringConvertible {
    /// What was expected and what was found.
    public var description: String {
        switch self {
        case .notXML(let line, let reason): "expected a GPX or KML file, found an error in line \(line): \(reason)"
        case .notGPX(let found): "expected a GPX file, found a document of <\(found)>"
        case .notATrack(let found): "expected a track in GPX, KML, FIT or NMEA 0183, found \(found)"
        case .empty: "expected track points with a time, found none"
        }
    }
}
