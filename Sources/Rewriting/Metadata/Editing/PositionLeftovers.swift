internal import UprightContainers
internal import UprightMetadata

/// Finds what still holds, or can hold, a position in a file from which the position was removed. Users publish such
/// files, so they are warned.
package struct PositionLeftovers {
    private let bytes: [UInt8]
    private var found: [String] = []

    /// Returns a warning for each position that can remain in a file.
    package static func warnings(in bytes: [UInt8]) -> [String] {
        var search = PositionLeftovers(bytes: bytes)
        switch ImageType.identify(bytes) {
        case .jpeg: if let file = try? JPEGFile(parsing: bytes) { search.look(through: file) }
        case .png: if let file = try? PNGFile(parsing: bytes) { search.look(through: file) }
        default: break
        }
        return search.found.map { "a position can remain: \($0)" }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func look(through file: JPEGFile) {
        for segment in file.segments {
            let payload = bytes[segment.payload]
            let place = "at byte \(segment.range.lowerBound)"
            if segment.marker == JPEGMarker.app1, payload.starts(with: "Exif\0".utf8) {
                if holdsPosition(exif: Array(payload.dropFirst(6))) {
                    found.append("the Exif block \(place) holds one")
                }
            } else if segment.marker == JPEGMarker.app1, payload.starts(with: JPEGCarrier.xmp.signature) {
                if holdsPosition(xmp: Array(payload.dropFirst(JPEGCarrier.xmp.signature.count))) {
                    found.append("the XMP packet \(place) holds one")
                }
            } else if segment.marker == JPEGMarker.app6, payload.starts(with: "GoPro\0".utf8) {
                found.append("GoPro telemetry (APP6 \(place)) can hold one, which cannot be removed here")
            }
        }
        lookBehind(file.trailer)
    }

    /// Searches the pictures and videos after the primary picture, which have metadata of their own.
    private mutating func lookBehind(_ trailer: Range<Int>) {
        var position = trailer.lowerBound
        let signature = JPEGCarrier.exif.signature
        while let start = bytes[position..<trailer.upperBound].firstIndex(of: signature[0]) {
            position = start + 1
            guard bytes[start...].starts(with: signature), bytes.count - start > 14 else { continue }
            let end = min(start + 65_535, trailer.upperBound)
            if holdsPosition(exif: Array(bytes[start + 6..<end])) {
                found.append("a picture after the primary one holds one in its Exif block at byte \(start)")
            }
        }
        let video = Array("ftyp".utf8)
        if let start = bytes[trailer].indices.first(where: { bytes[$0] == video[0] && bytes[$0...].starts(with: video) }
        ) {
            found.append("the video after the picture (byte \(max(0, start - 4))) can hold one")
        }
    }

    private mutating func look(through file: PNGFile) {
        for chunk in file.chunks where chunk.type == .exif || chunk.type == .earlyExif {
            let data = Array(bytes[chunk.data])
            let block = data.starts(with: JPEGCarrier.exif.signature) ? Array(data.dropFirst(6)) : data
            if holdsPosition(exif: block) { found.append("\(chunk.type) at byte \(chunk.range.lowerBound) holds one") }
        }
        let metadata = EmbeddedMetadata(of: file, in: bytes)
        if let exif = metadata.exif, holdsPosition(exif: exif), found.isEmpty {
            found.append("an Exif raw profile holds one")
        }
        if let xmp = metadata.xmp, holdsPosition(xmp: xmp) { found.append("another XMP packet holds one") }
    }

    private func holdsPosition(exif block: [UInt8]) -> Bool {
        guard let block = try? TIFFBlock(parsing: block) else { return false }
        return block.directories.contains { $0.kind == .gps && !$0.entries.isEmpty }
    }

    private func holdsPosition(xmp packet: [UInt8]) -> Bool {
        guard let (metadata, _) = try? XMPMetadata.recovered(from: packet) else { return false }
        return metadata.properties.contains {
            XMPPosition.holds($0.name) || XMPPosition.removed(from: $0.value) != nil
        }
    }
}
