extension Track {
    /// Reads a FIT file (Flexible and Interoperable Data Transfer, written by sports watches and cycling computers):
    /// the time, position and altitude of its `record` messages.
    ///
    /// A truncated file, for example after the battery ran out, gives the points up to its end.
    package init(parsingFIT bytes: [UInt8]) throws(GeodataError) {
        guard bytes.count >= 12, bytes[0] == 12 || bytes[0] == 14, Array(bytes[8..<12]) == Array(".FIT".utf8) else {
            throw .notATrack(found: "a file without the mark .FIT")
        }
        var reader = FITReader(bytes: bytes)
        reader.read()
        guard !reader.points.isEmpty else { throw .noFixes }
        self.init(reader.points)
    }

    private struct FITReader {
        /// A field of a message: its number, offset and size.
        private struct Field {
            var number: UInt8
            var offset: Int
            var size: Int
        }

        private struct Definition {
            var message: Int
            var isBigEndian: Bool
            var fields: [Field]
            var size: Int
        }

        /// 1989-12-31T00:00:00Z, the epoch of FIT times, in seconds since 1970.
        private static let epoch = 631_065_600.0
        /// The `record` message and its fields.
        private static let record = 20
        private static let (latitude, longitude, altitude, betterAltitude, timestamp) =
            (UInt8(0), UInt8(1), UInt8(2), UInt8(78), UInt8(253))

        let bytes: [UInt8]
        var points: [TrackPoint] = []
        private var definitions: [UInt8: Definition] = [:]
        private var lastTime: UInt32 = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func read() {
            var at = Int(bytes[0])
            let announced = at + number(4, 4, isBigEndian: false)
            let end = min(bytes.count, announced)
            while at < end {
                let header = bytes[at]
                at += 1
                if header & 0x80 != 0 {
                    // A compressed header: the message's number and five bits of the time.
                    let offset = UInt32(header & 0x1F)
                    lastTime = (lastTime & ~0x1F) + offset + (offset < lastTime & 0x1F ? 0x20 : 0)
                    guard let next = data(definitions[header >> 5 & 3], at, end, time: lastTime) else { return }
                    at = next
                } else if header & 0x40 != 0 {
                    guard let next = define(header, at, end) else { return }
                    at = next
                } else {
                    guard let next = data(definitions[header & 0x0F], at, end, time: nil) else { return }
                    at = next
                }
            }
        }

        private mutating func define(_ header: UInt8, _ start: Int, _ end: Int) -> Int? {
            guard start + 5 <= end else { return nil }
            let isBigEndian = bytes[start + 1] == 1
            let count = Int(bytes[start + 4])
            var definition = Definition(
                message: number(start + 2, 2, isBigEndian: isBigEndian), isBigEndian: isBigEndian, fields: [], size: 0)
            var at = start + 5
            guard at + 3 * count <= end else { return nil }
            for _ in 0..<count {
                let size = Int(bytes[at + 1])
                definition.fields.append(Field(number: bytes[at], offset: definition.size, size: size))
                definition.size += size
                at += 3
            }
            if header & 0x20 != 0 {
                // Developer fields: only their sizes matter.
                guard at < end else { return nil }
                let own = Int(bytes[at])
                at += 1
                guard at + 3 * own <= end else { return nil }
                for _ in 0..<own {
                    definition.size += Int(bytes[at + 1])
                    at += 3
                }
            }
            definitions[header & 0x0F] = definition
            return at
        }

        private mutating func data(_ definition: Definition?, _ at: Int, _ end: Int, time: UInt32?) -> Int? {
            guard let definition, at + definition.size <= end else { return nil }
            func value(_ name: UInt8, _ size: Int) -> Int? {
                guard let field = definition.fields.first(where: { $0.number == name }), field.size == size else {
                    return nil
                }
                return number(at + field.offset, size, isBigEndian: definition.isBigEndian)
            }
            var seconds = time
            if let own = value(Self.timestamp, 4), own != 0xFFFF_FFFF {
                lastTime = UInt32(own)
                seconds = lastTime
            }
            if definition.message == Self.record, let seconds, let x = value(Self.longitude, 4),
                let y = value(Self.latitude, 4), x != 0x7FFF_FFFF, y != 0x7FFF_FFFF
            {
                // 2^31 semicircles are 180 degrees.
                func degrees(_ semicircles: Int) -> Double {
                    Double(Int32(truncatingIfNeeded: semicircles)) * 180 / 2_147_483_648
                }
                var height: Double?
                if let fine = value(Self.betterAltitude, 4), fine != 0xFFFF_FFFF {
                    height = Double(fine) / 5 - 500
                } else if let coarse = value(Self.altitude, 2), coarse != 0xFFFF {
                    height = Double(coarse) / 5 - 500
                }
                if let position = Position(latitude: degrees(y), longitude: degrees(x), altitude: height) {
                    points.append(TrackPoint(time: Self.epoch + Double(seconds), position: position))
                }
            }
            return at + definition.size
        }

        private func number(_ at: Int, _ size: Int, isBigEndian: Bool) -> Int {
            var value = 0
            for index in 0..<size {
                value |= Int(bytes[at + index]) << (8 * (isBigEndian ? size - 1 - index : index))
            }
            return value
        }
    }
}
