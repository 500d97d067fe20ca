/// What the values of an Olympus note say only together.
enum OlympusMakerNote {
    /// Names the quality: the cameras whose type begins with `SX` count from 0, the others from 1.
    ///
    /// Source: ExifTool, "Olympus Tags", Quality.
    static func finish(_ properties: inout [String: PropertyValue]) {
        let type = properties.removeValue(forKey: "CameraTypeCode")?.string ?? ""
        let number = properties.removeValue(forKey: "QualityCode")?.integer
        guard type.hasPrefix("SX") && !type.hasPrefix("SX151") || type.hasPrefix("D4322"), let number else { return }
        let names = [0: "SQ (Low)", 1: "HQ (Normal)", 2: "SHQ (Fine)", 6: "RAW"]
        properties["Quality"] = names[number].map { .string($0) }
    }
}
