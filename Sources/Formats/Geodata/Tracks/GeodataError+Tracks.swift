internal import UprightBase

extension GeodataError {
    /// The document is not GPX 1.0 or 1.1.
    package static func notGPX(found: String) -> GeodataError {
        GeodataError("expected a GPX file, found a document of <\(found)>")
    }

    /// The file is not a track in a supported format.
    static func notATrack(found: String) -> GeodataError {
        GeodataError("expected a track in GPX, KML, FIT or NMEA 0183, found \(found)")
    }

    /// No point has both a position and a time.
    package static let noFixes = GeodataError("expected track points with a time, found none")

    /// A track in XML is damaged.
    static func notXML(_ error: XMLFailure) -> GeodataError { notXML(expected: "a GPX or KML file", error) }
}
