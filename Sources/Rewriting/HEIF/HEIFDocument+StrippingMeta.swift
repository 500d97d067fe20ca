internal import UprightBase
internal import UprightFormats

extension HEIFDocument {
    /// The boxes in `meta` that say where the pictures are and how they belong together.
    static let known: Set<String> = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "dinf", "grpl"]
    /// The types of items that are pictures.
    static let pictures: Set<String> = [
        "hvc1", "hev1", "lhv1", "av01", "avc1", "jpeg", "j2k1", "vvc1", "evc1", "unci", "mski", "iden", "grid", "iovl",
        "tmap", "sato",
    ]

    /// Leaves in `meta` and in the data what renders the pictures: known boxes, items and properties, without names, and nothing
    /// between the items' data.
    mutating func stripMeta(_ meta: HEIFMeta) throws(MetadataEditError) {
        for child in meta.children where plan.boxes[child.range.lowerBound] == nil {
            let old = Array(source[child.range])
            var new = old
            switch child.type {
            case "hdlr": Self.clear(&new, from: 24)
            case "iinf": clearNames(of: meta, in: &new, at: child.range.lowerBound)
            case "dinf": Self.clearLinks(child, in: &new, of: source)
            // A version, and a number that is longer since version 1.
            case "pitm":
                let length = source[child.payload].first == 0 ? 6 : 8
                Self.clear(&new, from: child.payload.lowerBound - child.range.lowerBound + length)
            case _ where Self.known.contains(child.type): continue
            default: if source[child.payload].contains(where: { $0 != 0 }) || child.type != "free" { new = free(child) }
            }
            guard new != old else { continue }
            plan.boxes[child.range.lowerBound] = new
            changes.append(Change(.part(child.type), from: "\(child.range.count) bytes", to: ""))
        }
        try removeItems(of: meta)
        try stripProperties(of: meta)
        try stripData(of: meta)
    }

    /// Leaves of the data of pictures the units that render them.
    private mutating func stripData(of meta: HEIFMeta) throws(MetadataEditError) {
        for item in meta.items where plan.payloads[item.id] == nil && Self.pictures.contains(item.type) {
            guard let data = meta.data(of: item.id, in: source, maximum: source.count), !data.isEmpty else { continue }
            guard let new = CodedUnits.rendering(data, of: item, in: meta) else {
                throw .strip("the coded data of \(item.name) cannot be read")
            }
            guard new != data else { continue }
            if let layers = meta.properties.properties(of: item.id).first(where: { ["a1lx", "lsel"].contains($0.type) })
            {
                throw .strip("\(item.name) has messages among the layers that its property \(layers.type) counts")
            }
            plan.payloads[item.id] = new
            changes.append(Change(.part(item.name), from: "\(data.count) bytes", to: "\(new.count) bytes"))
        }
    }

    /// Sets the bytes of a box from an offset on to zeros.
    private static func clear(_ bytes: inout [UInt8], from offset: Int) {
        for index in bytes.indices.dropFirst(offset) { bytes[index] = 0 }
    }

    /// Clears the names of items. Where other texts follow, spaces replace them, so that nothing moves (ISO/IEC 14496-12,
    /// 8.11.6).
    private func clearNames(of meta: HEIFMeta, in bytes: inout [UInt8], at start: Int) {
        for item in meta.items {
            guard let box = ISOBox(at: item.range.lowerBound, before: item.range.upperBound, in: source),
                !box.payload.isEmpty, source[box.payload.lowerBound] >= 2
            else { continue }
            let name = box.payload.lowerBound + (source[box.payload.lowerBound] == 2 ? 12 : 14)
            let texts = item.type == "mime" ? 3 : item.type == "uri " ? 2 : 1
            var index = name
            for text in 0..<texts {
                while index < box.payload.upperBound, source[index] != 0 {
                    if text == 0 { bytes[index - start] = texts == 1 ? 0 : 0x20 }
                    index += 1
                }
                index += 1
            }
            for rest in index..<max(index, box.payload.upperBound) { bytes[rest - start] = 0 }
        }
    }

    /// Clears the names and links of files that are this one (ISO/IEC 14496-12, 8.7.2).
    private static func clearLinks(_ box: ISOBox, in bytes: inout [UInt8], of source: [UInt8]) {
        let start = box.range.lowerBound
        for child in ISOBox.boxes(in: box.payload, of: source).boxes {
            guard child.type == "dref", child.payload.count >= 8 else {
                for index in child.payload { bytes[index - start] = 0 }
                continue
            }
            let entries = child.payload.lowerBound + 8..<child.payload.upperBound
            for entry in ISOBox.boxes(in: entries, of: source).boxes
            where entry.payload.count > 4 && source[entry.payload.lowerBound + 3] & 1 == 1 {
                for index in entry.payload.dropFirst(4) { bytes[index - start] = 0 }
            }
        }
    }

    /// Removes items that are neither pictures nor metadata that is read, and hidden pictures to which nothing belongs.
    private mutating func removeItems(of meta: HEIFMeta) throws(MetadataEditError) {
        let needed = needed(in: meta)
        for item in meta.items where plan.payloads[item.id] == nil {
            let isMetadata = item.metadata != nil && blocks.contains { $0.part == item.id }
            if isMetadata || Self.pictures.contains(item.type) && needed.contains(item.id) { continue }
            let users = meta.references.filter { $0.to.contains(item.id) && needed.contains($0.from) }
            if let user = users.first, ["dimg", "base", "pred", "prem", "iloc"].contains(user.type) {
                throw .strip("\(item.name), from which item \(user.from) is made, is of a type that is not known")
            }
            if item.id == meta.primary { throw .strip("\(item.name), the picture, is of a type that is not known") }
            plan.payloads[item.id] = []
            changes.append(Change(.part(item.name), from: item.contentType, to: ""))
        }
    }

    private static func isPicture(_ item: HEIFItem?) -> Bool { item.map { pictures.contains($0.type) } ?? false }

    /// The items that readers show, and those that they need for it: pictures that are not hidden, what they are made from, and
    /// what belongs to them.
    private func needed(in meta: HEIFMeta) -> Set<Int> {
        func isHidden(_ item: HEIFItem) -> Bool {
            item.range.count > 12 && source[item.range.lowerBound + 11] & 1 == 1
        }
        var needed: Set<Int> = [meta.primary]
        for item in meta.items where Self.pictures.contains(item.type) && !isHidden(item) { needed.insert(item.id) }
        for group in meta.groups { needed.formUnion(group.items) }
        var isGrowing = true
        while isGrowing {
            let before = needed.count
            for reference in meta.references where Self.isPicture(meta.item(reference.from)) {
                if ["auxl", "thmb", "cdsc"].contains(reference.type) {
                    // From what belongs to a picture to the picture.
                    if reference.to.contains(where: needed.contains) { needed.insert(reference.from) }
                } else if needed.contains(reference.from) {
                    needed.formUnion(reference.to)
                }
            }
            isGrowing = needed.count > before
        }
        return needed
    }

    /// The properties that render a picture, and their lengths if those are fixed.
    static let knownProperties: [String: Int?] = [
        "ispe": 20, "irot": 9, "imir": 9, "pasp": 16, "clap": 40, "clli": 12, "mdcv": 32, "rloc": 20, "lsel": 10,
        "a1op": 9, "iscl": 20, "amve": 16, "cclv": nil, "a1lx": nil, "pixi": nil, "colr": nil, "auxC": nil, "hvcC": nil,
        "lhvC": nil, "av1C": nil, "avcC": nil, "vvcC": nil, "evcC": nil, "jpgC": nil, "j2kH": nil, "tols": nil,
        "oinf": nil, "cmpd": nil, "uncC": nil, "subs": nil, "rref": nil, "free": nil, "elng": nil, "ndwt": 16,
        "reve": 20, "cmin": nil, "icef": nil, "cmpC": nil, "cpat": nil, "disi": nil, "splz": nil, "sbpm": nil,
        "icbr": nil, "snuc": nil, "cloc": nil, "frmn": nil, "grpm": nil, "crmt": nil,
    ]

    /// Leaves properties that render a picture, in their own length.
    private mutating func stripProperties(of meta: HEIFMeta) throws(MetadataEditError) {
        for (index, property) in meta.properties.properties.enumerated() where plan.properties[index] == nil {
            var new = property.bytes
            let users = meta.properties.users(of: index + 1).subtracting(plan.removed)
            if let length = Self.knownProperties[property.type], !users.isEmpty {
                if let length { Self.clear(&new, from: length) }
                Self.cut(&new, property)
            } else {
                let user = users.sorted().first { item in
                    meta.properties.associations(of: item).contains { $0.property == index + 1 && $0.isEssential }
                }
                if let user {
                    throw .strip(
                        "item \(user) has the essential property \(property.type), which is not known, so that readers "
                            + "cannot show it without")
                }
                new.replaceSubrange(4..<8, with: Array("free".utf8))
                Self.clear(&new, from: property.header)
            }
            guard new != property.bytes else { continue }
            plan.properties[index] = new
            changes.append(Change(.part(property.type), from: "\(property.bytes.count) bytes", to: ""))
        }
        if meta.properties.hasOthers, !plan.dropsOtherProperties {
            plan.dropsOtherProperties = true
            changes.append(Change(.part("iprp"), from: "boxes that hold no properties", to: ""))
        }
    }

    /// Clears what follows the content of a property whose length depends on it.
    private static func cut(_ bytes: inout [UInt8], _ property: HEIFProperties.Property) {
        let payload = Array(property.payload)
        switch property.type {
        case "free": clear(&bytes, from: property.header)
        case "pixi" where payload.count > 4: clear(&bytes, from: property.header + 5 + Int(payload[4]))
        case "colr" where payload.starts(with: "nclx".utf8): clear(&bytes, from: property.header + 11)
        case "colr":
            // A profile that no reader can use goes.
            let profile = CanonicalICC.profile(payload.dropFirst(4)) ?? []
            let start = property.header + 4
            clear(&bytes, from: start)
            bytes.replaceSubrange(start..<start + profile.count, with: profile)
        case "hvcC":
            // The parameter sets alone (ISO/IEC 14496-15, 8.3.2.1): not the messages of encoders and users.
            let sets = HEVCConfiguration.parameterSets(of: payload)
            guard sets.count < payload.count else { break }
            clear(&bytes, from: property.header)
            bytes.replaceSubrange(property.header..<property.header + sets.count, with: sets)
        case "auxC":
            // The kind of the picture; not messages about its use (ISO/IEC 23008-12, 6.5.8).
            clear(&bytes, from: property.header + (payload.dropFirst(4).firstIndex(of: 0) ?? payload.count))
        case "av1C":
            let configuration = CodedUnits.configuration(property.payload)
            if configuration != payload { bytes = ISOBox.serialized(property.type, configuration) }
        default: break
        }
    }

    /// Clears the bytes of `mdat` and `idat` that are the data of no item and of no track, and what renders nothing in tracks.
    mutating func clearUnused() throws(MetadataEditError) {
        guard let gaps = file.gaps(in: source) else {
            throw .strip("what its tracks or items say of their data cannot be followed")
        }
        for gap in gaps where source[gap].contains(where: { $0 != 0 }) && plan.overwritten[gap.lowerBound] == nil {
            plan.overwritten[gap.lowerBound] = [UInt8](repeating: 0, count: gap.count)
            changes.append(Change(.part("data of no item"), from: "\(gap.count) bytes", to: ""))
        }
        // A cover is the data of an item and of a sample.
        let written = plan.payloads.keys.flatMap { id in
            file.meta?.locations.entries.first { $0.id == id }.flatMap {
                file.meta?.ranges(of: $0, inFileOf: source.count)
            } ?? []
        }
        for (range, padded) in file.paddedSamples(in: source) where !written.contains(where: range.overlaps) {
            plan.overwritten[range.lowerBound] = padded
            changes.append(Change(.part("sample"), from: "units that render nothing", to: ""))
        }
    }
}
