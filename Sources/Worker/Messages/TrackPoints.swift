package import UprightFormats

/// The format of fixes between a worker and its supervisor: for each fix its time, latitude, longitude and altitude, as
/// IEEE 754 doubles in the machine's byte order; an unknown altitude is NaN.
package enum TrackPoints {
    /// The size of a fix in bytes.
    package static let stride = 32

    /// Serializes fixes; the inverse of ``points(parsing:)``.
    static func serialized(_ points: [TrackPoint]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(points.count * stride)
        for point in points {
            let position = point.position
            for value in [point.time, position.latitude, position.longitude, position.altitude ?? .nan] {
                withUnsafeBytes(of: value.bitPattern) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    /// Parses fixes. Skips invalid ones, since a worker is not trusted.
    package static func points(parsing bytes: [UInt8]) -> [TrackPoint] {
        bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / stride).compactMap { index in
                func value(_ field: Int) -> Double {
                    Double(
                        bitPattern: buffer.loadUnaligned(fromByteOffset: index * stride + field * 8, as: UInt64.self))
                }
                let altitude = value(3)
                guard value(0).isFinite,
                    let position = Position(
                        latitude: value(1), longitude: value(2), altitude: altitude.isNaN ? nil : altitude)
                else { return nil }
                return TrackPoint(time: value(0), position: position)
            }
        }
    }
}
