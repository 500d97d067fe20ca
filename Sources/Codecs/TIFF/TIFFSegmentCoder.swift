internal import CUprightCodecs

/// Decodes and encodes strips and tiles without libtiff.
///
/// It encodes what it decodes for a turn: no compression, deflate and PackBits. LZW and CCITT's codings, which libtiff decodes
/// for a turn, are decoded here for the check of one.
struct TIFFSegmentCoder {
    let layout: TIFFLayout

    /// None, deflate by its two numbers, PackBits.
    private static let own: Set<Int> = [1, 8, 32_946, 32_773]
    /// CCITT's three codings and LZW.
    private static let checked: Set<Int> = [2, 3, 4, 5]
    /// The largest pictures that are deflated with more effort.
    private static let effortBytes = 16 << 20

    /// Whether strips and tiles are decoded and encoded here, and by libtiff only for the check.
    static func codes(_ layout: TIFFLayout) -> Bool { own.contains(layout.compression) }

    /// Whether strips and tiles that libtiff decodes and encodes are decoded here for the check.
    static func checks(_ layout: TIFFLayout) -> Bool { checked.contains(layout.compression) }

    /// The predictor. Without compression and with PackBits there is none, whatever the tag says.
    private var predictor: Int { [1, 2, 3, 4, 32_773].contains(layout.compression) ? 1 : layout.predictor }

    /// The number of samples from one to the next of its kind.
    private var step: Int { layout.isPlanar ? 1 : layout.samples }

    // MARK: Decoding

    /// Decodes a strip or tile.
    ///
    /// - Parameters:
    ///   - rows: its rows in the picture. It may have more, which writers add to the last strip.
    ///   - target: receives the rows. Has room for a whole strip or tile.
    func decode(
        _ stored: ArraySlice<UInt8>, rows: Int, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) {
        let wanted = rows * layout.segmentRowBytes
        let found: (count: Int, reason: String)
        if layout.fillOrder == 2 {
            var reversed = Array(stored)
            tiff_reverse_bits(&reversed, reversed.count)
            found = try expand(reversed[...], rows: rows, into: target)
        } else {
            found = try expand(stored, rows: rows, into: target)
        }
        guard found.count >= wanted else {
            throw CodecError(
                .undecodable,
                "expected \(wanted) bytes of samples, found \(found.count)\(found.reason.isEmpty ? "" : ": ")"
                    + found.reason)
        }
        restore(UnsafeMutableRawBufferPointer(rebasing: target[..<wanted]))
    }

    private func expand(
        _ stored: ArraySlice<UInt8>, rows: Int, into target: UnsafeMutableRawBufferPointer
    ) throws(CodecError) -> (count: Int, reason: String) {
        switch layout.compression {
        case 1:
            let count = min(stored.count, target.count)
            stored.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return (count, "")
        case 32_773:
            let count = stored.withUnsafeBytes { stored in
                tiff_unpack_bits(
                    stored.bindMemory(to: UInt8.self).baseAddress, stored.count,
                    target.bindMemory(to: UInt8.self).baseAddress, target.count)
            }
            return (count, "")
        case 5:
            let (count, reason, _) = ReferenceLZW.decode(stored, into: target)
            return (count, reason)
        case 2, 3, 4:
            var fax = ReferenceFax(stored, layout)
            return try (fax.decode(rows: rows, into: target), "")
        default:
            let (count, ending) = stored.withUnsafeBytes { Zlib.inflate($0, into: target) }
            if ending == .outOfMemory {
                throw CodecError(.outOfMemory, "the picture needs more memory than is available")
            }
            return (count, "the data end with \(ending)")
        }
    }

    /// Undoes the predictor, and gives samples the machine's byte order.
    private func restore(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return }
        let (bits, row) = (UInt32(layout.bits), layout.segmentRowBytes)
        if predictor != 3, layout.isLittleEndian != Self.isMachineLittleEndian {
            tiff_swap_bytes(base, bytes.count, bits)
        }
        var scratch = [UInt8](repeating: 0, count: predictor == 3 ? row : 0)
        for start in stride(from: 0, to: bytes.count, by: row) where predictor > 1 {
            if predictor == 2 {
                tiff_sum_differences(base + start, row, bits, step)
            } else {
                tiff_sum_float_differences(base + start, row, bits, step, &scratch)
            }
        }
    }

    // MARK: Encoding

    /// Encodes a strip or tile. The inverse of ``decode(_:rows:into:)``.
    ///
    /// - Parameter rows: whole rows of samples in the machine's byte order, which are changed.
    func encode(_ rows: UnsafeMutableRawBufferPointer) throws(CodecError) -> [UInt8] {
        predict(rows)
        var encoded: [UInt8]
        switch layout.compression {
        case 1: encoded = Array(rows)
        case 32_773: encoded = packed(UnsafeRawBufferPointer(rows))
        default:
            let level = layout.byteCount <= Self.effortBytes ? 9 : 6
            guard let stream = Zlib.deflate(UnsafeRawBufferPointer(rows), level: level) else {
                throw CodecError(.outOfMemory, "the picture needs more memory than is available")
            }
            encoded = stream
        }
        if layout.fillOrder == 2 { tiff_reverse_bits(&encoded, encoded.count) }
        return encoded
    }

    /// Each row on its own, as TIFF 6.0 asks for.
    private func packed(_ rows: UnsafeRawBufferPointer) -> [UInt8] {
        let row = layout.segmentRowBytes
        let bound = row + row / 128 + 1
        return [UInt8](unsafeUninitializedCapacity: max(1, rows.count / row * bound)) { output, count in
            guard let from = rows.bindMemory(to: UInt8.self).baseAddress, let to = output.baseAddress else { return }
            for start in stride(from: 0, to: rows.count, by: row) {
                count += tiff_pack_bits(from + start, row, to + count)
            }
        }
    }

    /// Applies the predictor, and gives samples the file's byte order.
    private func predict(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress, !bytes.isEmpty else { return }
        let (bits, row) = (UInt32(layout.bits), layout.segmentRowBytes)
        var scratch = [UInt8](repeating: 0, count: predictor == 3 ? row : 0)
        for start in stride(from: 0, to: bytes.count, by: row) where predictor > 1 {
            if predictor == 2 {
                tiff_make_differences(base + start, row, bits, step)
            } else {
                tiff_make_float_differences(base + start, row, bits, step, &scratch)
            }
        }
        if predictor != 3, layout.isLittleEndian != Self.isMachineLittleEndian {
            tiff_swap_bytes(base, bytes.count, bits)
        }
    }

    private static let isMachineLittleEndian = 1.littleEndian == 1
}
