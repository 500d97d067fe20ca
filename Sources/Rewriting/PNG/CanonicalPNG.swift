internal import UprightBase
internal import UprightFormats

/// The chunks of a PNG that a strict strip lets stay, each in the length and form that its standard gives it (PNG 3, clause 11,
/// and its extensions).
struct CanonicalPNG {
    /// The colour type of the header.
    let colorType: UInt8
    private(set) var palettes = 0

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
        switch type {
        case "IHDR": return cut(13)
        case "PLTE": return cut(min(data.count / 3, 256) * 3)
        case "IEND": return []
        case "tRNS": return cut(colorType == 0 ? 2 : colorType == 2 ? 6 : 256)
        case "gAMA", "cICP", "CgBI", "gIFg": return cut(4)
        case "cHRM": return cut(32)
        case "sRGB", "sTER": return cut(1)
        case "mDCV", "mDCv": return cut(24)
        case "cLLI", "cLLi", "acTL": return cut(8)
        case "bKGD": return cut(colorType == 3 ? 1 : colorType & 2 == 0 ? 2 : 6)
        case "sBIT": return cut(channels)
        case "pHYs", "oFFs": return cut(9)
        case "hIST": return cut(512)
        case "fcTL": return cut(26)
        case "IDAT", "fdAT": return data
        case "sCAL": return Self.scale(data)
        case "iCCP": return Self.profile(data)
        case "sPLT": return palette(data)
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

    /// A name, the depth of the samples, and whole entries. Names differ (PNG 3, 11.3.4.4).
    private mutating func palette(_ data: [UInt8]) -> [UInt8]? {
        guard let zero = data.firstIndex(of: 0), zero + 1 < data.count, [8, 16].contains(data[zero + 1]) else {
            return nil
        }
        palettes += 1
        let entry = data[zero + 1] == 8 ? 6 : 10
        let entries = data[(zero + 2)...]
        return Array("palette \(palettes)".utf8) + [0, data[zero + 1]] + entries.prefix(entries.count / entry * entry)
    }
}
