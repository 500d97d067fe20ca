internal import UprightBase
internal import UprightFormats

extension HEIFDocument {
    /// The boxes that render the picture (ISO/IEC 14496-12, 23008-12). The metadata in `meta` are edited afterwards.
    static let rendering: Set<String> = [
        "ftyp", "styp", "meta", "mdat", "moov", "moof", "mini", "sidx", "ssix", "mfra", "pdin", "meco", "iods",
    ]
    private static let credentials: [UInt8] = [0xD8, 0xFE, 0xC3, 0xD6]

    /// Removes vendors' boxes, content credentials, videos and the bytes after the last box, and what tracks say of places. A
    /// strict strip also removes what is in `meta` and in the data and renders no picture.
    ///
    /// What is removed becomes free space of zeros, so that nothing moves.
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
        if rules.isStrict, let meta = file.meta {
            if let damage = meta.damage.first { throw .strip("the meta box cannot be written anew: \(damage)") }
            try stripMeta(meta)
        }
        if rules.isStrict { try clearUnused() }
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
        guard !Self.rendering.contains(box.type), source[box.payload].contains(where: { $0 != 0 }) else {
            return false
        }
        if ["free", "skip"].contains(box.type) { return rules.isStrict || rules.isHeld(by: cleared) }
        if box.type == "jumb" || box.type == "uuid" && source[box.payload].starts(with: Self.credentials) {
            return true
        }
        return try rules.removesUnknown(cleared, "\(box.type) at byte \(box.range.lowerBound)")
    }

    /// Free space in place of a box. One that announces more bytes than there are ends with them.
    func free(_ box: ISOBox) -> [UInt8] {
        let length: ISOBox.Length = box.length == .toEnd ? .short : box.length
        let isLong = length == .long || box.range.count > Int(UInt32.max)
        let payload = [UInt8](repeating: 0, count: box.range.count - (isLong ? 16 : 8))
        return ISOBox.header("free", payload: payload.count, length: isLong ? .long : .short) + payload
    }
}
