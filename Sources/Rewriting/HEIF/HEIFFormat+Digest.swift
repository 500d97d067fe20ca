internal import UprightFormats
internal import UprightBase

extension HEIFFormat {
    /// Adds the coded data and the geometry of each item; colours are metadata.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard let file = try? HEIFFile(parsing: bytes), let meta = file.meta, file.warnings.isEmpty else {
            return false
        }
        digest.add(meta.items.firstIndex { $0.id == meta.primary } ?? -1)
        for item in meta.items where item.metadata == nil && item.type != "mime" {
            guard let data = meta.data(of: item.id, in: bytes, maximum: bytes.count) else { return false }
            digest.add(Array(item.type.utf8))
            digest.add(data.count)
            digest.add(data)
            digest.add((meta.properties.transforms(of: item.id) ?? .none).orientation.rawValue)
            let numbers = meta.properties.tables.flatMap(\.entries).filter { $0.id == item.id }
                .flatMap(\.associations).map(\.property)
            for number in numbers where meta.properties.properties.indices.contains(number - 1) {
                let property = meta.properties.properties[number - 1]
                // The decoder's configuration, the size and the crop; colours are metadata.
                if ["hvcC", "av1C", "avcC", "ispe", "clap", "auxC"].contains(property.type) {
                    digest.add(property.bytes)
                }
            }
        }
        if let video = file.boxes.first(where: { $0.type == "moov" }) { digest.add(bytes[video.range]) }
        return true
    }
}
