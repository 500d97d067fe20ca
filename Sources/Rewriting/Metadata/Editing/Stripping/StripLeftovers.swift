internal import UprightMetadata

/// A search for what still holds, or can hold, something that a strip removes. Users publish such files, so each finding
/// rejects the picture.
package struct StripLeftovers {
    /// What the strip removes.
    package let rules: StripRules
    /// What was found: `the XMP packet at byte 20 holds exif:GPSLatitude`.
    package private(set) var findings: [String] = []

    /// Starts a search.
    package init(_ rules: StripRules) { self.rules = rules }

    /// Adds a finding.
    package mutating func note(_ finding: String) { findings.append(finding) }

    /// Adds the first tag of an Exif block that the strip removes.
    package mutating func look(exif block: [UInt8], _ place: @autoclosure () -> String) {
        guard let block = try? TIFFBlock(parsing: block) else { return }
        for directory in block.directories {
            guard let group = TagGroup(directory.kind) else { continue }
            for entry in directory.entries where !directory.kind.pointers.contains(entry.tag) {
                let tag = TagID(group, entry.tag)
                // A tag that was set again is looked for by its value.
                guard rules.removes(tag), entry.value != nil else { continue }
                return note("\(place()) holds \(tag)")
            }
        }
    }

    /// Adds the first property of an XMP packet that the strip removes.
    package mutating func look(xmp packet: [UInt8], _ place: @autoclosure () -> String) {
        guard let (metadata, _) = try? XMPMetadata.recovered(from: packet),
            let property = metadata.properties.first(where: {
                rules.removes($0.name) || rules.rest(of: $0.value) != nil
            })
        else { return }
        note("\(place()) holds \(property.name.qualified)")
    }

    /// Adds an IPTC data set of record 2 with a text that the strip removes.
    package mutating func look(iptc bytes: ArraySlice<UInt8>, _ place: @autoclosure () -> String) {
        let start = bytes.startIndex
        let length = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard rules.removes(record: 2, number: bytes[start + 2]), length > 0, length <= bytes.count - 5,
            bytes[start + 5..<start + 5 + length].allSatisfy({ $0 >= 0x20 })
        else { return }
        note("\(place()) is removed by the profile")
    }
}
