/// The records that Samsung phones write after a picture, with a directory, `SEFH … SEFT`, at the end of the file.
///
/// Offsets count backwards from the directory, so they stay valid if the records move together.
///
/// Source: exiftool, `Samsung.pm`, "ProcessSamsung".
package struct SamsungTrailer: Sendable, Hashable {
    /// The names of the records: `MotionPhoto_Data`, `DualShot_DepthMap_1`.
    package let names: [String]

    /// Finds the directory at a file's end; nil if there is none.
    package init?(in bytes: [UInt8]) {
        let order = TIFFByteOrder.littleEndian
        let end = bytes.count - 8
        guard end >= 12, bytes[(end + 4)...].elementsEqual("SEFT".utf8) else { return nil }
        let length = Int(order.integer(bytes[end..<end + 4]))
        let start = end - length
        guard length >= 12, start >= 0, bytes[start...].starts(with: "SEFH".utf8) else { return nil }
        let count = min(Int(order.integer(bytes[start + 8..<start + 12])), (length - 12) / 12)
        names = (0..<count).compactMap { index in
            let entry = start + 12 + 12 * index
            let record = start - Int(order.integer(bytes[entry + 4..<entry + 8]))
            let size = Int(order.integer(bytes[entry + 8..<entry + 12]))
            guard record >= 0, size >= 8, size <= start - record else { return nil }
            let name = Int(order.integer(bytes[record + 4..<record + 8]))
            guard name <= min(size - 8, 256) else { return nil }
            return String(decoding: bytes[record + 8..<record + 8 + name], as: UTF8.self)
        }
    }
}
