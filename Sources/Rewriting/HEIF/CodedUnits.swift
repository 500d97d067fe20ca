internal import UprightBase
internal import UprightFormats

/// The units of coded pictures: of HEVC (ITU-T H.265, 7.3.1) and AV1 (AV1, 5.3). Messages, padding and units of unknown kinds render
/// nothing.
enum CodedUnits {
    /// Returns an item's data in units that render the picture, without what follows the last of them; nil if they cannot be read.
    static func rendering(_ data: [UInt8], of item: HEIFItem, in meta: HEIFMeta) -> [UInt8]? {
        switch item.type {
        case "hvc1", "hev1":
            let configuration = meta.properties.properties(of: item.id).first { $0.type == "hvcC" }
            return hevc(data, lengthSize: Int(configuration?.payload.dropFirst(21).first ?? 3) & 3 + 1)
        // Sequence headers, frame headers, tiles, frames.
        case "av01": return av1(data[...], [1, 3, 4, 6, 7, 8])
        // Version, flags, rows and columns, and the size (ISO/IEC 23008-12, 6.6.2.3).
        case "grid": return data.count < 8 ? nil : Array(data.prefix(data[1] & 1 == 0 ? 8 : 12))
        default: return data
        }
    }

    /// Slices and parameter sets, each after its length.
    private static func hevc(_ data: [UInt8], lengthSize: Int) -> [UInt8]? {
        var (kept, place, hasSlices) = ([UInt8](), 0, false)
        while place + lengthSize + 2 <= data.count {
            let start = place + lengthSize
            let end = start.addingSaturated(Int(clamping: data[place..<start].bigEndianInteger))
            guard end <= data.count, end >= start + 2 else { break }
            let kind = data[start] >> 1 & 0x3F
            if kind < 22 || HEVCConfiguration.parameterSets.contains(kind) {
                kept += data[place..<end]
                hasSlices = hasSlices || kind < 22
            }
            place = end
        }
        return hasSlices ? kept : nil
    }

    /// Units of some kinds. One without a length reaches to the end.
    private static func av1(_ data: ArraySlice<UInt8>, _ kinds: Set<UInt8>) -> [UInt8]? {
        var (kept, rest) = ([UInt8](), data)
        while let head = rest.first, head & 0x80 == 0 {
            var (length, size, shift) = (head & 4 == 0 ? 1 : 2, 0, 0)
            if head & 2 != 0 {
                var isLast = false
                while !isLast, shift < 56, let byte = rest.dropFirst(length).first {
                    size |= Int(byte & 0x7F) << shift
                    (isLast, length, shift) = (byte < 0x80, length + 1, shift + 7)
                }
                guard isLast else { break }
            } else {
                size = rest.count - length
            }
            guard size >= 0, size <= rest.count - length else { break }
            if kinds.contains(head >> 3 & 15) { kept += rest.prefix(length + size) }
            rest = rest.dropFirst(length + size)
        }
        return kept.isEmpty ? nil : kept
    }

    /// Returns the configuration of AV1 pictures with its sequence header alone (`av1C`, AV1 in ISOBMFF, 2.3).
    static func configuration(_ payload: ArraySlice<UInt8>) -> [UInt8] {
        payload.prefix(4) + (av1(payload.dropFirst(4), [1]) ?? [])
    }
}
