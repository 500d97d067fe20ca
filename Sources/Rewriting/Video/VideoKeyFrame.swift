internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// Where the first key frame of a track is (ISO/IEC 14496-12, section 8.7), and what decodes it.
struct VideoKeyFrame {
    /// The boxes of the sample entry, by their types: `hvcC`, `avcC`.
    private(set) var configurations: [String: [UInt8]] = [:]
    /// The number of the first sample that can be decoded alone, from 1.
    private var number = 1
    /// The chunks from which on each has a number of samples.
    private var runs: [(first: Int, samples: Int)] = []
    private var sizes: [Int] = []
    private var chunks: [Int] = []

    /// The largest key frame that is read.
    private static let largest = 64 << 20
    /// How many samples are looked at: the first of a camera's can be decoded alone.
    private static let maximumSamples = 1_000

    /// Reads a table of samples, or the descriptions of them.
    mutating func read(_ box: ISOBox, in index: [UInt8]) throws(FormatError) {
        var reader = ISOReader(box, in: index)
        _ = try reader.versionAndFlags()
        switch box.type {
        case "stsd":
            _ = try reader.bytes(4)
            guard let entry = ISOBox(at: reader.offset, before: reader.end, in: index), entry.payload.count > 78 else {
                return
            }
            let inner = entry.payload.lowerBound + 78..<entry.payload.upperBound
            for box in ISOBox.boxes(in: inner, of: index).boxes { configurations[box.type] = Array(index[box.payload]) }
        case "stss" where try reader.integer(4) > 0: number = try reader.integer(4)
        case "stsc":
            for _ in 0..<min(try reader.integer(4), Self.maximumSamples) {
                runs.append((try reader.integer(4), try reader.integer(4)))
                _ = try reader.bytes(4)
            }
        case "stsz":
            let size = try reader.integer(4)
            let count = min(try reader.integer(4), Self.maximumSamples)
            for _ in 0..<count { sizes.append(size > 0 ? size : try reader.integer(4)) }
        case "stco", "co64":
            let width = box.type == "co64" ? 8 : 4
            for _ in 0..<min(try reader.integer(4), Self.maximumSamples) { chunks.append(try reader.integer(width)) }
        default: return
        }
    }

    /// The bytes of the frame; nil if they are not in the file.
    func data(in file: FileBytes) -> [UInt8]? {
        var first = 1
        for (index, offset) in chunks.enumerated() {
            guard let run = runs.last(where: { $0.first <= index + 1 }), run.samples > 0 else { return nil }
            guard number - first >= run.samples else {
                guard first >= 1, number >= first, number <= sizes.count, sizes[number - 1] <= Self.largest else {
                    return nil
                }
                let before = sizes[first - 1..<number - 1].reduce(0) { $0.addingSaturated($1) }
                return file.bytes(sizes[number - 1], at: offset.addingSaturated(before))
            }
            first += run.samples
        }
        return nil
    }

    /// Decodes the frame as it is stored; nil if it is coded in a way that is not decoded.
    func picture(in file: FileBytes, edge: Int, maximumPixels: Int) throws(CodecError) -> SmallPicture? {
        guard let sets = configurations["hvcC"].flatMap({ HEVCConfiguration.sets(in: $0) }), let data = data(in: file)
        else { return nil }
        let picture = try HEVCPicture(
            sets: sets.units, data: data, lengthSize: sets.lengthSize, colours: nil, maximumPixels: maximumPixels)
        return try SmallPicture(rgb: picture.rgb, size: picture.size, edge: edge)
    }
}
