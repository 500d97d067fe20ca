internal import UprightFormats
internal import UprightBase

extension MultiPicture {
    /// The most places that are looked at, since anything can follow a picture.
    private static let maximumUnreferenced = 32
    /// Anything shorter is not a picture that someone looks at.
    private static let minimumUnreferenced = 512

    /// Turns the pictures after the primary one that no known pointer reaches, in place and with their length, if they
    /// look like the primary one lying on its side. A picture that cannot be compared or turned is kept, with a
    /// warning. A picture with an orientation of its own says how it is to be shown, and is turned by hand only.
    func turnUnreferenced(in result: inout MultiPictureTurn, with metadata: MetadataTurn) {
        guard let compare = metadata.compare else { return }
        for (range, isWhole) in unreferenced {
            func keep(_ reason: String) {
                result.keep(
                    "the JPEG of \(range.count) bytes at byte \(range.lowerBound), to which nothing known points, may not "
                        + "lie like the picture: \(reason); kept unchanged")
            }
            let stored = Array(source.bytes[range])
            guard let inner = try? JPEGSource(stored), inner.file.frameHeader.invalidity == nil else { continue }
            let own = inner.metadata.orientation?.orientation ?? .up
            guard own == .up || metadata.byHand != .up else { continue }
            guard isWhole else {
                keep("it is incomplete")
                continue
            }
            guard let seen = own == .up ? compare(stored, [metadata.own.orientation, .up]) : own else {
                keep("it cannot be compared with the picture")
                continue
            }
            let orientation = seen.followed(by: metadata.byHand)
            guard orientation != .up || own != .up else { continue }
            let reason = turnInPlace(
                range, stored, length: stored.count, by: orientation,
                as: ChangeSubject(.picture, "JPEG without a pointer"), in: &result, with: metadata)
            if let reason { keep(reason) }
        }
    }

    /// The JPEGs after the primary picture, up to a video, that no known pointer reaches, and whether they are complete.
    private var unreferenced: [(range: Range<Int>, isWhole: Bool)] {
        let bytes = source.bytes
        let known = (pictures.map(\.range) + previews.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
        var found: [(Range<Int>, Bool)] = []
        var (position, looks) = (source.file.trailer.lowerBound, 0)
        let end = startOfVideo ?? bytes.count
        while position + Self.minimumUnreferenced < end, looks < Self.maximumUnreferenced,
            let second = bytes[position..<end].firstIndex(of: JPEGMarker.soi)
        {
            let start = second - 1
            position = second + 1
            if let own = known.first(where: { $0.contains(start) || $0.contains(second) }) {
                position = max(position, own.upperBound)
                continue
            }
            guard start >= source.file.trailer.lowerBound, bytes[start...].starts(with: JPEGMarker.start) else {
                continue
            }
            looks += 1
            let limit = known.first { $0.lowerBound > start }?.lowerBound ?? end
            guard let file = try? JPEGFile(parsing: Array(bytes[start..<limit])) else { continue }
            let range = start..<start + file.trailer.lowerBound
            guard range.count >= Self.minimumUnreferenced else { continue }
            found.append((range, file.warnings.isEmpty))
            position = max(position, range.upperBound)
        }
        return found
    }

    /// The offset of a video (ISO base media, AVI) after the primary picture. Its frames can be JPEGs, which turn with
    /// the video.
    private var startOfVideo: Int? {
        let first = source.file.trailer.lowerBound
        return [position(of: "ftyp", after: 4), position(of: "AVI LIST", after: 8)].compactMap { $0 }.min().map {
            max($0, first)
        }
    }

    /// Returns where something starts after the primary picture that has a text after some bytes.
    private func position(of text: String, after count: Int) -> Int? {
        let (bytes, pattern) = (source.bytes, Array(text.utf8))
        var position = source.file.trailer.lowerBound
        while let found = bytes[position...].firstIndex(of: pattern[0]) {
            if bytes[found...].starts(with: pattern) { return found - count }
            position = found + 1
        }
        return nil
    }
}
