internal import UprightBase
internal import UprightFormats

extension HEIFFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let document = try? document(reading: bytes) else { return nil }
        let file = document.file
        var blocks = document.blocks.map { block in
            PictureBlock(
                block.kind == .exif ? .exif : .xmp, "the \(block.kind) of item \(block.part) at byte \(block.offset)",
                block.bytes)
        }
        for box in file.boxes {
            let location = "\(box.type) at byte \(box.range.lowerBound)"
            switch box.type {
            case "mdat", "moov", "moof": continue
            case _ where HEIFDocument.rendering.contains(box.type):
                blocks.append(PictureBlock(.picture, location, bytes[box.range]))
            default: blocks.append(PictureBlock(.other, location, bytes[box.payload]))
            }
        }
        if !file.trailer.isEmpty {
            blocks.append(PictureBlock(.other, "what follows the last box", bytes[file.trailer]))
        }
        if file.boxes.contains(where: { ["moov", "mpvd"].contains($0.type) }) {
            blocks.append(PictureBlock(.video, "the video", bytes))
        }
        blocks += (file.gaps(in: bytes) ?? []).map {
            PictureBlock(.other, "the data of no item at byte \($0.lowerBound)", bytes[$0])
        }
        blocks += file.paddedSamples(in: bytes).map {
            PictureBlock(
                .picture, "the sample at byte \($0.range.lowerBound)", [], surplus: "units that render nothing")
        }
        guard let meta = file.meta else { return blocks }
        return blocks + Self.items(of: meta, document, bytes) + Self.boxes(in: meta, bytes)
    }

    /// Items that are neither pictures nor read, and names of items.
    private static func items(of meta: HEIFMeta, _ document: HEIFDocument, _ bytes: [UInt8]) -> [PictureBlock] {
        meta.items.flatMap { item -> [PictureBlock] in
            let name = bytes[item.range].dropFirst(20).prefix { $0 != 0 }
            let isNamed = item.range.count > 21 && bytes[item.range.lowerBound + 8] == 2 && name.contains { $0 != 0x20 }
            let isRead = HEIFDocument.pictures.contains(item.type) || document.blocks.contains { $0.part == item.id }
            let data = meta.data(of: item.id, in: bytes, maximum: bytes.count) ?? []
            let hasOthers = !data.isEmpty && CodedUnits.rendering(data, of: item, in: meta) != data
            return [
                PictureBlock(
                    isRead ? .picture : .unread, item.name, [],
                    surplus: isNamed ? "a name" : hasOthers ? "units that render nothing" : nil)
            ]
        }
    }

    /// The boxes and properties in `meta`, and what is behind their content.
    private static func boxes(in meta: HEIFMeta, _ bytes: [UInt8]) -> [PictureBlock] {
        var blocks = meta.children.map { child in
            let location = "\(child.type) at byte \(child.range.lowerBound)"
            guard HEIFDocument.known.contains(child.type) else {
                return PictureBlock(.other, location, bytes[child.payload])
            }
            let length =
                child.type == "hdlr"
                ? 16 : child.type != "pitm" ? child.payload.count : bytes[child.payload].first == 0 ? 6 : 8
            let isLong = bytes[child.payload].dropFirst(length).contains { $0 != 0 }
            return PictureBlock(.picture, location, [], surplus: isLong ? "a name, or bytes behind its content" : nil)
        }
        for property in meta.properties.properties {
            let location = "the property \(property.type)"
            guard property.type != "free", let length = HEIFDocument.knownProperties[property.type] else {
                blocks.append(PictureBlock(.other, location, property.payload))
                continue
            }
            let isLong = property.bytes.dropFirst(length ?? property.bytes.count).contains { $0 != 0 }
            blocks.append(PictureBlock(.picture, location, [], surplus: isLong ? "bytes behind its content" : nil))
            if property.type == "av1C", CodedUnits.configuration(property.payload) != Array(property.payload) {
                blocks.append(PictureBlock(.picture, location, [], surplus: "units that are no sequence header"))
            }
            if property.type == "hvcC" {
                let sets = HEVCConfiguration.parameterSets(of: Array(property.payload))
                let hasOthers = property.payload.dropFirst(sets.count).contains { $0 != 0 }
                blocks.append(
                    PictureBlock(.picture, location, [], surplus: hasOthers ? "units that are no parameter sets" : nil))
            }
            if property.type == "colr", !property.payload.starts(with: "nclx".utf8) {
                let profile = property.payload.dropFirst(4)
                let length = Int(profile.prefix(4).bigEndianInteger)
                let isPadded = profile.dropFirst(length).allSatisfy { $0 == 0 }
                if profile.contains(where: { $0 != 0 }) {
                    blocks.append(PictureBlock(.icc, location, isPadded ? profile.prefix(length) : profile))
                }
            }
        }
        return blocks
    }
}
