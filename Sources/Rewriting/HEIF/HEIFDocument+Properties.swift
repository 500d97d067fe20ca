internal import UprightBase
internal import UprightFormats

extension HEIFDocument {
    /// The bits per channel (`pixi`, ISO/IEC 23008-12, section 6.5.6): of the picture, or of the first one that it is
    /// derived from. Empty if no property gives them.
    var depths: [Int] {
        guard let meta = file.meta else { return [] }
        for item in [meta.primary] + meta.references("dimg", from: meta.primary).prefix(1) {
            guard let payload = meta.properties.property("pixi", of: item)?.payload.dropFirst(4),
                let count = payload.first, count > 0, payload.count > count
            else { continue }
            return payload.dropFirst().prefix(Int(count)).map { Int($0) }
        }
        return []
    }

    /// Whether an auxiliary picture holds the alpha of the primary one.
    var hasAlpha: Bool {
        guard let meta = file.meta else { return false }
        return meta.referrers("auxl", to: meta.primary).contains { item in
            guard let payload = meta.properties.property("auxC", of: item)?.payload.dropFirst(4) else { return false }
            let type = String(decoding: payload.prefix { $0 != 0 }, as: UTF8.self)
            return type.hasSuffix(":alpha") || type == "urn:mpeg:hevc:2015:auxid:1"
        }
    }

    /// What the boxes say: brands, the primary item, how it is turned, the number of items.
    var description: [String: PropertyValue] {
        var values: [String: PropertyValue] = ["Brands": .array(file.brands.map { .string($0) })]
        guard let meta = file.meta else { return values }
        values["ItemCount"] = .integer(meta.items.count)
        values["PrimaryItem"] = .integer(meta.primary)
        if let item = meta.item(meta.primary) { values["PrimaryItemType"] = .string(item.type) }
        if let rotation = picture?.transforms?.rotation { values["Rotation"] = .integer(rotation * 90) }
        if let mirror = picture?.transforms?.mirror {
            values["Mirror"] = .string(mirror == 0 ? "top-bottom" : "left-right")
        }
        return values
    }
}
