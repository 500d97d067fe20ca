internal import UprightFormats

/// The name of a lens: that in the maker's notes, otherwise that in Exif. Makers of lenses use numbers of others; of the lenses
/// with a number, those count whose focal lengths are the lens's.
///
/// Source: ExifTool, "Composite Tags", LensID.
struct LensChoice {
    /// The name; several if nothing decides between them; nil if the lens has none.
    let name: String?

    /// - Parameter notes: the dictionaries of makers' notes by their keys.
    init(_ exif: ExifMetadata?, _ notes: [(key: String, values: PropertyValue)]) { name = Self.name(exif, notes) }

    private static func name(_ exif: ExifMetadata?, _ notes: [(key: String, values: PropertyValue)]) -> String? {
        let model = exif?[TagID(.exif, .lensModel)]?.textUnlessBlank
        let own = model.map { $0.replacing("mmF", with: "mm F") }
        for (key, note) in notes {
            // Nikon's type is that of the mount and the motor.
            let tags = key == "{MakerNikon}" ? ["LensID"] : ["LensType2", "LensType3", "LensType"]
            for tag in tags {
                guard let lens = note[tag]?.string, !isOpen(lens) else { continue }
                let names = note[tag + "Candidates"]?.array?.compactMap(\.string) ?? [lens]
                let limits = Self.limits(exif, note)
                let length = exif?[TagID(.exif, 0x920A)]?.numbers?.first
                let text = note["LensModel"]?.string ?? model ?? ""
                return choice(names, limits: limits, length: length, model: text) ?? own
            }
        }
        return own
    }

    private static func choice(
        _ names: [String], limits: (Double, Double)?, length: Double?, model: String
    ) -> String? {
        var found: [String] = []
        for name in names where !found.contains(name) { found.append(name) }
        if found.count == 1 { return found[0] }
        // The first name of a number is of all of its lenses: `Canon EF 14mm f/2.8L USM or Sigma Lens`.
        let single = found.filter { !$0.contains(" Lens") }
        let alike = single.filter { !letters(model).isEmpty && letters($0).contains(letters(model)) }
        if let only = alike.first, alike.count == 1 { return only }
        let fitting = single.filter { name in
            guard let range = focalLengths(name) else { return false }
            if let limits { return (range.0 - limits.0).magnitude < 0.6 && (range.1 - limits.1).magnitude < 0.6 }
            return length.map { range.0 - 0.5 <= $0 && $0 <= range.1 + 0.5 } ?? true
        }
        if !fitting.isEmpty { return fitting.joined(separator: " or ") }
        return model.isEmpty ? found.joined(separator: " or ") : nil
    }

    /// The shortest and the longest focal length that the file gives for the lens.
    private static func limits(_ exif: ExifMetadata?, _ note: PropertyValue) -> (Double, Double)? {
        let specification = exif?[TagID(.exif, .lensSpecification)]?.numbers ?? []
        if specification.count == 4, specification[0] > 0, specification[0].isFinite, specification[1].isFinite {
            return (specification[0], specification[1])
        }
        guard let shortest = note["MinFocalLength"]?.number, let longest = note["MaxFocalLength"]?.number, shortest > 0
        else { return nil }
        return (shortest, longest)
    }

    /// The focal lengths in a name: `24-70mm`, `50mm`.
    private static func focalLengths(_ name: String) -> (Double, Double)? {
        for word in name.split(separator: " ") where word.hasSuffix("mm") {
            let numbers = word.dropLast(2).split(separator: "-").compactMap { Double(String($0)) }
            if let first = numbers.first, let last = numbers.last { return (first, last) }
        }
        return nil
    }

    private static func letters(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }

    /// Whether a name stands for lenses that have none of their own.
    private static func isOpen(_ lens: String) -> Bool {
        lens.isEmpty || ["E-Mount", "Unknown", "n/a", "None", "Manual Lens"].contains { lens.hasPrefix($0) }
    }
}
