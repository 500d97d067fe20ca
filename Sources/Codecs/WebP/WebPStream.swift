package import UprightBase

/// The coded data of a WebP picture, in which anything can follow what decoders read.
package enum WebPStream {
    /// Encoders end their data with up to this many bytes that decoders do not need.
    private static let slack = 3
    private static let headLength = 10

    /// Returns the payload of a chunk `VP8 ` or `VP8L` without what no decoder reads, found by decoding beginnings of it. Of `VP8 `,
    /// each partition ends by itself (RFC 6386, section 9).
    ///
    /// - Parameter size: the size in the payload's header.
    /// - Throws: if the whole payload cannot be decoded.
    package static func cut(_ payload: [UInt8], isLossy: Bool, size: Size) throws(CodecError) -> [UInt8] {
        func decodes(_ payload: ArraySlice<UInt8>) throws(CodecError) -> Bool {
            do throws(CodecError) {
                return try WebPRaster.decode(payload, size: size, isOpaque: true).damage == nil
            } catch {
                if error.kind == .outOfMemory { throw error }
                return false
            }
        }
        guard try decodes(payload[...]) else { throw .undecodableWebP("its end, or a part of it, is missing") }
        guard isLossy, var parts = partitions(of: payload) else {
            return Array(
                payload[..<(try end(of: payload.count) { count throws(CodecError) in try decodes(payload[..<count]) })])
        }
        for place in parts.indices {
            let whole = parts[place]
            let count = try end(of: whole.count) { count throws(CodecError) in
                parts[place] = whole.prefix(count)
                return try decodes(joined(parts, like: payload)[...])
            }
            parts[place] = whole.prefix(count)
        }
        return joined(parts, like: payload)
    }

    /// Returns the data of a chunk `ALPH` in the same way.
    ///
    /// - Parameter file: the picture with some of the data, as a file.
    package static func cut(
        alpha: [UInt8], size: Size, _ file: ([UInt8]) -> [UInt8]
    ) throws(CodecError) -> [UInt8] {
        let whole = try WebPPlanes(decoding: file(alpha), size: size, hasAlpha: true)
        return Array(
            alpha[
                ..<(try end(of: alpha.count) { count throws(CodecError) in
                    do throws(CodecError) {
                        return try WebPPlanes(decoding: file(Array(alpha[..<count])), size: size, hasAlpha: true)
                            == whole
                    } catch {
                        if error.kind == .outOfMemory { throw error }
                        return false
                    }
                })])
    }

    /// The least count that suffices; the whole if only the slack is more than that.
    private static func end(
        of count: Int, _ suffices: (Int) throws(CodecError) -> Bool
    ) throws(CodecError) -> Int {
        guard count > slack, try suffices(count - slack) else { return count }
        var (few, enough) = (0, count - slack)
        while enough - few > 1 {
            let middle = (few + enough) / 2
            if try suffices(middle) { enough = middle } else { few = middle }
        }
        return enough
    }

    /// The first partition and those of coefficients (RFC 6386, sections 9.1 and 9.5); nil if they do not fit.
    private static func partitions(of payload: [UInt8]) -> [ArraySlice<UInt8>]? {
        guard payload.count > headLength else { return nil }
        let first = headLength + Int(payload[0..<3].littleEndianInteger) >> 5
        guard first <= payload.count, first > headLength else { return nil }
        guard let count = VP8Header(payload[headLength..<first])?.partitions else { return nil }
        var position = first + 3 * (count - 1)
        guard position <= payload.count else { return nil }
        var parts = [payload[headLength..<first]]
        for index in 0..<count {
            let size = first + 3 * index
            let end = index + 1 == count ? payload.count : position + Int(payload[size..<size + 3].littleEndianInteger)
            guard end <= payload.count else { return nil }
            parts.append(payload[position..<end])
            position = end
        }
        return parts
    }

    private static func joined(_ parts: [ArraySlice<UInt8>], like payload: [UInt8]) -> [UInt8] {
        func three(_ number: Int) -> ArraySlice<UInt8> {
            UInt32(truncatingIfNeeded: number).littleEndianBytes.prefix(3)
        }
        let tag = Int(payload[0..<3].littleEndianInteger) & 31 | parts[0].count << 5
        return three(tag) + payload[3..<headLength] + parts[0]
            + parts.dropFirst().dropLast().flatMap { three($0.count) }
            + parts.dropFirst().joined()
    }
}
