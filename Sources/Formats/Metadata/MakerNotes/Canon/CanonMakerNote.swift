/// What the values of a Canon note say only together.
enum CanonMakerNote {
    /// Divides focal lengths by their unit, and reads the lists behind AF information, whose length is the number of points.
    ///
    /// Source: ExifTool, "Canon AFInfo Tags" and "Canon AFInfo2 Tags".
    static func finish(_ properties: inout [String: PropertyValue], model: String) {
        let unit = max(1, properties["FocalUnits"]?.number ?? 1)
        for name in ["MaxFocalLength", "MinFocalLength"] {
            if let length = properties[name]?.number { properties[name] = .real(length / unit) }
        }
        if let width = properties["FocalLength"]?.number { properties["FocalLength"] = .real(width / unit) }
        if let candidates = properties["LensTypeCandidates"]?.array {
            let names = LensNames.narrowed(
                candidates.compactMap(\.string), shortest: properties["MinFocalLength"]?.number,
                longest: properties["MaxFocalLength"]?.number)
            properties["LensTypeCandidates"] = .array(names.map { .string($0) })
        }
        if let iso = properties["CameraISO"]?.integer, iso & 0x4000 != 0 {
            properties["CameraISO"] = .integer(iso & 0x3FFF)
        }
        // Some bodies lose the upper bits of the folder's number, which begins at 100.
        if let file = properties["FileNumber"]?.integer, file > 0, file < 1_000_000 {
            properties["FileNumber"] = .integer(file + (1_639_999 - file) / 640_000 * 640_000)
        }
        // Only the macro lens MP-E 65mm has a magnification.
        if properties["LensID"] != 124 { properties["MacroMagnification"] = nil }
        // The two ends of the distance are unknown together.
        if properties["FocusDistanceUpper"] == nil { properties["FocusDistanceLower"] = nil }
        let isEOS = model.isEmpty || model.contains("EOS")
        // Compact cameras with nine points have eight numbers of unknown meaning before the primary one.
        let words = properties["AFInfoRest"]?.array?.count ?? 0
        lists(
            "AFInfoRest", ["AFAreaXPositions", "AFAreaYPositions"], ["AFPointsInFocus"], &properties,
            primary: isEOS ? nil : words == 36 - 8 ? 8 : 0)
        lists(
            "AFInfo2Rest", ["AFAreaWidths", "AFAreaHeights", "AFAreaXPositions", "AFAreaYPositions"],
            isEOS ? ["AFPointsInFocus", "AFPointsSelected"] : ["AFPointsInFocus"], &properties,
            primary: isEOS ? nil : ((properties["NumAFPoints"]?.integer ?? 0) + 15) / 16 + 1)
    }

    /// - Parameter primary: the numbers between the bits and the primary point; nil if there is none.
    private static func lists(
        _ rest: String, _ names: [String], _ bits: [String], _ properties: inout [String: PropertyValue], primary: Int?
    ) {
        guard let value = properties.removeValue(forKey: rest) else { return }
        let words = (value.array ?? [value]).compactMap(\.integer)
        guard let points = properties["NumAFPoints"]?.integer, points > 0, points <= 2000 else { return }
        var index = 0
        func next(_ count: Int) -> ArraySlice<Int>? {
            guard count <= words.count - index else { return nil }
            index += count
            return words[(index - count)..<index]
        }
        for name in names {
            guard let part = next(points) else { return }
            properties[name] = .array(part.map { .integer($0 >= 0x8000 ? $0 - 0x10000 : $0) })
        }
        for name in bits {
            guard let part = next((points + 15) / 16) else { return }
            let set = (0..<points).filter { part[part.startIndex + $0 / 16] & 1 << ($0 % 16) != 0 }
            properties[name] = set.isEmpty ? .string("(none)") : .array(set.map { .integer($0) })
        }
        if let primary, next(primary) != nil, let point = next(1)?.first {
            properties["PrimaryAFPoint"] = .integer(point)
        }
    }
}
