internal import UprightFormats

extension TIFFBlock {
    /// Makes an edited block fit its limit: what lies past it moves to bytes that nothing uses. If they are too few or
    /// too scattered, every part that can move is laid out anew.
    ///
    /// The maker note and everything in its reach stay where they are (``TIFFReach``). All tags keep their values.
    ///
    /// - Parameter original: the block's length before the edits, which it keeps if it can.
    /// - Returns: false, with nothing changed, if the block does not fit.
    package mutating func shorten(to limit: Int, original: Int) -> Bool {
        guard bytes.count > limit else { return true }
        let layout = TIFFBlockLayout(of: self, original: original)
        guard let excess = layout.excess(past: limit) else { return false }
        for (parts, isJoined) in [(excess, false), (layout.parts, false), (layout.parts, true)] {
            guard let moves = layout.moves(of: parts, within: limit, isJoined: isJoined) else { continue }
            let moved = relocated(moves, limit: limit, original: original)
            guard moved.hasSameContent(as: self) else { continue }
            self = moved
            return true
        }
        return false
    }

    private func relocated(_ moves: [TIFFBlockLayout.Move], limit: Int, original: Int) -> TIFFBlock {
        var block = self
        // The pointers move with the parts that hold them.
        for move in moves { block.write(byteOrder.bytes(UInt64(move.start), count: 4), at: move.part.pointer) }
        let pointed = block.bytes
        for part in moves.map(\.part) {
            block.write([UInt8](repeating: 0, count: part.range.count), at: part.range.lowerBound)
        }
        for move in moves { block.write(Array(pointed[move.part.range]), at: move.start) }
        block.bytes.removeSubrange(limit...)
        block.readDirectories()
        let used = block.places.map(\.range.upperBound).max() ?? 0
        block.bytes.removeSubrange(max(used, min(original, limit))...)
        block.readDirectories()
        return block
    }

    /// Whether all directories have the same tags with the same values, wherever they are, and the maker note is in its
    /// place.
    private func hasSameContent(as other: TIFFBlock) -> Bool {
        func content(_ block: TIFFBlock) -> [[[UInt8]]] {
            block.directories.map { directory in
                let moving: Set<UInt16> = directory.kind.pointers.union(
                    directory.kind.describesPicture
                        ? [TIFFTag.jpegInterchangeFormat.rawValue, TIFFTag.stripOffsets.rawValue] : [])
                let values = directory.entries.map { entry -> [UInt8] in
                    let head = Array(block.bytes[entry.offset..<entry.offset + 8])
                    guard !moving.contains(entry.tag), let value = entry.value else { return head }
                    let isNote = entry.tag == TIFFTag.makerNote.rawValue
                    return head + block.bytes[value]
                        + (isNote ? byteOrder.bytes(UInt64(value.lowerBound), count: 4) : [])
                }
                return values + block.dataPlaces(of: directory).map { Array(block.bytes[$0.range]) }
            }
        }
        return directories.map(\.kind) == other.directories.map(\.kind) && content(self) == content(other)
    }

    /// Returns the position of the four bytes that point to a directory, if no others do.
    func onlyPointer(to directory: TIFFDirectory) -> Int? {
        guard self.directory(directory.kind)?.offset == directory.offset,
            let pointer = pointerPosition(of: directory.kind)
        else { return nil }
        var pointers = [4] + directories.compactMap(\.nextPosition)
        let tags: [TIFFTag] = [.exifIFD, .gpsIFD, .interoperabilityIFD, .subIFDs]
        for entry in directories.flatMap(\.entries) where tags.contains(where: { $0.rawValue == entry.tag }) {
            guard let value = entry.value else { continue }
            pointers += stride(from: value.lowerBound, to: value.upperBound - 3, by: 4)
        }
        let isOnly = pointers.filter { byteOrder.integer(bytes[$0..<$0 + 4]) == UInt64(directory.offset) } == [pointer]
        return isOnly ? pointer : nil
    }

    /// Returns the position of the four bytes that point to the first directory of a kind.
    func pointerPosition(of kind: TIFFDirectory.Kind) -> Int? {
        let pointer: (tag: TIFFTag, kind: TIFFDirectory.Kind, index: Int)
        switch kind {
        case .page(0): return 4
        case .page(let page): return directory(.page(page - 1))?.nextPosition
        case .exif: pointer = (.exifIFD, .primary, 0)
        case .gps: pointer = (.gpsIFD, .primary, 0)
        case .interoperability: pointer = (.interoperabilityIFD, .exif, 0)
        case .subIFD(let page, let index): pointer = (.subIFDs, .page(page), index)
        }
        guard let entry = entry(pointer.tag, in: pointer.kind), let value = entry.value, entry.type.size == 4,
            value.count >= 4 * pointer.index + 4
        else { return nil }
        return value.lowerBound + 4 * pointer.index
    }
}
