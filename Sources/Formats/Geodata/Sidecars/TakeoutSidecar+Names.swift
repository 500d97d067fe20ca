extension TakeoutSidecar {
    /// The number of characters at which Takeout clips the name of a sidecar, before `.json`.
    static let clip = 46

    /// Returns the possible names of a picture's sidecar, as bytes, most likely first. Takeout writes names in UTF-8;
    /// for any other name, only the full name with the suffixes is tried.
    ///
    /// The sidecar of `a.jpg` is `a.jpg.json` or `a.jpg.supplemental-metadata.json`. The part before `.json` is clipped
    /// at 46 characters, and the number of a duplicate goes last: `a(1).jpg` has `a.jpg.supplemental-metadata(1).json`.
    /// Old exports have `a.json`. An edited picture (`a-edited.jpg`) uses the sidecar of the original.
    package static func candidates(for picture: [UInt8]) -> [[UInt8]] {
        guard let name = String(validating: picture, as: UTF8.self) else {
            return [picture + ".json".utf8, picture + ".supplemental-metadata.json".utf8]
        }
        return candidates(for: name).map { Array($0.utf8) }
    }

    /// Returns the possible names of a picture's sidecar, most likely first.
    package static func candidates(for picture: String) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        func add(_ base: String, number: String) {
            let suffix = Array(".supplemental-metadata")
            for length in [suffix.count] + Array((0..<suffix.count).reversed()) {
                let whole = base + String(suffix.prefix(length))
                // Takeout counts characters in UTF-16 units; older exports counted bytes.
                for name in [clipped(whole) { $0.utf16.count }, clipped(whole) { $0.utf8.count }] {
                    let candidate = name + number + ".json"
                    if seen.insert(candidate).inserted { found.append(candidate) }
                }
            }
        }
        let (stem, ending) = parts(picture)
        add(picture, number: "")
        if let (base, number) = numbered(stem) { add(base + ending, number: number) }
        for edited in [
            "-edited", "-bearbeitet", "-modifié", "-editado", "-modificato", "-bewerkt", "-edytowane", "-編集済み",
        ] {
            guard let original = removing(edited, from: stem) else { continue }
            add(original + ending, number: "")
            if let (base, number) = numbered(original) { add(base + ending, number: number) }
        }
        // Old exports omit the picture's extension: `i.json` for `i.jpg`.
        if !ending.isEmpty {
            for name in [clipped(stem) { $0.utf16.count }, clipped(stem) { $0.utf8.count }]
            where seen.insert(name + ".json").inserted {
                found.append(name + ".json")
            }
        }
        return found
    }

    private static func parts(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// A name without the first occurrence of a word; nil where it has none. The standard library's search links regular
    /// expressions, which are a tenth of the worker's program.
    private static func removing(_ word: String, from name: String) -> String? {
        guard let start = name.indices.first(where: { name[$0...].hasPrefix(word) }) else { return nil }
        return String(name[..<start]) + String(name[start...].dropFirst(word.count))
    }

    /// `a(1)` as `a` and `(1)`.
    private static func numbered(_ stem: String) -> (base: String, number: String)? {
        guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), open > stem.startIndex else { return nil }
        let digits = stem[stem.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return (String(stem[..<open]), String(stem[open...]))
    }

    /// Returns the longest prefix of a name in whole characters with at most ``clip`` units.
    private static func clipped(_ name: String, units: (Unicode.Scalar) -> Int) -> String {
        var count = 0
        let kept = name.unicodeScalars.prefix { scalar in
            count += units(scalar)
            return count <= clip
        }
        return String(kept)
    }
}
