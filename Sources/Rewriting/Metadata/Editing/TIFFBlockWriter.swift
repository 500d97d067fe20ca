package import UprightFormats

/// Lays out a new TIFF block: IFD0 and its values, the Exif IFD and its values, the GPS IFD and its values.
package struct TIFFBlockWriter {
    let order: TIFFByteOrder

    package init(order: TIFFByteOrder) { self.order = order }

    /// Returns the block with the given fields in its directories.
    package func block(_ groups: [TagGroup: [TIFFField]]) -> [UInt8] {
        var bytes: [UInt8] = order == .littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
        bytes += order.bytes(42, count: 2) + order.bytes(8, count: 4)
        var primary = groups[.primary] ?? []
        var exif = groups[.exif] ?? []
        let interoperability = groups[.interoperability] ?? []
        let gps = groups[.gps] ?? []
        // Pointers start with offset 0, to fix the sizes; the offsets that follow from the sizes replace them.
        func pointer(_ tag: TIFFTag, _ offset: Int) -> TIFFField {
            TIFFField(tag: tag, type: .long, integers: [offset], order: order)
        }
        if !interoperability.isEmpty { exif.append(pointer(.interoperabilityIFD, 0)) }
        if !exif.isEmpty { primary.append(pointer(.exifIFD, 0)) }
        if !gps.isEmpty { primary.append(pointer(.gpsIFD, 0)) }
        let exifOffset = 8 + size(primary)
        let interoperabilityOffset = exifOffset + (exif.isEmpty ? 0 : size(exif))
        let gpsOffset = interoperabilityOffset + (interoperability.isEmpty ? 0 : size(interoperability))
        func pointed(_ fields: [TIFFField]) -> [TIFFField] {
            fields.map { field in
                switch field.tag {
                case TIFFTag.exifIFD.rawValue: pointer(.exifIFD, exifOffset)
                case TIFFTag.gpsIFD.rawValue: pointer(.gpsIFD, gpsOffset)
                case TIFFTag.interoperabilityIFD.rawValue: pointer(.interoperabilityIFD, interoperabilityOffset)
                default: field
                }
            }
        }
        bytes += directory(pointed(primary), at: 8)
        if !exif.isEmpty { bytes += directory(pointed(exif), at: exifOffset) }
        if !interoperability.isEmpty { bytes += directory(interoperability, at: interoperabilityOffset) }
        if !gps.isEmpty { bytes += directory(gps, at: gpsOffset) }
        return bytes
    }

    private func size(_ fields: [TIFFField]) -> Int {
        6 + 12 * fields.count + fields.reduce(0) { $0 + ($1.bytes.count > 4 ? $1.bytes.count + $1.bytes.count % 2 : 0) }
    }

    /// Returns a directory followed by its values, which start at even offsets.
    private func directory(_ fields: [TIFFField], at offset: Int) -> [UInt8] {
        let sorted = fields.sorted { $0.tag < $1.tag }
        var entries = order.bytes(UInt64(sorted.count), count: 2)
        var values: [UInt8] = []
        let valuesOffset = offset + 6 + 12 * sorted.count
        for field in sorted {
            entries += order.bytes(UInt64(field.tag), count: 2)
            entries += order.bytes(UInt64(field.type.rawValue), count: 2)
            entries += order.bytes(UInt64(field.count), count: 4)
            if field.bytes.count <= 4 {
                entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                entries += order.bytes(UInt64(valuesOffset + values.count), count: 4)
                values += field.bytes + (field.bytes.count % 2 == 1 ? [0] : [])
            }
        }
        return entries + [0, 0, 0, 0] + values
    }
}
