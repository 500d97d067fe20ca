internal import UprightJSON

/// The contents of a Google Takeout JSON sidecar.
public struct TakeoutSidecar: Hashable, Sendable {
    /// The picture's name at upload.
    public var title: String?
    /// `geoData` unless it is zero; otherwise `geoDataExif`.
    public var position: Position?
    /// `photoTakenTime`, in seconds since 1970 (UTC).
    public var time: Double?
    /// `description`, if not empty.
    public var description: String?

    /// The error for a file that is not a JSON object from Takeout.
    public struct FormatError: Error, Hashable, CustomStringConvertible {
        /// What the decoder found.
        public var reason: String
        /// What was expected and what was found.
        public var description: String { "expected a JSON sidecar of Google Takeout, found \(reason)" }
    }

    /// Reads a sidecar.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes, keepsLast: true) } catch {
            throw FormatError(reason: "something that is not JSON at byte \(error.offset)")
        }
        guard document["geoData"] != nil || document["geoDataExif"] != nil || document["photoTakenTime"] != nil else {
            throw FormatError(reason: "an object without geoData and photoTakenTime")
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

    private static func text(_ name: String, in object: JSONValue) throws(FormatError) -> String? {
        switch object[name] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw FormatError(reason: "another type in \(name)")
        }
    }

    private static func position(_ name: String, in document: JSONValue) throws(FormatError) -> Position? {
        func number(_ key: String) throws(FormatError) -> Double? {
            switch document[name]?[key] {
            case nil, .null: return nil
            case .number(let number): return number
            case .integer(let number): return Double(number)
            default: throw FormatError(reason: "another type in \(name).\(key)")
            }
        }
        guard let latitude = try number("latitude"), let longitude = try number("longitude") else { return nil }
        let altitude = try number("altitude")
        return Position(latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
    }
}
