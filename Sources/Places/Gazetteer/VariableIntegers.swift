package import UprightFormats

/// Reads the LEB128 numbers of a gazetteer section one by one.
package struct VariableIntegers {
    private let section: String
    private let bytes: [UInt8]
    private var at = 0

    package init(_ section: String, in file: GazetteerFile) throws(GeodataError) {
        self.section = section
        bytes = try file.section(section)
    }

    /// Whether all numbers have been read.
    package var isAtEnd: Bool { at == bytes.count }

    package mutating func next() throws(GeodataError) -> Int {
        guard at < bytes.count else { throw .corrupt(section: section, offset: at) }
        let first = bytes[at]
        if first < 0x80 {
            at &+= 1
            return Int(first)
        }
        var value = 0
        var shift = 0
        while at < bytes.count, shift < 56 {
            let byte = bytes[at]
            at &+= 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift &+= 7
        }
        throw .corrupt(section: section, offset: at)
    }

    /// Returns the next number, with its sign in the lowest bit.
    package mutating func nextSigned() throws(GeodataError) -> Int {
        let value = try next()
        return (value >> 1) ^ -(value & 1)
    }

    /// Returns the next number, which must be below a bound.
    package mutating func next(below bound: Int) throws(GeodataError) -> Int {
        let value = try next()
        guard value < bound else { throw .corrupt(section: section, offset: at) }
        return value
    }

    /// Reads a whole section: `count` numbers in a range, each stored as the difference from the previous one.
    package static func differences<T: FixedWidthInteger>(
        _ section: String, in file: GazetteerFile, count: Int, within range: ClosedRange<Int>, as type: T.Type
    ) throws(GeodataError) -> [T] {
        var reader = try VariableIntegers(section, in: file)
        var values: [T] = []
        values.reserveCapacity(count)
        var value = 0
        for _ in 0..<count {
            value += try reader.nextSigned()
            guard range.contains(value) else { throw .corrupt(section: section, offset: reader.at) }
            values.append(T(truncatingIfNeeded: value))
        }
        guard reader.isAtEnd else { throw .corrupt(section: section, offset: reader.at) }
        return values
    }
}
