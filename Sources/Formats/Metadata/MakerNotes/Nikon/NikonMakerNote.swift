/// What the values of a Nikon note say only together.
enum NikonMakerNote {
    /// Names a lens's type and a drive mode as the bits mean them together, and the lens by its data.
    ///
    /// Source: ExifTool, "Nikon Tags", LensType and ShootingMode; "Nikon LensID Values".
    @Sendable static func finish(_ properties: inout [String: PropertyValue]) {
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
        if let text = properties["ShootingMode"]?.string, !text.contains("Continuous") {
            properties["ShootingMode"] = .string(text == "(none)" ? "Single-Frame" : "Single-Frame, " + text)
        }
    }
}
