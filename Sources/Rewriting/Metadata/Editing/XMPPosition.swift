package import UprightFormats

/// The XMP properties that hold a position on the earth.
///
/// Source: XMP part 2, 1.2.7 (exif:GPS…); DJI's drone metadata; IPTC Photo Metadata Standard, Location structure.
package enum XMPPosition {
    /// DJI's names; the third is misspelled in the drones' files.
    static let droneNames: Set<String> = [
        "GpsLatitude", "GpsLongitude", "GpsLongtitude", "AbsoluteAltitude", "RelativeAltitude", "GPSAltitude",
        "UtcGpsLatitude", "UtcGpsLongitude", "RtkStdLat", "RtkStdLon", "RtkStdHgt",
    ]

    /// Whether a property or a structure's field is part of a position.
    package static func holds(_ name: XMPName) -> Bool {
        switch name.namespace {
        case XMPNamespace.exif.uri: name.local.hasPrefix("GPS")
        case XMPNamespace.djiDrone.uri: droneNames.contains(name.local)
        default: false
        }
    }
}
