/// Why a track cannot be used.
public enum TrackError: Error, Hashable, Sendable {
    /// The file is no XML, or not to its end.
    case notXML(line: Int, reason: String)
    /// The document is something else than GPX 1.0 or 1.1.
    case notGPX(found: String)
    /// The file is no track in a format that is read.
    case notATrack(found: String)
    /// Nothing in it has a position and a time.
    case empty
}

extension TrackError: CustomStringConvertible {
    /// For people.
    public var description: String {
        switch self {
        case .notXML(let line, let reason): "expected a GPX file, found XML that ends in line \(line): \(reason)"
        case .notGPX(let found): "expected a GPX file, found a document of <\(found)>"
        case .notATrack(let found): "expected a track in GPX, KML, FIT or NMEA 0183, found \(found)"
        case .empty: "expected track points with a time, found none"
        }
    }
}
