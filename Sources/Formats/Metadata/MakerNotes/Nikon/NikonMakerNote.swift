/// What the values of a Nikon note say only together.
enum NikonMakerNote {
    /// Names a lens's type and a drive mode as the bits mean them together, and the lens by its data.
    ///
    /// Source: ExifTool, "Nikon Tags", LensType and ShootingMode; "Nikon LensID Values".
    static func finish(_ properties: inout [String: PropertyValue]) {
        if let text = properties["LensType"]?.string {
            var parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
            // A G lens is a D lens without an aperture ring, and an E lens with others is a G lens with an electronic one.
            if parts.contains("G") { parts.removeAll { $0 == "D" } }
            for mark in ["E", "1"] where parts.contains(mark[...]) {
                parts.removeAll { $0 == mark[...] }
                if mark == "E", parts.count > 1, parts.first == "G" { parts.removeFirst() }
                parts.insert(mark[...], at: 0)
            }
            properties["LensType"] = .string(parts.joined(separator: " "))
        }
        nameLens(&properties)
        let modes = ["Continuous", "Delay", "PC Control", "IR Control"]
        if let text = properties["ShootingMode"]?.string, !modes.contains(where: text.contains) {
            properties["ShootingMode"] = .string(text == "(none)" ? "Single-Frame" : "Single-Frame, " + text)
        }
    }

    /// What is read from the record of a lens.
    private static let lensData = [
        "ExitPupilPosition", "AFAperture", "FocusPosition", "FocusDistance", "FocalLength", "LensIDNumber",
        "LensFStops",
        "MinFocalLength", "MaxFocalLength", "MaxApertureAtMinFocal", "MaxApertureAtMaxFocal", "MCUVersion",
        "EffectiveMaxAperture",
    ]

    /// Names the lens by its number, its limits and its type, or drops them all if they contradict the limits that the note
    /// gives in clear: the wrong key deciphers a record to anything.
    private static func nameLens(_ properties: inout [String: PropertyValue]) {
        guard let bytes = properties.removeValue(forKey: "LensIDBytes")?.array?.compactMap(\.integer), bytes.count == 7
        else { return }
        let limits = properties["LensInfo"]?.array?.compactMap(\.number) ?? []
        let own = ["MinFocalLength", "MaxFocalLength"].compactMap { properties[$0]?.number }
        // A teleconverter is part of one of the two.
        if limits.count == 4, zip(limits, own).contains(where: { $0 > 0 && !(0.45...2.2).contains($1 / $0) }) {
            for name in lensData { properties[name] = nil }
            return
        }
        properties["LensIDNumber"] = .integer(bytes[0])
        let type = properties["LensTypeNumber"]?.integer ?? 0
        let names = LensNames.names(.short((bytes + [type]).map { UInt16(truncatingIfNeeded: $0) }), in: "Nikon")
        properties["LensID"] = properties["LensID"] ?? names.first.map { .string($0) }
        if names.count > 1 { properties["LensIDCandidates"] = .array(names.map { .string($0) }) }
    }
}
