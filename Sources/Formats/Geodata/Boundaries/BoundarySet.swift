internal import UprightBase

/// The areas of a level, such as all districts of a country, with their source. `upright places import --level` makes the file.
///
/// The file: `UPRBND01`, then numbers (LEB128) and texts (their length in bytes, then UTF-8): level, version, source, the number of
/// languages and each, the number of boundaries; for each boundary the number of names, for each name the index of its language and
/// its text, the number of rings, and for each ring the number of its points and the points as signed differences
/// (the sign in the lowest bit) of latitude and longitude, the first of a boundary relative to the last of the one before.
package struct BoundarySet: Sendable, Hashable {
    /// What the areas are.
    package enum Level: String, Sendable, Hashable, CaseIterable, Codable {
        /// Cities and towns.
        case city
        /// Administrative parts of a city, or counties.
        case district
    }

    /// What the areas are.
    package var level: Level
    /// Identifies the data; stored with every place from it.
    package var version: String
    /// Where the data is from, and its licence.
    package var source: String
    /// The areas.
    package var boundaries: [Boundary]

    /// The largest file that is read, in bytes.
    package static let largestSize = 256 << 20
    /// The longest text, in bytes.
    package static let longestText = 1024
    private static let magic = Array("UPRBND01".utf8)

    package init(level: Level, version: String = "", source: String = "", boundaries: [Boundary] = []) {
        self.level = level
        self.version = version
        self.source = source
        self.boundaries = boundaries
    }

    /// The file's bytes; the inverse of ``init(parsing:)``.
    package var serialized: [UInt8] {
        var bytes = Self.magic
        func append(_ number: Int) {
            var rest = UInt(bitPattern: number)
            while rest > 127 {
                bytes.append(UInt8(rest & 127) | 128)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        func append(_ text: String) {
            append(text.utf8.count)
            bytes += text.utf8
        }
        func append(difference: Int) { append((difference << 1) ^ (difference >> 63)) }
        append(level.rawValue)
        append(version)
        append(source)
        let languages = Set(boundaries.flatMap(\.names.keys)).sorted()
        append(languages.count)
        for language in languages { append(language) }
        append(boundaries.count)
        var last = Boundary.Point(latitude: 0, longitude: 0)
        for boundary in boundaries {
            append(boundary.names.count)
            for (number, language) in languages.enumerated() {
                guard let name = boundary.names[language] else { continue }
                append(number)
                append(name)
            }
            append(boundary.rings.count)
            for ring in boundary.rings {
                append(ring.count)
                for point in ring {
                    append(difference: Int(point.latitude) - Int(last.latitude))
                    append(difference: Int(point.longitude) - Int(last.longitude))
                    last = point
                }
            }
        }
        return bytes
    }

    /// Parses a file. The inverse of ``serialized``.
    ///
    /// - Throws: `GeodataError` for any other bytes, also for points outside the earth. Never takes more memory than some
    ///   times the file's size.
    package init(parsing bytes: [UInt8]) throws(GeodataError) {
        guard bytes.starts(with: Self.magic) else { throw .notBoundaries }
        var reader = BoundaryReader(bytes: bytes, offset: Self.magic.count)
        guard let level = Level(rawValue: try reader.text()) else { throw .corrupt(offset: Self.magic.count) }
        self.level = level
        version = try reader.text()
        source = try reader.text()
        var languages: [String] = []
        for _ in 0..<(try reader.count(of: 1)) { languages.append(try reader.text()) }
        var boundaries: [Boundary] = []
        var latitude = 0
        var longitude = 0
        for _ in 0..<(try reader.count(of: 2)) {
            var boundary = Boundary(names: [:], rings: [])
            for _ in 0..<(try reader.count(of: 2)) {
                let language = try reader.number()
                guard languages.indices.contains(language) else { throw .corrupt(offset: reader.offset) }
                boundary.names[languages[language]] = try reader.text()
            }
            for _ in 0..<(try reader.count(of: 1)) {
                let count = try reader.count(of: 2)
                var ring: [Boundary.Point] = []
                ring.reserveCapacity(count)
                for _ in 0..<count {
                    latitude = latitude.addingSaturated(try reader.signed())
                    longitude = longitude.addingSaturated(try reader.signed())
                    guard latitude.magnitude <= 9_000_000, longitude.magnitude <= 18_000_000,
                        let north = Int32(exactly: latitude), let east = Int32(exactly: longitude)
                    else { throw .corrupt(offset: reader.offset) }
                    ring.append(Boundary.Point(latitude: north, longitude: east))
                }
                boundary.rings.append(ring)
            }
            boundaries.append(boundary)
        }
        guard reader.offset == bytes.count else { throw .corrupt(offset: reader.offset) }
        self.boundaries = boundaries
    }
}

/// Reads the numbers and texts of a file.
private struct BoundaryReader {
    let bytes: [UInt8]
    var offset: Int

    mutating func number() throws(GeodataError) -> Int {
        var value = 0
        var shift = 0
        while offset < bytes.count, shift < 56 {
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .corrupt(offset: offset)
    }

    mutating func signed() throws(GeodataError) -> Int {
        let value = try number()
        return (value >> 1) ^ -(value & 1)
    }

    /// Returns a number of things that take at least `size` bytes each, so that the rest of the file can have them.
    mutating func count(of size: Int) throws(GeodataError) -> Int {
        let value = try number()
        guard value <= (bytes.count - offset) / size else { throw .corrupt(offset: offset) }
        return value
    }

    mutating func text() throws(GeodataError) -> String {
        let count = try count(of: 1)
        guard count <= BoundarySet.longestText,
            let text = String(validating: bytes[offset..<offset + count], as: UTF8.self)
        else { throw .corrupt(offset: offset) }
        offset += count
        return text
    }
}
