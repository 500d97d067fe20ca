internal import UprightFiles
internal import UprightRewriting

/// The files that accompany a picture: sidecars (`.xmp`), Takeout descriptions (`.json`), the video of a Live Photo
/// (`.mov`) and Apple's edits (`.aae`).
public enum CompanionNames {
    private static let extensions = ["xmp", "aae", "mov", "json"]

    /// Whether a name can be that of a companion.
    public static func isCompanion(_ name: [UInt8]) -> Bool {
        guard let suffix = OutputName.split(name).suffix else { return false }
        return extensions.contains(String(decoding: suffix, as: UTF8.self).lowercased())
    }

    /// The names that a picture's companions can have, each with its name next to the output.
    ///
    /// `a.jpg` can have `a.xmp` and `a.jpg.xmp`. Takeout cuts the name before `.json` to 46 bytes, and puts a
    /// duplicate's number after the name: `a(1).jpg` has `a.jpg(1).json`.
    package static func companions(of picture: [UInt8], output: [UInt8]) -> [(name: [UInt8], output: [UInt8])] {
        let (stem, _) = OutputName.split(picture)
        let (outputStem, _) = OutputName.split(output)
        var pairs: [(name: [UInt8], output: [UInt8])] = []
        func add(_ base: [UInt8], _ outputBase: [UInt8], _ suffixes: [String]) {
            for suffix in suffixes { pairs.append((base + suffix.utf8, outputBase + suffix.utf8)) }
        }
        let plain = [".xmp", ".XMP", ".aae", ".AAE", ".mov", ".MOV", ".json", ".JSON"]
        add(stem, stem == picture ? output : outputStem, plain)
        if stem != picture { add(picture, output, [".xmp", ".XMP", ".json", ".JSON", ".supplemental-metadata.json"]) }
        let takeout = picture + ".supplemental-metadata".utf8
        if takeout.count > 46 {
            let cut = Array(takeout.prefix(46))
            pairs.append((cut + ".json".utf8, (picture == output ? cut : output) + ".json".utf8))
        }
        if let (base, number) = duplicate(stem), let suffix = OutputName.split(picture).suffix {
            let name = base + [OutputName.dot] + suffix
            for middle in ["", ".supplemental-metadata"] {
                let companion = name + middle.utf8 + number + ".json".utf8
                pairs.append((companion, companion))
            }
        }
        var seen: Set<[UInt8]> = [picture]
        return pairs.filter { seen.insert($0.name).inserted }
    }

    /// Splits `a(1)` into `a` and `(1)`.
    private static func duplicate(_ stem: [UInt8]) -> (base: [UInt8], number: [UInt8])? {
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0,
            stem[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) }), open + 2 < stem.count
        else { return nil }
        return (Array(stem[..<open]), Array(stem[open...]))
    }

    /// The names that a companion's picture can have.
    package static func pictures(of companion: [UInt8]) -> [[UInt8]] {
        names(of: companion, suffixes: PictureFormats.descriptions.flatMap(\.filenameExtensions))
    }

    /// The names that any file can have that a companion describes: its picture, the raw file beside it, or a picture of a
    /// type that is not handled.
    static func described(by companion: [UInt8]) -> [[UInt8]] {
        names(of: companion, suffixes: (OutputName.pictureExtensions.union(rawExtensions)).sorted())
    }

    /// Extensions of cameras' raw files.
    private static let rawExtensions: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw",
        "nef", "nrw", "orf", "ori", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    private static func names(of companion: [UInt8], suffixes: [String]) -> [[UInt8]] {
        let (stem, _) = OutputName.split(companion)
        var bases = [stem]
        let supplement = Array(".supplemental-metadata".utf8)
        if let range = firstRange(of: Array(".s".utf8), in: stem), supplement.starts(with: stem[range.lowerBound...]) {
            bases.append(Array(stem[..<range.lowerBound]))
        }
        if let (base, number) = duplicate(stem) {
            var name = base
            if name.reversed().starts(with: supplement.reversed()) { name.removeLast(supplement.count) }
            let (inner, suffix) = OutputName.split(name)
            if let suffix { bases.append(inner + number + [OutputName.dot] + suffix) }
        }
        var names: [[UInt8]] = []
        for base in bases {
            names.append(base)
            for suffix in suffixes {
                names.append(base + [OutputName.dot] + suffix.utf8)
                names.append(base + [OutputName.dot] + suffix.uppercased().utf8)
            }
        }
        var seen: Set<[UInt8]> = [companion]
        return names.filter { seen.insert($0).inserted }
    }

    private static func firstRange(of pattern: [UInt8], in bytes: [UInt8]) -> Range<Int>? {
        guard bytes.count >= pattern.count else { return nil }
        return (0...(bytes.count - pattern.count)).reversed().first {
            bytes[$0...].starts(with: pattern)
        }.map { $0..<($0 + pattern.count) }
    }
}
