internal import UprightBase

/// A colour profile with what converts colours, and nothing else.
enum CanonicalICC {
    private static let headerLength = 128
    private static let identifier = 84..<100
    /// The date, the device's maker, model and attributes, and who made the profile (ICC.1, 7.2).
    private static let unneeded = [24..<36, 48..<56, 80..<84, 100..<128]
    /// The tags that convert colours or say how they are seen (ICC.1, 9.2). Not the texts, and not the tags of vendors, which hold
    /// serial numbers of displays.
    private static let needed: Set<String> = [
        "rTRC", "gTRC", "bTRC", "kTRC", "rXYZ", "gXYZ", "bXYZ", "wtpt", "bkpt", "chad", "chrm", "cicp", "gamt", "A2B0",
        "A2B1", "A2B2", "A2B3", "B2A0", "B2A1", "B2A2", "B2A3", "D2B0", "D2B1", "D2B2", "D2B3", "B2D0", "B2D1", "B2D2",
        "B2D3", "aabg", "aarg", "aagg", "vcgt", "lumi", "view", "meas", "tech", "rig0", "rig2", "pre0", "pre1", "pre2",
        "clrt", "clro", "hdgm",
    ]
    /// The names of the profiles in common use, by which programs know them.
    private static let names: Set<String> = [
        "sRGB IEC61966-2.1", "sRGB", "sRGB built-in", "sRGB2014", "sRGB IEC61966-2-1 black scaled", "Display P3",
        "Adobe RGB (1998)", "ProPhoto RGB", "Apple RGB", "ColorMatch RGB", "Wide Gamut RGB", "c2", "uRGB",
        "Dot Gain 20%", "Gray Gamma 2.2", "Generic RGB Profile", "Generic Gray Gamma 2.2 Profile",
        "Generic Gray Profile",
        "Generic CMYK Profile", "GIMP built-in sRGB", "Rec. ITU-R BT.709-5", "Rec. ITU-R BT.2020-1", "eciRGB v2",
        "U.S. Web Coated (SWOP) v2", "Coated FOGRA39 (ISO 12647-2:2004)", "ISO Coated v2 (ECI)",
        "Artifex CMYK SWOP Profile",
    ]

    /// Returns the profile in the length that its header gives, with zeros for texts, tags of vendors and bytes of no tag; nil if
    /// it has no header of a profile.
    static func profile(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        let head = Array(bytes.prefix(headerLength + 4))
        guard head.count == headerLength + 4, head[36..<40].elementsEqual("acsp".utf8) else { return nil }
        let length = Int(head[..<4].bigEndianInteger)
        guard length >= headerLength + 4 else { return nil }
        let old = Array(bytes.prefix(length))
        let tags = headerLength + 4 + 12 * Int(head[headerLength...].bigEndianInteger)
        guard tags <= old.count else { return nil }
        var new = old[..<tags] + [UInt8](repeating: 0, count: old.count - tags)
        for range in unneeded { new.replaceSubrange(range, with: range.map { _ in 0 }) }
        for entry in stride(from: headerLength + 4, to: tags, by: 12) {
            let start = Int(old[entry + 4..<entry + 8].bigEndianInteger)
            let size = Int(old[entry + 8..<entry + 12].bigEndianInteger)
            guard start >= tags, start <= old.count, size <= old.count - start else { continue }
            let name = String(decoding: old[entry..<entry + 4], as: UTF8.self)
            if needed.contains(name) {
                new.replaceSubrange(start..<start + size, with: old[start..<start + size])
            } else if ["desc", "cprt"].contains(name) {
                // Readers expect both. A profile without them is invalid, one with empty ones is not.
                let text = text(old[start..<start + size], isKept: name == "desc")
                for (place, byte) in zip(start..., text) where new[place] == 0 { new[place] = byte }
            }
        }
        let isSame = new.elementsEqual(old)
        if !isSame { new.replaceSubrange(identifier, with: identifier.map { _ in 0 }) }
        return Array(new)
    }

    /// Returns a text without its characters, unless it is the name of a profile in common use (ICC.1, 10.15 and 10.24; ICC.1:2001-04,
    /// 6.5.17).
    private static func text(_ data: ArraySlice<UInt8>, isKept: Bool) -> [UInt8] {
        let data = Array(data)
        var new = [UInt8](repeating: 0, count: data.count)
        func keep(_ range: Range<Int>) {
            let range = range.clamped(to: data.indices)
            new.replaceSubrange(range, with: data[range])
        }
        switch String(decoding: data.prefix(4), as: UTF8.self) {
        case "desc":
            keep(0..<12)
            let text = data.dropFirst(12).prefix { $0 != 0 }
            if isKept, names.contains(String(decoding: text, as: UTF8.self)) { keep(text.startIndex..<text.endIndex) }
        case "mluc":
            let count = Int(data.dropFirst(8).prefix(4).bigEndianInteger)
            guard data.count >= 16, count <= (data.count - 16) / 12 else { break }
            keep(0..<16 + 12 * count)
            for record in stride(from: 16, to: 16 + 12 * count, by: 12) {
                let length = Int(data[record + 4..<record + 8].bigEndianInteger)
                let start = Int(data[record + 8..<record + 12].bigEndianInteger)
                guard start <= data.count, length <= data.count - start else { continue }
                let text = data[start..<start + length]
                let units = stride(from: start, to: start + length - 1, by: 2).map {
                    UInt16(data[$0]) << 8 | UInt16(data[$0 + 1])
                }
                if isKept, names.contains(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)) {
                    keep(text.startIndex..<text.endIndex)
                }
            }
        default: keep(0..<8)
        }
        return new
    }
}
