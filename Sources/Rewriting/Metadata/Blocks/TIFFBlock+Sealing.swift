internal import UprightFormats

extension TIFFBlock {
    /// An offset that no block reaches.
    private static let nowhere = 0xFFFF_FFFE

    /// Makes offsets past the block's end keep pointing to nothing when the block grows, so that appended bytes are not
    /// read as a truncated value, thumbnail or directory.
    ///
    /// The existing part of a truncated picture stays readable: its length is set to that of the part.
    mutating func sealDangling() {
        for directory in directories {
            seal(countOf: directory)
            for entry in directory.entries {
                if entry.value == nil, let size = entry.type.size, size * entry.count > 4 {
                    write(byteOrder.bytes(UInt64(Self.nowhere), count: 4), at: entry.offset + 8)
                } else if directory.kind.pointers.contains(entry.tag), let value = entry.value, entry.type.size == 4 {
                    seal(pointersAt: value)
                }
            }
            guard directory.kind.describesPicture else { continue }
            sealPicture(.jpegInterchangeFormat, .jpegInterchangeFormatLength, of: directory)
            // The strips of IFD0 are the picture itself, which is outside of the block: no reader reads them from it.
            if directory.kind != .primary { sealPicture(.stripOffsets, .stripByteCounts, of: directory) }
            guard case .page = directory.kind, let next = directory.nextPosition else { continue }
            let target = Int(byteOrder.integer(bytes[next..<next + 4]))
            if target != 0, isOutside(target) { write([0, 0, 0, 0], at: next) }
        }
    }

    /// Corrects the entry count of a truncated directory and clears its next offset.
    private mutating func seal(countOf directory: TIFFDirectory) {
        let declared = Int(byteOrder.integer(bytes[directory.offset..<directory.offset + 2]))
        let end = directory.offset + 2 + 12 * directory.entries.count
        guard declared > directory.entries.count, bytes.count - end < 12 else { return }
        write(byteOrder.bytes(UInt64(directory.entries.count), count: 2), at: directory.offset)
        write([UInt8](repeating: 0, count: bytes.count - end), at: end)
        bytes += [UInt8](repeating: 0, count: max(0, 4 - (bytes.count - end)))
    }

    private mutating func seal(pointersAt value: Range<Int>) {
        for place in stride(from: value.lowerBound, to: value.upperBound - 3, by: 4)
        where isOutside(Int(byteOrder.integer(bytes[place..<place + 4]))) {
            write(byteOrder.bytes(UInt64(Self.nowhere), count: 4), at: place)
        }
    }

    /// Whether a directory at an offset would extend past the end, so that it is not read.
    private func isOutside(_ offset: Int) -> Bool {
        guard !directories.contains(where: { $0.offset == offset }) else { return false }
        guard offset <= bytes.count - 2 else { return true }
        return offset + 6 + 12 * Int(byteOrder.integer(bytes[offset..<offset + 2])) > bytes.count
    }

    private mutating func sealPicture(_ offsets: TIFFTag, _ lengths: TIFFTag, of directory: TIFFDirectory) {
        guard let starts = directory.entry(offsets).flatMap({ integers($0) }), let entry = directory.entry(lengths),
            let counts = integers(entry), starts.count == counts.count
        else { return }
        let sealed = zip(starts, counts).map { start, count in max(0, min(count, bytes.count - max(0, start))) }
        if sealed != counts { patch(entry, with: sealed) }
    }

    /// Cuts ranges that nothing reads any longer off the block's end, with the padding between them.
    ///
    /// - Parameter vacated: the ranges that were just removed and set to 0.
    package mutating func trim(_ vacated: [Range<Int>]) {
        var end = bytes.count
        var isCut = true
        while isCut {
            isCut = false
            for range in vacated where range.lowerBound < end && range.upperBound <= bytes.count {
                // A value of odd length is followed by a byte of padding.
                guard end - range.upperBound <= 1, !bytes[range.lowerBound..<end].contains(where: { $0 != 0 }),
                    isFree(range.lowerBound..<end, except: [])
                else { continue }
                end = range.lowerBound
                isCut = true
            }
        }
        guard end < bytes.count else { return }
        bytes.removeSubrange(end...)
        readDirectories()
    }
}
