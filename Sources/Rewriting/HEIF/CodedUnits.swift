internal import UprightBase
internal import UprightFormats

/// The units of coded pictures: of HEVC (ITU-T H.265, 7.3.1) and AV1 (AV1, 5.3). Messages, padding and units of unknown kinds render
/// nothing.
enum CodedUnits {
    enum Coding {
        /// With the number of bytes of the length before each unit.
        case hevc(lengthSize: Int)
        case av1

        /// The coding of an item or a track by its type and its configuration; nil for another one.
        init?(_ type: String, configuration: ArraySlice<UInt8>?) {
            switch type {
            case "hvc1", "hev1": self = .hevc(lengthSize: Int(configuration?.dropFirst(21).first ?? 3) & 3 + 1)
            case "av01": self = .av1
            default: return nil
            }
        }
    }

    private struct Unit {
        let range: Range<Int>
        var renders: Bool
        var isPicture = false
    }

    /// Returns an item's data in units that render the picture, without what follows the last of them; nil if they cannot be read.
    static func rendering(_ data: [UInt8], of item: HEIFItem, in meta: HEIFMeta) -> [UInt8]? {
        // Version, flags, rows and columns, and the size (ISO/IEC 23008-12, 6.6.2.3).
        if item.type == "grid" { return data.count < 8 ? nil : Array(data.prefix(data[1] & 1 == 0 ? 8 : 12)) }
        let configuration = meta.properties.properties(of: item.id).first { $0.type == "hvcC" }
        guard let coding = Coding(item.type, configuration: configuration?.payload) else { return data }
        let kept = units(data, coding, isItem: true).filter(\.renders)
        return kept.contains(where: \.isPicture) ? kept.flatMap { data[$0.range] } : nil
    }

    /// Returns a sample of a track, as long as it is, with padding in place of units that render nothing.
    static func padded(_ sample: [UInt8], _ coding: Coding) -> [UInt8] {
        let units = units(sample, coding, isItem: false)
        guard units.contains(where: \.isPicture) else { return sample }
        var padded: [UInt8] = []
        for unit in units { padded += unit.renders ? sample[unit.range] : padding(unit.range.count, coding)[...] }
        return padded + padding(sample.count - padded.count, coding)
    }

    /// A unit of padding (H.265, 7.3.2.8; AV1, 5.7), or zeros where none fits.
    private static func padding(_ count: Int, _ coding: Coding) -> [UInt8] {
        let head: [UInt8]
        switch coding {
        case .hevc(let size): head = UInt32(clamping: count - size).bigEndianBytes.suffix(size) + [38 << 1, 1]
        case .av1 where count < 128: head = [0x7A, UInt8(clamping: count - 2)]
        case .av1:
            // The length in four bytes, whichever it is.
            let size = count - 5
            head = [0x7A] + (0..<4).map { UInt8(size >> (7 * $0) & 0x7F) | ($0 < 3 ? 0x80 : 0) }
        }
        guard count > head.count else {
            return count == head.count ? head : [UInt8](repeating: 0, count: max(count, 0))
        }
        let filler: UInt8 = if case .hevc = coding { 0xFF } else { 0 }
        return head + [UInt8](repeating: filler, count: count - head.count - 1) + [0x80]
    }

    private static func units(_ data: [UInt8], _ coding: Coding, isItem: Bool) -> [Unit] {
        switch coding {
        case .hevc(let lengthSize): hevc(data, lengthSize: lengthSize, isItem: isItem)
        case .av1: av1(data[...], isItem: isItem)
        }
    }

    /// The types of slices that are defined (H.265, table 7-1).
    private static let slices = Set<UInt8>(0...9).union(16...21)

    /// Slices and parameter sets, each after its length. An item has the slices of one picture; of several, nobody can say which
    /// one is shown without decoding them, and none is returned.
    private static func hevc(_ data: [UInt8], lengthSize: Int, isItem: Bool) -> [Unit] {
        var (units, place, pictures) = ([Unit](), 0, 0)
        while place + lengthSize + 2 <= data.count {
            let start = place + lengthSize
            let end = start.addingSaturated(Int(clamping: data[place..<start].bigEndianInteger))
            guard end <= data.count, end >= start + 2 else { break }
            let kind = data[start] >> 1 & 0x3F
            let isOfBase = data[start] & 1 == 0 && data[start + 1] < 8
            let isSlice = slices.contains(kind)
            // The first slice of a picture says so.
            if isSlice, isOfBase, data[(start + 2)..<end].first ?? 0 > 0x7F { pictures += 1 }
            if isItem, pictures > 1 { return [] }
            units.append(
                Unit(
                    range: place..<end, renders: isSlice || HEVCConfiguration.parameterSets.contains(kind),
                    isPicture: isSlice))
            place = end
        }
        return units
    }

    private static let (sequenceHeader, delimiter, frameHeader): (UInt8, UInt8, UInt8) = (1, 2, 3)
    private static let (tileGroup, frame): (UInt8, UInt8) = (4, 6)

    /// Sequence headers, frames and tiles, and what begins a sample. A unit without a length reaches to the end. A still picture has
    /// one frame of each layer; none is returned of several.
    private static func av1(_ data: ArraySlice<UInt8>, isItem: Bool) -> [Unit] {
        var (units, rest) = ([Unit](), data)
        var (isStill, isSplit, layers) = (false, false, Set<UInt8>())
        // A bit that is forbidden, and one that is reserved.
        while let head = rest.first, head & 0x81 == 0 {
            let hasLayer = head & 4 != 0
            var (length, size, shift) = (hasLayer ? 2 : 1, 0, 0)
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
            let kind = head >> 3 & 15
            let renders =
                size == 0
                ? kind == delimiter && !isItem : [sequenceHeader, frameHeader, tileGroup, frame].contains(kind)
            if kind == sequenceHeader, renders {
                isStill = isItem && rest[rest.startIndex + length] & 0x10 != 0
            } else if kind == frameHeader || kind == frame {
                isSplit = kind == frameHeader
                let layer = hasLayer ? rest[rest.startIndex + 1] >> 3 & 3 : 0
                if !layers.insert(layer).inserted, isStill { return [] }
            } else if kind == tileGroup {
                // Encoders write a frame as one unit or in its parts; nobody can say whether a tile belongs to the former.
                if isItem, !isSplit { return [] }
            }
            let end = rest.startIndex + length + size
            units.append(
                Unit(range: rest.startIndex..<end, renders: renders, isPicture: renders && kind > delimiter))
            rest = data[end...]
        }
        return units
    }

    /// Returns the configuration of AV1 pictures with its sequence header alone (`av1C`, AV1 in ISOBMFF, 2.3).
    static func configuration(_ payload: ArraySlice<UInt8>) -> [UInt8] {
        let headers = av1(payload.dropFirst(4), isItem: false).filter {
            $0.renders && payload[$0.range.lowerBound] >> 3 & 15 == sequenceHeader
        }
        return payload.prefix(4) + headers.flatMap { payload[$0.range] }
    }
}
