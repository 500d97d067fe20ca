internal import UprightBase
internal import UprightFormats

extension StripLeftovers {
    /// Adds what a block holds that the strip removes. A strict strip lets stay what is listed, and in the form that it writes;
    /// from ``StripProfile/location`` anything stays that is not known to hold a place.
    ///
    /// - Parameter isEdited: whether edits after the strip have written into the blocks.
    package mutating func look(at block: PictureBlock, isEdited: Bool) {
        guard rules.isStrict else { return lookForPlaces(in: block) }
        if let surplus = block.surplus { note("\(surplus) in \(block.place)") }
        switch block.kind {
        case .exif: look(listed: block.bytes, block.place, isEdited: isEdited)
        case .xmp:
            look(xmp: block.bytes, block.place)
            let text = String(decoding: block.bytes, as: UTF8.self)
            let plain = text.replacing("<?xpacket", with: "")
            if !isEdited, plain.contains("<!") || plain.contains("<?") {
                note("markup of no property in \(block.place)")
            }
        case .iptc: look(sets: block.bytes, block.place)
        case .photoshop: look(resources: block.bytes, block.place)
        case .icc:
            if CanonicalICC.profile(block.bytes) != block.bytes {
                note("bytes that belong to no profile in \(block.place)")
            }
        case .text(let text):
            if !rules.keeps(text), rules.removes(.text(text)) { note("the text \(text.name) in \(block.place)") }
        case .video: lookForPlaces(in: block)
        case .index: look(index: block.bytes, block.place)
        case .picture: break
        case .unread: note(block.place)
        // What is not understood can be kept by the user's wish, unless it speaks of a place.
        case .other where rules.strip.onUnknown == .keep: lookForPlaces(in: block)
        case .other: if block.bytes.contains(where: { $0 != 0 }) { note(block.place) }
        }
    }

    private mutating func lookForPlaces(in block: PictureBlock) {
        switch block.kind {
        case .exif: look(exif: block.bytes, block.place)
        case .xmp: look(xmp: block.bytes, block.place)
        case .iptc: look(iptc: block.bytes, block.place)
        case .photoshop:
            for resource in PhotoshopResources(parsing: block.bytes).resources
            where resource.id == PhotoshopResources.iptc {
                look(iptc: resource.data, block.place)
            }
            look(unknown: block.bytes, block.place)
        case .video:
            for place in VideoLocations(in: block.bytes, clearing: rules.isStrict ? .all : .positions).places {
                note("\(block.place) holds \(place)")
            }
        case .text(let text):
            if !rules.keeps(text), rules.isHeld(byText: block.bytes) {
                note("\(block.place) speaks of a position, which")
            }
        // A block like Exif's, with offsets alone.
        case .index: break
        case .icc, .picture, .other, .unread: look(unknown: block.bytes, block.place)
        }
    }

    /// Adds the first tag of a TIFF structure that is not listed, and bytes of no tag.
    private mutating func look(listed bytes: [UInt8], _ place: String, isEdited: Bool) {
        guard let file = try? TIFFFile(parsing: bytes) else {
            // A header and a directory of nothing hold nothing.
            if bytes.dropFirst(8).contains(where: { $0 != 0 }) { note("a block that cannot be read, \(place),") }
            return
        }
        for directory in file.directories {
            let group: TagGroup? =
                switch directory.kind {
                case .page(0): .primary
                case .exif: .exif
                case .gps: .gps
                case .interoperability: .interoperability
                case .page, .inner: nil
                }
            guard let group else { return note("the directory \(directory.kind.name) in \(place)") }
            for entry in directory.entries where !CanonicalTIFF.places.contains(entry.tag) {
                let tag = TagID(group, entry.tag)
                guard let value = entry.value, !rules.removes(tag, TIFFFieldType(rawValue: entry.type), bytes[value])
                else {
                    return note("\(tag) in \(place)")
                }
                let text = bytes[value].drop { $0 != 0 }
                if entry.type == 2, text.contains(where: { $0 != 0 }) { return note("bytes behind \(tag) in \(place)") }
            }
        }
        let unlisted = file.unlisted(in: bytes)
        if unlisted > 0, !isEdited { note("\(unlisted) bytes of no tag in \(place)") }
    }

    /// Adds what an index holds besides its tags (CIPA DC-007, 5.2.3 and 5.2.4).
    private mutating func look(index bytes: [UInt8], _ place: String) {
        guard let file = try? TIFFFile(parsing: bytes) else { return note("an index that cannot be read, \(place),") }
        for entry in file.directories.flatMap(\.entries) {
            let isKnown = [0xB000, 0xB001, 0xB002, 0xB101].contains(entry.tag) || (0xB201...0xB20D).contains(entry.tag)
            guard isKnown || entry.value.map({ bytes[$0].allSatisfy { $0 == 0 } }) ?? false else {
                return note("the tag \(tagName(entry.tag)) in \(place)")
            }
        }
        let unlisted = file.unlisted(in: bytes)
        if unlisted > 0 { note("\(unlisted) bytes of no tag in \(place)") }
    }

    /// Adds the first data set that is not listed, and bytes behind the last one.
    private mutating func look(sets bytes: [UInt8], _ place: String) {
        let block = IPTCBlock(parsing: bytes)
        if let dataSet = block.dataSets.first(where: { rules.removes($0) }) {
            note("\(dataSet.record):\(dataSet.number) in \(place)")
        }
        if block.trailer.contains(where: { $0 != 0 }) { note("bytes of no data set in \(place)") }
    }

    /// Adds the first resource that is not listed, with a name, or longer than its standard.
    private mutating func look(resources bytes: [UInt8], _ place: String) {
        let resources = PhotoshopResources(parsing: bytes)
        for resource in resources.resources {
            let id = "0x0" + String(resource.id, radix: 16, uppercase: true)
            let plain = PhotoshopResources.Resource(id: resource.id, data: resource.data)
            if resource != plain { return note("the name of the resource \(id) in \(place)") }
            switch resource.id {
            case PhotoshopResources.iptc: look(sets: resource.data, place)
            case PhotoshopResources.iptcDigest, PhotoshopResources.resolution:
                if resource.data.count > 16 { note("bytes behind the resource \(id) in \(place)") }
            default: return note("the resource \(id) in \(place)")
            }
        }
        if !resources.warnings.isEmpty { note("bytes of no resource in \(place)") }
    }
}
