internal import Foundation

/// What a JSON sidecar of Google Takeout says about its picture.
public struct TakeoutSidecar: Hashable, Sendable {
    /// The picture's name when it was uploaded.
    public var title: String?
    /// `geoData` unless it is zero, else `geoDataExif`.
    public var position: Position?
    /// `photoTakenTime`, seconds since 1970 (UTC).
    public var time: Double?
    /// `description`, where it is not empty.
    public var description: String?

    /// A file that is no JSON object of Takeout's.
    public struct FormatError: Error, Hashable, CustomStringConvertible {
        /// What the decoder found.
        public var reason: String
        /// For people.
        public var description: String { "expected a JSON sidecar of Google Takeout, found \(reason)" }
    }

    private struct File: Decodable {
        struct Coordinates: Decodable {
            var latitude: Double?
            var longitude: Double?
            var altitude: Double?

            var position: Position? {
                guard let latitude, let longitude else { return nil }
                return Position(
                    latitude: latitude, longitude: longitude, altitude: altitude == 0 ? nil : altitude)
            }
        }
        struct Time: Decodable {
            var timestamp: String?
        }
        var title: String?
        var description: String?
        var geoData: Coordinates?
        var geoDataExif: Coordinates?
        var photoTakenTime: Time?
    }

    /// Reads a sidecar.
    public init(parsing bytes: [UInt8]) throws(FormatError) {
        let file: File
        do {
            file = try JSONDecoder().decode(File.self, from: Data(bytes))
        } catch let error as DecodingError {
            switch error {
            case .dataCorrupted: throw FormatError(reason: "something that is not JSON")
            case .typeMismatch(_, let context), .keyNotFound(_, let context), .valueNotFound(_, let context):
                let path = context.codingPath.map(\.stringValue).joined(separator: ".")
                throw FormatError(reason: "another type in \(path.isEmpty ? "the document" : path)")
            @unknown default: throw FormatError(reason: "something else")
            }
        } catch {
            throw FormatError(reason: "something that is not JSON")
        }
        guard file.geoData != nil || file.geoDataExif != nil || file.photoTakenTime != nil else {
            throw FormatError(reason: "an object without geoData and photoTakenTime")
        }
        title = file.title
        position = file.geoData?.position ?? file.geoDataExif?.position
        time = file.photoTakenTime?.timestamp.flatMap(Double.init)
        description = file.description.flatMap { $0.isEmpty ? nil : $0 }
    }
}
