internal import UprightBase

/// The contents of a Google Takeout JSON sidecar.
package struct TakeoutSidecar: Hashable, Sendable {
    /// The picture's name at upload.
    package var title: String?
    /// `geoData` unless it is zero; otherwise `geoDataExif`.
    package var position: Position?
    /// `photoTakenTime`, in seconds since 1970 (UTC).
    package var time: Double?
    /// `description`, if not empty.
    package var description: String?

    /// Reads a sidecar.
    package init(parsing bytes: [UInt8]) throws(GeodataError) {
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes, keepsLast: true) } catch {
            throw .notTakeout(found: "something that is not JSON at byte \(error.offset)")
        }
        guard document["geoData"] != nil || document["geoDataExif"] != nil || document["photoTakenTime"] != nil else {
            throw .notTakeout(found: "an object without geoData and photoTakenTime")
        }
        title = try Self.text("title", in: document)
        position = try Self.position("geoData", in: document)
        if position == nil { position = try Self.position("geoDataExif", in: document) }
        if let taken = document["photoTakenTime"] {
            time = try Self.text("timestamp", in: taken).flatMap { Double($0) }.flatMap(Self.known)
        }
        description = try Self.text("description", in: document).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The time, if it is one: Takeout writes 0 for an unknown time, and Exif's dates have the years 1 to 9999.
    private static func known(_ time: Double) -> Double? {
        time != 0 && (-62_135_596_800...253_402_300_799).contains(time) ? time : nil
    }

    private static func text(_ name: String, in object: JSONValue) throws(GeodataError) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw .notTakeout(found: "another type in \(name)")
        }
    }

    private static func position(_ name: String, in document: JSONValue) throws(GeodataError) -> Position? {
        func number(_ key: String) throws(GeodataError) -> Double? {
            switch document[name]?[key] {
            case nil, .null: return nil
            case .number(let number): return number
            case .integer(let number): return Double(number)
            default: throw .notTakeout(found: "another type in \(name).\(key)")
            }
        }
        guard let latitude = try number("latitude"), let longitude = try number("longitude") else { return nil }
        let altitude = try number("altitude")
        return Position(latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }
}

extension GeodataError {
    fileprivate static func notTakeout(found: String) -> GeodataError {
        GeodataError("expected a JSON sidecar of Google Takeout, found \(found)")
    }
}
