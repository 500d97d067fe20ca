internal import UprightFormats

extension MultiPictureTurn {
    /// Strips each picture after the primary one as a file of its own, and removes positions from what is between them:
    /// videos of motion photos, vendors' trailers. A strict strip removes the latter.
    mutating func strip(_ rules: StripRules) throws(MetadataEditError) -> [Change] {
        var changes: [Change] = []
        var bytes: [UInt8] = []
        var replacements: [TrailerMap.Replacement] = []
        let end = source.source.bytes.count
        var position = map.start
        /// Takes a range of the source as the turn left it, changed or not.
        func take(_ range: Range<Int>, _ change: ([UInt8]) throws(MetadataEditError) -> [UInt8])
            throws(MetadataEditError)
        {
            guard !range.isEmpty else { return }
            let start = trailer.startIndex + map.position(of: range.lowerBound)
            let length =
                map.length(of: range) ?? map.position(of: range.upperBound) - map.position(of: range.lowerBound)
            let old = Array(trailer[start..<start + length])
            let new = try change(old)
            bytes += new
            if new != old || map.length(of: range) != nil {
                replacements.append(TrailerMap.Replacement(range: range, length: new.count))
            }
        }
        for picture in source.pictures {
            try take(position..<picture.range.lowerBound) { old throws(MetadataEditError) in
                try rest(old, rules, &changes)
            }
            try take(picture.range) { old throws(MetadataEditError) in
                let place = "the \(picture.use) at byte \(picture.range.lowerBound)"
                guard let inner = try? JPEGSource(old) else { throw .strip("\(place) is not a readable JPEG") }
                var rewrite = JPEGRewrite(of: inner)
                do throws(MetadataEditError) { try rewrite.edit([.strip(rules.strip)]) } catch {
                    throw .strip("\(place): \(error)")
                }
                guard rewrite.isChanged else { return old }
                let stripped = rewrite.assembled()
                changes.append(
                    Change(.part("trailer \(picture.use)"), from: "\(stripped.changes.count) items", to: ""))
                return stripped.bytes
            }
            position = picture.range.upperBound
        }
        try take(position..<end) { old throws(MetadataEditError) in try rest(old, rules, &changes) }
        guard !changes.isEmpty else { return [] }
        trailer = bytes[...]
        removal = rules.strip.reason
        map = TrailerMap(start: map.start, replacements: replacements)
        return changes
    }

    /// Returns what stays of bytes that belong to no picture.
    private func rest(
        _ bytes: [UInt8], _ rules: StripRules, _ changes: inout [Change]
    ) throws(MetadataEditError) -> [UInt8] {
        guard bytes.contains(where: { $0 != 0 }) else { return bytes }
        func dropped() -> [UInt8] {
            changes.append(Change(.part("trailer"), from: "\(bytes.count) bytes", to: ""))
            return []
        }
        let video = VideoLocations(in: bytes)
        if video.hasTelemetry { return dropped() }
        if try rules.removesUnknown(video.bytes, "the \(bytes.count) bytes after the picture") { return dropped() }
        for place in video.places { changes.append(Change(.part("trailer video"), from: place, to: "")) }
        return video.bytes
    }
}
