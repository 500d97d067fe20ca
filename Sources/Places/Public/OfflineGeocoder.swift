public import UprightFormats
internal import UprightPlaces

/// Names positions without a network, from data in the program: countries and regions by their borders, cities by distance and
/// population. There are no streets and no districts.
public struct OfflineGeocoder: Sendable {
    private let gazetteer: Gazetteer

    /// Reads the data, which takes some tens of milliseconds; a lookup then takes some microseconds. Copies share it.
    public init() throws(GeocodingError) {
        do { gazetteer = try Gazetteer() } catch {
            throw GeocodingError(kind: .data, description: "\(error)")
        }
    }

    /// Returns the names of a position (WGS 84); nil on the open sea, and for what is no position
    /// (``GPSCoordinate/isPlausible``).
    ///
    /// - Parameter language: an IETF language tag (`de`, `zh-Hant`); nil for the data's default names. A city without a name in
    ///   the language has its local name.
    public func placemark(at coordinate: GPSCoordinate, language: String? = nil) -> Placemark? {
        Position(coordinate).flatMap { gazetteer.place(at: $0, language: language) }.map { Placemark($0) }
    }

    /// Returns the IANA name of the time zone at a position; far from land, that of the nautical zone (`Etc/GMT-2`).
    public func timeZone(at coordinate: GPSCoordinate) -> String? {
        Position(coordinate).flatMap { gazetteer.timeZone(at: $0) }
    }
}

extension Position {
    init?(_ coordinate: GPSCoordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }
}
