extension MPFIndex {
    /// The index as a dictionary; ImageIO has none. The keys are ExifTool's.
    ///
    /// Source: CIPA DC-007, 5.2.2 and 5.2.3.
    var properties: [String: PropertyValue] {
        var found: [String: PropertyValue] = ["NumberOfImages": .integer(images.count)]
        if let version = block.entry(TIFFTag(rawValue: 0xB000), in: .primary).flatMap({ block.valueBytes($0) }) {
            found["MPFVersion"] = .string(TextEncoding.lenient(version))
        }
        found["Images"] = .array(
            images.map { image in
                [
                    "MPImageFlags": .string(Self.flags(image.attributes)),
                    "MPImageFormat": image.isJPEG ? "JPEG" : .integer(Int(image.attributes >> 24 & 7)),
                    "MPImageType": .string(Self.type(image.attributes & 0xFF_FFFF)),
                    "MPImageLength": .integer(image.size), "MPImageStart": .integer(image.offset),
                ]
            })
        return found
    }

    private static func flags(_ attributes: UInt32) -> String {
        let names = [(31, "Dependent parent image"), (30, "Dependent child image"), (29, "Representative image")]
        let set = names.filter { attributes >> UInt32($0.0) & 1 == 1 }.map(\.1)
        return set.isEmpty ? "(none)" : set.joined(separator: ", ")
    }

    private static func type(_ code: UInt32) -> String {
        switch code {
        case 0: "Undefined"
        case 0x01_0001: "Large Thumbnail (VGA equivalent)"
        case 0x01_0002: "Large Thumbnail (full HD equivalent)"
        case 0x01_0003: "Large Thumbnail (4K equivalent)"
        case 0x01_0004: "Large Thumbnail (8K equivalent)"
        case 0x01_0005: "Large Thumbnail (16K equivalent)"
        case 0x02_0001: "Multi-frame Panorama"
        case 0x02_0002: "Multi-frame Disparity"
        case 0x02_0003: "Multi-angle"
        case 0x03_0000: "Baseline MP Primary Image"
        case 0x04_0000: "Original Preservation Image"
        case 0x05_0000: "Gain Map Image"
        default: "Unknown (\(code))"
        }
    }
}
