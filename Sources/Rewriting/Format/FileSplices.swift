/// Replacements of ranges of a file, and where its other bytes are afterwards.
package struct FileSplices: Sendable {
    /// A replacement. An empty range is an insertion before the byte at that offset.
    package struct Splice: Sendable {
        package var range: Range<Int>
        package var bytes: [UInt8]

        var growth: Int { bytes.count - range.count }

        /// Whether it overlaps with a range, or lies within it.
        func conflicts(with other: Range<Int>) -> Bool {
            let (first, second) = (range, other)
            if first.isEmpty, second.isEmpty { return first == second }
            if first.isEmpty { return second.lowerBound < first.lowerBound && first.lowerBound < second.upperBound }
            if second.isEmpty { return first.lowerBound < second.lowerBound && second.lowerBound < first.upperBound }
            return first.overlaps(second)
        }
    }

    /// The replacements in file order.
    package private(set) var splices: [Splice] = []

    /// Adds a replacement.
    ///
    /// - Returns: false if it overlaps with another one.
    mutating func add(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
        guard !splices.contains(where: { $0.conflicts(with: range) }) else { return false }
        // An insertion comes before a replacement at the same offset.
        let index = splices.firstIndex {
            ($0.range.lowerBound, $0.range.upperBound) > (range.lowerBound, range.upperBound)
        }
        splices.insert(Splice(range: range, bytes: bytes), at: index ?? splices.endIndex)
        return true
    }

    /// Exchanges a replacement for another one of the same length.
    mutating func update(_ range: Range<Int>, _ bytes: [UInt8]) {
        guard let index = splices.firstIndex(where: { $0.range == range }), splices[index].bytes.count == bytes.count
        else { return }
        splices[index].bytes = bytes
    }

    /// Returns the replacement of a range; empty if there is none.
    func bytes(of range: Range<Int>) -> [UInt8] { splices.first { $0.range == range }?.bytes ?? [] }

    /// Returns where a byte that is not replaced is afterwards.
    func moved(_ offset: Int) -> Int {
        var moved = offset
        for splice in splices where splice.range.upperBound <= offset { moved += splice.growth }
        return moved
    }

    /// Whether a range keeps its bytes, and begins at an offset afterwards.
    func keeps(_ range: Range<Int>, at offset: Int) -> Bool {
        moved(range.lowerBound) == offset && splices.allSatisfy { !$0.conflicts(with: range) }
    }

    /// Returns where the replacement of a range begins afterwards.
    func start(of range: Range<Int>) -> Int {
        var moved = range.lowerBound
        for splice in splices where splice.range != range && splice.range.upperBound <= range.lowerBound {
            moved += splice.growth
        }
        return moved
    }

    /// The number of bytes of the result.
    package func count(from source: Int) -> Int { splices.reduce(source) { $0 + $1.growth } }

    /// Returns the file with the replacements.
    package func applied(to source: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count(from: source.count))
        var next = 0
        for splice in splices {
            bytes += source[next..<splice.range.lowerBound]
            bytes += splice.bytes
            next = splice.range.upperBound
        }
        bytes += source[next...]
        return bytes
    }
}
