internal import UprightBase
internal import UprightFormats

/// The chunks of a PNG that a strict strip lets stay, each in the length and form that its standard gives it (PNG 3, clause 11,
/// and its extensions).
struct CanonicalPNG {
    /// The colour type of the header.
    let colorType: UInt8
    /// Whether the file is an animation.
    var isAnimated = true
    /// The colours that pixels have.
    var used = UsedColors.all
    /// The number of colours that stay.
    private var colors = 256

    init(colorType: UInt8) { self.colorType = colorType }

    /// The number of samples that a pixel has, and of those in `sBIT` and `bKGD`.
    private var channels: Int {
        switch colorType {
        case 0: 1
        case 4: 2
        case 6: 4
        default: 3
        }
    }

    /// Returns the data of a chunk that renders the picture; nil if it goes.
    mutating func data(_ type: String, _ data: [UInt8]) -> [UInt8]? {
        func cut(_ length: Int) -> [UInt8] { Array(data.prefix(length)) }
        /// Cuts a list of numbers of four bytes; nil if one is larger than any that has a meaning.
        func numbers(_ count: Int, upTo most: UInt32) -> [UInt8]? {
            let isSensible = (0..<count).allSatisfy { (data.bigEndian32(at: 4 * $0) ?? 0) <= most }
            return isSensible ? cut(4 * count) : nil
        }
        switch type {
        case "IHDR": return cut(13)
        // For colours without a table it only says which ones to show on a screen of few.
        case "PLTE":
            guard colorType == 3 else { return nil }
            colors = min(data.count / 3, 256, max(used.count, 1))
            var table = cut(colors * 3)
            _ = used.clear(&table, table.indices)
            return table
        case "IEND": return []
        case "tRNS":
            guard colorType == 3 else { return colorType > 2 ? nil : cut(colorType == 0 ? 2 : 6) }
            return cut(colors).enumerated().map { used.contains($0) ? $1 : 0xFF }
        case "gAMA", "cICP", "CgBI", "gIFg": return cut(4)
        case "cHRM": return numbers(8, upTo: 1_000_000)
        case "sRGB", "sTER": return cut(1)
        // Six words of chromaticities and two of white; the luminances are in units of 0.0001 cd/m².
        case "mDCV", "mDCv":
            let luminances = [data.bigEndian32(at: 16), data.bigEndian32(at: 20)]
            return luminances.allSatisfy { ($0 ?? .max) <= 100_000_000 } ? cut(24) : nil
        case "cLLI", "cLLi": return numbers(2, upTo: 100_000_000)
        case "acTL": return cut(8)
        case "bKGD": return cut(colorType == 3 ? 1 : colorType & 2 == 0 ? 2 : 6)
        case "sBIT": return cut(channels)
        case "pHYs", "oFFs": return numbers(2, upTo: 100_000_000).map { _ in cut(9) }
        case "fcTL": return isAnimated ? cut(26) : nil
        case "IDAT": return data
        case "fdAT": return isAnimated ? data : nil
        case "sCAL": return Self.scale(data)
        case "iCCP": return Self.profile(data)
        default: return nil
        }
    }

    /// A unit, and two numbers as text (PNG extensions 1.4, `sCAL`).
    private static func scale(_ data: [UInt8]) -> [UInt8]? {
        let isNumeric = data.dropFirst().allSatisfy { byte in
            (0x30...0x39).contains(byte) || [0, 0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
        }
        return data.count > 3 && data.count < 64 && isNumeric ? data : nil
    }

    /// The name of a profile says only who wrote it.
    private static let name = Array("ICC Profile".utf8)
    private static let longestProfile = 64 << 20

    /// A name, the method 0, and the profile, deflated, without anything behind its end.
    private static func profile(_ data: [UInt8]) -> [UInt8]? {
        guard let zero = data.firstIndex(of: 0), zero + 2 < data.count, data[zero + 1] == 0 else { return nil }
        var inflation = Inflation(budget: longestProfile)
        let stream = zero + 2..<data.count
        guard let inflated = inflation.inflated(data[stream]), let profile = CanonicalICC.profile(inflated),
            let length = ZlibStream.length(of: [stream], in: data)
        else { return nil }
        let coded = profile == inflated ? Array(data[stream].prefix(length)) : ZlibStream.deflated(profile)
        return coded.map { name + [0, 0] + $0 }
    }
}
