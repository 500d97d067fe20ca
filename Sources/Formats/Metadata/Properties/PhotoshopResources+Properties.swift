extension PhotoshopResources {
    /// The resources that have a meaning in ImageIO's `{8BIM}` dictionary.
    var properties: [String: PropertyValue] {
        var properties: [String: PropertyValue] = [:]
        let order = TIFFByteOrder.bigEndian
        func integer(_ data: [UInt8], _ offset: Int, _ size: Int) -> Int? {
            offset + size <= data.count ? Int(order.integer(data[offset..<offset + size])) : nil
        }
        for resource in resources {
            let data = resource.data
            switch resource.id {
            case 0x03ED where data.count >= 16:
                properties["XResolution"] = .real(Double(integer(data, 0, 4) ?? 0) / 65536)
                properties["YResolution"] = .real(Double(integer(data, 8, 4) ?? 0) / 65536)
                properties["DisplayedUnitsX"] = .integer(integer(data, 4, 2) ?? 0)
                properties["DisplayedUnitsY"] = .integer(integer(data, 12, 2) ?? 0)
            case 0x0421 where data.count >= 4: properties["Version"] = .integer(integer(data, 0, 4) ?? 0)
            case 0x0425: properties["IPTCDigest"] = .data(data)
            case 0x040A where !data.isEmpty: properties["CopyrightFlag"] = .boolean(data[0] != 0)
            case 0x040B: properties["URL"] = .string(TextEncoding.lenient(data.prefix { $0 != 0 }))
            case 0x040D where data.count >= 4: properties["GlobalAngle"] = .integer(integer(data, 0, 4) ?? 0)
            case 0x0419 where data.count >= 4: properties["GlobalAltitude"] = .integer(integer(data, 0, 4) ?? 0)
            default: break
            }
        }
        properties["Resources"] = .array(
            resources.map { ["ID": .integer(Int($0.id)), "Size": .integer($0.data.count)] })
        return properties
    }
}
