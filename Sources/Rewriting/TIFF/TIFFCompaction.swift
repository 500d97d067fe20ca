internal import UprightBase
internal import UprightFormats

/// Takes the empty room out of a TIFF file all of whose pointers are known (``TIFFFile/movesFreely``): what lies behind it moves
/// forward, in its order, and every offset follows.
struct TIFFCompaction {
    private let file: TIFFFile
    private let bytes: [UInt8]
    /// The ranges that go, in order. Each has an even length, so that what was at an even offset stays there.
    private let removed: [Range<Int>]
    /// How many bytes have gone before the end of each.
    private let shifts: [Int]

    /// - Parameter free: further ranges to which nothing points. What another program left beside them keeps them from being
    ///   empty room of the file.
    init(of file: TIFFFile, freed free: [Range<Int>], in bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        let empty = TIFFRoom.merged(file.emptyRoom(in: bytes) + free)
        removed = empty.map { $0.lowerBound..<$0.upperBound - $0.count % 2 }.filter { !$0.isEmpty }
        var sum = 0
        shifts = removed.map { range in
            sum += range.count
            return sum
        }
    }

    private func moved(_ offset: Int) -> Int {
        let index = removed.partitioningIndex { $0.lowerBound >= offset }
        return index == 0 ? offset : offset - shifts[index - 1]
    }

    /// Returns the file.
    func compacted() -> [UInt8] {
        guard !removed.isEmpty else { return bytes }
        var new = bytes
        func redirect(_ field: Range<Int>) {
            let offset = Int(clamping: file.order.integer(bytes[field]))
            guard offset >= 8, offset < bytes.count else { return }
            new.replaceSubrange(field, with: file.order.bytes(UInt64(moved(offset)), count: field.count))
        }
        let (wide, head) = (file.wide, file.isBig ? 8 : 4)
        redirect(head..<head + wide)
        for directory in file.directories {
            redirect(directory.next..<directory.next + wide)
            for entry in directory.entries {
                guard let value = entry.value, let size = TIFFFile.size(ofType: entry.type) else { continue }
                if TIFFFile.followed.contains(entry.tag) {
                    for start in stride(from: value.lowerBound, to: value.upperBound, by: size) {
                        redirect(start..<start + size)
                    }
                }
                // After the values, which may lie in several lists.
                if !entry.isInline { redirect(entry.offset + 4 + wide..<entry.offset + 4 + 2 * wide) }
            }
        }
        var compact: [UInt8] = []
        compact.reserveCapacity(bytes.count - (shifts.last ?? 0))
        var end = 0
        for range in removed {
            compact += new[end..<range.lowerBound]
            end = range.upperBound
        }
        return compact + new[end...]
    }
}
