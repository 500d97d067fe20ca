extension ImageProperties {
    /// ImageIO's `{ExifAux}`: values from XMP's `aux` schema first, then from Exif, then from the maker note. Numeric values
    /// are numbers; `LensInfo` is a list of four: the shortest and longest focal lengths in millimetres, and the smallest
    /// f-number at each.
    func auxiliary(_ note: MakerNote?) -> [String: PropertyValue] {
        var found: [String: PropertyValue] = [:]
        for property in xmp?.properties ?? [] where property.name.namespace == XMPNamespace.aux.uri {
            let name = property.name.local
            found[name] = found[name] ?? Self.typed(property.value.text ?? "", name)
        }
        func add(_ name: String, _ value: PropertyValue?) {
            guard found[name] == nil, let value else { return }
            if let text = value.string, text.allSatisfy({ $0 == " " }) { return }
            found[name] = value.string.map { Self.typed($0, name) } ?? value
        }
        add("LensModel", exifMetadata?.property(TagID(.exif, .lensModel), handlers: handlers))
        add("LensInfo", exifMetadata?.property(TagID(.exif, .lensSpecification), handlers: handlers))
        add("SerialNumber", exifMetadata?.property(TagID(.exif, .bodySerialNumber), handlers: handlers))
        add("LensSerialNumber", exifMetadata?.property(TagID(.exif, .lensSerialNumber), handlers: handlers))
        add("OwnerName", exifMetadata?.property(TagID(.exif, .cameraOwnerName), handlers: handlers))
        guard let note else { return found }
        switch note.key {
        case "{MakerCanon}":
            add("Firmware", note.properties["Firmware"])
            add("OwnerName", note.properties["OwnerName"])
            add("SerialNumber", note.properties["CameraSerialNumber"])
            add("LensModel", note.properties["LensModel"])
            add("ImageNumber", note.properties["FileNumber"])
            if let lens = note.properties["LensID"]?.integer, lens != 0, lens != 65_535 {
                add("LensID", .integer(lens))
            }
            if let short = note.properties["MinFocalLength"]?.number, short > 0,
                let long = note.properties["MaxFocalLength"]?.number, long > 0
            {
                add("LensInfo", .array([.real(short), .real(long), .real(0), .real(0)]))
            }
        case "{MakerNikon}":
            add("SerialNumber", note.properties["CameraSerialNumber"])
            add("LensInfo", note.properties["LensInfo"])
            add("LensID", note.properties["LensTypeNumber"])
            add("ImageNumber", note.properties["ShutterCount"])
        default:
            // Text first, then the name by the lens's number.
            let lens = note.properties["LensModel"] ?? note.properties["LensType"]
            if let text = lens?.string { add("LensModel", .string(text)) }
            add("LensID", note.properties["LensID"])
            add("SerialNumber", note.properties["SerialNumber"] ?? note.properties["InternalSerialNumber"])
            add("LensSerialNumber", note.properties["LensSerialNumber"])
        }
        return found
    }

    /// Converts the values of names that hold numbers or lists of numbers.
    private static func typed(_ text: String, _ name: String) -> PropertyValue {
        func number(_ text: some StringProtocol) -> PropertyValue? {
            if let integer = Int(text) { return .integer(integer) }
            if let fraction = Rational(text), fraction.denominator != 0 { return .real(fraction.value) }
            if let fraction = SignedRational(String(text)), fraction.denominator != 0 { return .real(fraction.value) }
            return Double(text).map { .real($0) }
        }
        switch name {
        case "LensInfo":
            let parts = text.split(separator: " ")
            // 0/0 means unknown.
            let numbers = parts.map { $0 == "0/0" ? PropertyValue.real(0) : number($0) ?? .string(String($0)) }
            return parts.count == 4 ? .array(numbers) : .string(text)
        case "ImageNumber", "LensID", "FlashCompensation", "ApproximateFocusDistance":
            return number(text) ?? .string(text)
        default: return .string(text)
        }
    }
}
