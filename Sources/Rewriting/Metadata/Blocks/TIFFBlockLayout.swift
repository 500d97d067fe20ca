internal import UprightFormats

/// What a block's bytes are used for: the parts that can move, and the bytes that nothing uses.
struct TIFFBlockLayout {
    /// A directory, a value or the data of a picture.
    struct Part {
        let range: Range<Int>
        /// The position of the four bytes that hold its offset.
        let pointer: Int
    }

    /// A part, and the offset where it goes.
    struct Move {
        let part: Part
        let start: Int
    }

    /// A range that nothing uses.
    private struct Gap {
        var range: Range<Int>
        /// Whether it holds only zeros. Other gaps hold what is left of something, and are used last.
        var isBlank: Bool
    }

    /// The shortest run of zeros after unknown bytes that counts as padding, and how many of its zeros can belong to them.
    private static let minimumPadding = 32
    private static let margin = 16

    private let block: TIFFBlock
    /// The block's length before the edits: whatever lies past it was put there by them.
    private let original: Int
    private let reach: TIFFReach
    /// How many directories, values and pictures use each byte.
    private var uses: [Int]
    /// Whether a byte is used by something that cannot move.
    private var isFixed: [Bool]

    /// The parts that can move.
    private(set) var parts: [Part] = []

    init(of block: TIFFBlock, original: Int) {
        self.block = block
        self.original = original
        reach = TIFFReach(of: block, length: original)
        uses = [Int](repeating: 0, count: block.bytes.count)
        isFixed = [Bool](repeating: false, count: block.bytes.count)
        let places = block.places
        for place in places { for index in place.range { uses[index] += 1 } }
        for range in reach.ranges { for index in range { isFixed[index] = true } }
        parts = candidates.filter { part in
            part.range.allSatisfy { uses[$0] == 1 && !isFixed[$0] }
        }
        for index in uses.indices where uses[index] > 0 { isFixed[index] = true }
        for part in parts { for index in part.range { isFixed[index] = false } }
    }

    /// Returns where parts go within the block's first `limit` bytes; nil if they do not all fit.
    ///
    /// - Parameter isJoined: whether padding and what is left before it count as one range.
    func moves(of parts: [Part], within limit: Int, isJoined: Bool = false) -> [Move]? {
        var gaps = gaps(within: limit, leftBy: parts, isJoined)
        var moves: [Move] = []
        for part in parts.sorted(by: { $0.range.count > $1.range.count }) {
            func start(_ gap: Gap) -> Int { gap.range.lowerBound + gap.range.lowerBound % 2 }
            let fitting = gaps.indices.filter { start(gaps[$0]) + part.range.count <= gaps[$0].range.upperBound }
            let best = fitting.min { one, other in
                let (a, b) = (gaps[one], gaps[other])
                return a.isBlank == b.isBlank ? a.range.count < b.range.count : a.isBlank
            }
            guard let best else { return nil }
            let offset = start(gaps[best])
            moves.append(Move(part: part, start: offset))
            gaps[best].range = offset + part.range.count..<gaps[best].range.upperBound
        }
        return moves
    }

    /// The parts that lie past a limit; nil if something does that cannot move.
    func excess(past limit: Int) -> [Part]? {
        guard !isFixed[limit...].contains(true) else { return nil }
        return parts.filter { $0.range.upperBound > limit }
    }

    private func gaps(within limit: Int, leftBy parts: [Part], _ isJoined: Bool) -> [Gap] {
        var isUsed = isFixed
        var isBlank = block.bytes.enumerated().map { $0.offset >= original || $0.element == 0 }
        for part in self.parts { for index in part.range { isUsed[index] = true } }
        for part in parts {
            for index in part.range { (isUsed[index], isBlank[index]) = (false, true) }
        }
        var gaps: [Gap] = []
        var position = 0
        while let start = isUsed[position..<limit].firstIndex(of: false) {
            let end = isUsed[start..<limit].firstIndex(of: true) ?? limit
            gaps += self.gaps(in: start..<end, isBlank, isJoined)
            position = end
        }
        return gaps
    }

    /// Splits unused bytes into padding and what is before it.
    private func gaps(in range: Range<Int>, _ isBlank: [Bool], _ isJoined: Bool) -> [Gap] {
        guard let last = range.last(where: { !isBlank[$0] }) else { return [Gap(range: range, isBlank: true)] }
        if isJoined, !isWanted(range) { return [Gap(range: range, isBlank: false)] }
        let padding = last + 1..<range.upperBound
        let hasPadding = padding.count >= Self.minimumPadding
        var gaps: [Gap] = []
        if hasPadding { gaps.append(Gap(range: padding.dropFirst(Self.margin), isBlank: true)) }
        let rest = range.lowerBound..<(hasPadding ? padding.lowerBound : range.upperBound)
        if !isWanted(rest) { gaps.append(Gap(range: rest, isBlank: false)) }
        return gaps
    }

    /// Whether bytes that no tag uses can mean something anyway: a JPEG, or bytes whose offset the note contains.
    private func isWanted(_ range: Range<Int>) -> Bool {
        let first = range.first { block.bytes[$0] != 0 } ?? range.lowerBound
        if (range.lowerBound...first).contains(where: reach.numbers.contains) { return true }
        return range.dropLast(2).contains { place in
            block.bytes[place + 1] == JPEGMarker.soi && block.bytes[place + 2] == JPEGMarker.prefix
        }
    }
}

extension TIFFBlockLayout {
    private var candidates: [Part] {
        var found: [Part] = []
        for directory in block.directories {
            if let part = part(of: directory) { found.append(part) }
            for entry in directory.entries where !entry.isInline && Self.canMove(entry, of: directory.kind) {
                if let value = entry.value, value.count > 4 {
                    found.append(Part(range: value, pointer: entry.offset + 8))
                }
            }
            for data in block.dataPlaces(of: directory) {
                guard let entry = directory.entries.first(where: { $0.offset == data.owner }), entry.type == .long,
                    entry.count == 1, entry.isInline
                else { continue }
                found.append(Part(range: data.range, pointer: entry.offset + 8))
            }
        }
        return found
    }

    /// Whether a value means the same anywhere. Values of unknown content can hold offsets.
    private static func canMove(_ entry: TIFFEntry, of kind: TIFFDirectory.Kind) -> Bool {
        guard entry.type == .undefined else { return true }
        guard let definition = TagGroup(kind).flatMap({ TagID($0, entry.tag).definition }) else { return false }
        return definition.editability != .structural
    }

    /// Returns a directory as a part, if exactly one pointer leads to it.
    private func part(of directory: TIFFDirectory) -> Part? {
        guard let next = directory.nextPosition, let pointer = block.onlyPointer(to: directory) else { return nil }
        return Part(range: directory.offset..<next + 4, pointer: pointer)
    }
}
