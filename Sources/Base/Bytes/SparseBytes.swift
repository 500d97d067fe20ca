internal import Glibc

/// The bytes of a file of which only some are in memory. The others are zero, and take no memory until they are written to.
///
/// Code that reads a file as an array reads this one, too, if it looks only at what was filled.
package struct SparseBytes: Sendable {
    /// As many bytes as the file has.
    package private(set) var bytes: [UInt8]
    /// The ranges that were filled, in order of their start, apart from one another.
    package private(set) var filled: [Range<Int>] = []

    package init(count: Int) {
        bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let start = buffer.baseAddress { Self.clear(UnsafeMutableRawPointer(start), count) }
            initialized = count
        }
    }

    /// Makes memory zero: the pages that lie in it whole are given back to the kernel, which has zeros for them.
    private static func clear(_ start: UnsafeMutableRawPointer, _ count: Int) {
        let page = max(1, sysconf(Int32(_SC_PAGESIZE)))
        let head = min(count, (page - Int(bitPattern: start) % page) % page)
        let whole = (count - head) / page * page
        memset(start, 0, head)
        if whole > 0, madvise(start + head, whole, MADV_DONTNEED) != 0 { memset(start + head, 0, whole) }
        memset(start + head + whole, 0, count - head - whole)
    }

    /// Fills the part of a range that lies in the file and was not filled before.
    ///
    /// - Parameter read: reads the bytes from an offset on into memory.
    package mutating func fill<Failure>(
        _ range: Range<Int>, _ read: (_ offset: Int, UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var next = max(range.lowerBound, 0)
        let end = min(range.upperBound, bytes.count)
        // The first that ends behind the start.
        var index = firstIndex { $0.upperBound > next }
        while next < end {
            let known = index < filled.count ? filled[index] : end..<end
            let missing = next..<max(next, min(known.lowerBound, end))
            if !missing.isEmpty {
                var failure: Failure?
                bytes.withUnsafeMutableBytes { buffer in
                    do throws(Failure) {
                        try read(missing.lowerBound, UnsafeMutableRawBufferPointer(rebasing: buffer[missing]))
                    } catch {
                        failure = error
                    }
                }
                if let failure { throw failure }
                filled.insert(missing, at: index)
                index += 1
            }
            next = max(missing.upperBound, known.upperBound)
            index += 1
        }
    }

    private func firstIndex(where isBehind: (Range<Int>) -> Bool) -> Int {
        var (low, high) = (0, filled.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(filled[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the first byte of a range that was filled and differs from bytes at the same place; nil if there is none.
    ///
    /// - Parameter piece: the bytes of the file from `offset` on.
    package func difference(from piece: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        let end = offset + piece.count
        return bytes.withUnsafeBytes { buffer in
            for range in filled[firstIndex { $0.upperBound > offset }...] {
                guard range.lowerBound < end else { break }
                let common = range.clamped(to: offset..<end)
                guard let known = buffer.baseAddress, let other = piece.baseAddress, !common.isEmpty else { continue }
                if memcmp(known + common.lowerBound, other + (common.lowerBound - offset), common.count) != 0 {
                    return common.lowerBound
                }
            }
            return nil
        }
    }
}
