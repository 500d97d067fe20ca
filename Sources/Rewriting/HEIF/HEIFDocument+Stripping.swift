internal import UprightBytes
internal import UprightContainers
internal import UprightEditing

extension HEIFDocument {
    /// The boxes that render the picture (ISO/IEC 14496-12, 23008-12). The metadata in `meta` are edited afterwards.
    private static let rendering: Set<String> = [
        "ftyp", "styp", "meta", "mdat", "moov", "moof", "mini", "sidx", "ssix", "mfra", "pdin", "meco", "iods",
    ]
    private static let credentials: [UInt8] = [0xD8, 0xFE, 0xC3, 0xD6]

    /// Removes vendors' boxes, content credentials, films and the bytes after the last box, and what tracks say of places.
    ///
    /// A removed box becomes free space of zeros, so that nothing moves.
    mutating func strip(_ strip: MetadataStrip) throws(MetadataEditError) {
        let rules = StripRules(strip)
        let video = VideoLocations(in: source, clearing: rules.isStrict ? .all : .positions)
        for box in file.boxes where plan.boxes[box.range.lowerBound] == nil {
            let place = "\(box.type) at byte \(box.range.lowerBound)"
            let cleared = Array(video.bytes[box.range])
            if try isRemoved(box, cleared, video, rules) {
                plan.boxes[box.range.lowerBound] = free(box)
                changes.append(Change(.part(box.type), from: "\(box.range.count) bytes", to: ""))
            } else if box.type != "meta", box.type != "mdat", cleared != Array(source[box.range]) {
                plan.boxes[box.range.lowerBound] = cleared
                changes.append(Change(.part(box.type), from: "positions in \(place)", to: ""))
            }
        }
        let trailer = Array(source[file.trailer])
        guard !trailer.isEmpty, !plan.dropsTrailer,
            try rules.removesUnknown(trailer, "the \(trailer.count) bytes after the last box")
        else { return }
        plan.dropsTrailer = true
        changes.append(Change(.part("trailer"), from: "\(trailer.count) bytes", to: ""))
    }

    private func isRemoved(
        _ box: ISOBox, _ cleared: [UInt8], _ video: VideoLocations, _ rules: StripRules
    ) throws(MetadataEditError) -> Bool {
        guard !Self.rendering.contains(box.type), box.isComplete,
            source[box.payload].contains(where: { $0 != 0 })
        else { return false }
        if ["free", "skip"].contains(box.type) { return rules.isStrict || rules.isHeld(by: cleared) }
        if box.type == "jumb" || box.type == "uuid" && source[box.payload].starts(with: Self.credentials) {
            return true
        }
        return try rules.removesUnknown(cleared, "\(box.type) at byte \(box.range.lowerBound)")
    }

    /// Free space in place of a box.
    private func free(_ box: ISOBox) -> [UInt8] {
        var bytes = Array(source[box.range])
        bytes.replaceSubrange(4..<8, with: Array("free".utf8))
        for place in box.payload.lowerBound - box.range.lowerBound..<bytes.count { bytes[place] = 0 }
        return bytes
    }
}
