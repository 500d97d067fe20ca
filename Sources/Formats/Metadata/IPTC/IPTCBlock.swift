internal import UprightBase

/// An IPTC-IIM block: data sets in order, in the encoding that data set 1:90 names.
///
/// ``init(parsing:)`` and ``serialized`` are inverses for any bytes: bytes that are not a data set go to ``trailer``.
public struct IPTCBlock: Sendable, Hashable {
    /// The data sets in block order.
    public var dataSets: [IPTCDataSet]
    /// The bytes after the last readable data set, which are mostly padding.
    public var trailer: [UInt8]
    /// Descriptions of the unreadable parts, with offsets.
    public var warnings: [String]

    /// Creates an empty block.
    public init() {
        dataSets = []
        trailer = []
        warnings = []
    }

    /// Reads a block up to the first byte that does not start a data set. The inverse of ``serialized``.
    public init(parsing bytes: [UInt8]) {
        self.init()
        var offset = 0
        while bytes.count - offset >= 5, bytes[offset] == 0x1C {
            var length = Int(bytes[offset + 3...offset + 4].bigEndianInteger)
            var lengthSize = 2
            if length >= 0x8000 {
                let size = length - 0x8000
                guard (1...8).contains(size), bytes.count - offset >= 5 + size,
                    let long = Int(exactly: TIFFByteOrder.bigEndian.integer(bytes[offset + 5..<offset + 5 + size]))
                else { break }
                (length, lengthSize) = (long, 2 + size)
            }
            let start = offset + 3 + lengthSize
            guard length <= bytes.count - start else {
                warnings.append(
                    "IPTC data set \(bytes[offset + 1]):\(bytes[offset + 2]) at offset \(offset) declares \(length) "
                        + "bytes, found \(bytes.count - start)")
                break
            }
            dataSets.append(
                IPTCDataSet(
                    record: bytes[offset + 1], number: bytes[offset + 2],
                    data: Array(bytes[start..<start + length]), lengthSize: lengthSize))
            offset = start + length
        }
        trailer = Array(bytes[offset...])
        if trailer.contains(where: { $0 != 0 }), warnings.isEmpty {
            warnings.append("expected an IPTC data set (0x1C) at offset \(offset), found \(trailer.count) other bytes")
        }
    }

    /// The block's bytes. The inverse of ``init(parsing:)``.
    public var serialized: [UInt8] { dataSets.flatMap(\.serialized) + trailer }

    /// The encoding of the text in records 2 to 6: UTF-8 if 1:90 holds its escape sequence. Nil if 1:90 is missing or
    /// holds another one; text is then read as UTF-8 if it is valid, otherwise as Windows-1252.
    ///
    /// Source: IIM 4.2, 1:90 Coded Character Set (ISO 2022).
    public var encoding: TextEncoding? {
        guard let escape = dataSets.first(where: { $0.record == 1 && $0.number == 90 })?.data else { return nil }
        if escape == Self.utf8Escape || escape == [0x1B, 0x25, 0x2F, 0x49] { return .utf8 }
        if escape == [0x1B, 0x2E, 0x41] || escape == [0x1B, 0x2D, 0x41] { return .latin1 }
        return nil
    }

    /// ESC % G: the value of 1:90 for UTF-8 text.
    package static let utf8Escape: [UInt8] = [0x1B, 0x25, 0x47]

    /// Returns the text of a data set in the block's encoding, whatever its bytes.
    public func text(of dataSet: IPTCDataSet) -> String {
        let bytes = dataSet.data.prefix { $0 != 0 }
        return encoding.flatMap { $0.decoded(bytes) } ?? TextEncoding.lenient(bytes)
    }

    /// Returns the texts of all data sets with a number in record 2, in order.
    public func texts(_ number: UInt8) -> [String] {
        dataSets.filter { $0.record == 2 && $0.number == number }.map(text)
    }
}
