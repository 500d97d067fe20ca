internal import UprightContainers
internal import UprightMetadata

/// Checks an output against the account of its source: what is kept must be there, byte for byte and in its order; what
/// was patched or moved must be there as what it was; nothing else may be.
struct JPEGStructureCheck {
    let source: JPEGSource
    let parts: [PartAccount]
    let following: MultiPictureTurn?
    let file: JPEGFile
    let output: [UInt8]

    /// Why the output does not stand the check.
    struct Failure: Error { let reason: String }

    /// Checks metadata segments and what follows the picture.
    func check() throws(Failure) {
        try checkSegments()
        try checkTrailer()
    }

    private func checkSegments() throws(Failure) {
        var dispositions: [Int: PartAccount.Disposition] = [:]
        for part in parts { dispositions[part.offset] = part.disposition }
        let expected = source.file.segments.filter {
            JPEGMarker.isMetadata($0.marker) && dispositions[$0.range.lowerBound] != .dropped
        }
        let found = file.segments.filter { JPEGMarker.isMetadata($0.marker) }
        var next = 0
        for (place, segment) in expected.enumerated() {
            let payload = source.bytes[segment.payload]
            let carrier = JPEGCarrier(marker: segment.marker, payload: payload)
            let name = carrier.partName(marker: segment.marker)
            let origin = "\(name) at byte \(segment.markerOffset) of the source"
            guard next < found.count else { throw Failure(reason: "\(origin) is missing") }
            guard found[next].marker == segment.marker, self.carrier(found[next]) == carrier else {
                throw Failure(
                    reason: "expected \(origin), found \(found[next].name) at byte \(found[next].markerOffset)")
            }
            if dispositions[segment.range.lowerBound] == .kept {
                guard output[found[next].payload].elementsEqual(payload) else {
                    throw Failure(reason: "\(origin) is accounted for as kept, and differs")
                }
            }
            next += 1
            // A patched part can have grown over further segments.
            while dispositions[segment.range.lowerBound] == .patched, next < found.count,
                found.count - next > expected.count - place - 1, self.carrier(found[next]) == carrier
            {
                next += 1
            }
        }
        guard next == found.count else {
            throw Failure(reason: "\(found[next].name) at byte \(found[next].markerOffset) is not in the source")
        }
    }

    private func carrier(_ segment: JPEGSegment) -> JPEGCarrier {
        JPEGCarrier(marker: segment.marker, payload: output[segment.payload])
    }

    private func checkTrailer() throws(Failure) {
        let start = file.trailer.lowerBound
        let map = following?.map ?? TrailerMap(start: source.file.trailer.lowerBound, replacements: [])
        let length = map.position(of: source.bytes.count)
        guard file.trailer.count == length else {
            throw Failure(reason: "expected \(length) bytes after the picture, found \(file.trailer.count)")
        }
        for part in following?.parts ?? [] {
            let position = start + map.position(of: part.offset)
            let range = part.offset..<part.offset + part.length
            let account = parts.first { $0.offset == part.offset && $0.length == part.length } ?? part
            switch account.disposition {
            case .kept:
                guard output[position..<position + part.length].elementsEqual(source.bytes[range]) else {
                    throw Failure(reason: "\(part.part) at byte \(part.offset) is accounted for as kept, and differs")
                }
            case .moved:
                let moved = output[position..<position + (map.length(of: range) ?? 0)]
                guard (try? JPEGFile(parsing: Array(moved))) != nil else {
                    throw Failure(reason: "\(part.part) at byte \(position) is no JPEG")
                }
            case .patched, .dropped: break
            }
        }
        try checkIndex()
    }

    /// Every picture that the source's index found must be found by the output's.
    private func checkIndex() throws(Failure) {
        guard let old = MultiPictureIndex(of: source.file, in: source.bytes), !source.file.trailer.isEmpty else {
            return
        }
        guard let new = MultiPictureIndex(of: file, in: output), new.mpf.images.count == old.mpf.images.count else {
            throw Failure(reason: "the multi-picture index is not the source's")
        }
        for (before, after) in zip(old.mpf.images, new.mpf.images).dropFirst() where before.isJPEG {
            let from = old.start(of: before)
            let to = new.start(of: after)
            guard from >= source.file.trailer.lowerBound, from + 2 <= source.bytes.count,
                from + before.size <= source.bytes.count
            else { continue }
            guard to + 2 <= output.count, to + after.size <= output.count,
                output[to..<to + 2].elementsEqual(source.bytes[from..<from + 2])
            else { throw Failure(reason: "the \(before.use) at byte \(from) of the source is not found at byte \(to)") }
        }
    }
}
