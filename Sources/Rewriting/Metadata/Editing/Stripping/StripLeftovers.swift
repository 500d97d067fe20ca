internal import UprightBase
internal import UprightFormats

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
                guard let value = block.valueBytes(entry), rules.removes(tag, entry.type, value) else { continue }
                return note("\(place()) holds \(tag)")
            }
        }
    }

    /// Adds the first property of an XMP packet that the strip removes.
    package mutating func look(xmp packet: [UInt8], _ place: @autoclosure () -> String) {
        guard let (metadata, _) = try? XMPMetadata.recovered(from: packet),
            let property = metadata.properties.first(where: { rules.rest(of: $0) != $0.value })
        else { return }
        note("\(place()) holds \(property.name.qualified)")
    }

    /// Adds the first data set of an IPTC block that the strip removes, and searches the bytes after the last one.
    package mutating func look(iptc bytes: [UInt8], _ place: @autoclosure () -> String) {
        let block = IPTCBlock(parsing: bytes)
        if let dataSet = block.dataSets.first(where: { rules.removes($0) }) {
            note("\(place()) hold \(dataSet.record):\(dataSet.number)")
        }
        look(unknown: block.trailer, place())
    }

    /// Adds what seems to be an IPTC data set of record 2 with a text that the strip removes.
    private mutating func look(dataSet bytes: ArraySlice<UInt8>, _ place: @autoclosure () -> String) {
        let start = bytes.startIndex
        guard bytes.count > 5 else { return }
        let length = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard rules.removes(record: 2, number: bytes[start + 2]), length > 0, length <= bytes.count - 5,
            bytes[start + 5..<start + 5 + length].allSatisfy({ $0 >= 0x20 })
        else { return }
        note("\(place()) is removed by the profile")
    }

    /// Searches bytes of no known structure for blocks of metadata, and for texts that speak of a position. Bytes in which
    /// more blocks seem to begin than anybody writes are a finding of their own: each would be read to its end.
    package mutating func look(unknown bytes: [UInt8], _ place: @autoclosure () -> String) {
        let exif = Array("Exif\0\0".utf8)
        let tiff: [[UInt8]] = [[0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A]]
        let xmp = Array("<x:xmpmeta".utf8)
        let end = Array("</x:xmpmeta>".utf8)
        var budget = bytes.count.multipliedSaturated(by: 16) + (16 << 20)
        // The end of the packet that was found last: those that begin within it end there, too.
        var lastEnd = 0
        for start in bytes.indices {
            let rest = bytes[start...]
            var block: ArraySlice<UInt8>
            switch bytes[start] {
            case exif[0] where rest.starts(with: exif) && rest.count > 14:
                block = rest.dropFirst(exif.count).prefix(65_535)
            case 0x49, 0x4D:
                guard rest.count > 14, tiff.contains(where: { rest.starts(with: $0) }) else { continue }
                block = rest.prefix(65_535)
            case xmp[0] where rest.starts(with: xmp):
                if lastEnd < start + xmp.count { lastEnd = rest.firstOffset(of: end).map { $0 + end.count } ?? .max }
                guard lastEnd - start <= 1 << 20 else { continue }
                block = bytes[start..<lastEnd]
            case 0x1C where rest.count > 5 && bytes[start + 1] == 2:
                look(dataSet: rest.prefix(256), "\(place()) has an IPTC data set that")
                continue
            default: continue
            }
            budget -= block.count
            guard budget >= 0 else { return note("\(place()) has too many starts of metadata to read, which") }
            if bytes[start] == xmp[0] {
                look(xmp: Array(block), "\(place()) has an XMP packet that")
            } else {
                look(exif: Array(block), "\(place()) has an Exif block that")
            }
        }
        if PlaceWords.areIn(bytes) { note("\(place()) speaks of a position, which") }
    }
}
