internal import UprightBase
internal import UprightFormats

extension JPEGFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let source = try? JPEGSource(bytes) else { return nil }
        var blocks: [PictureBlock] = []
        // A profile and resources can take several segments.
        var joined: [JPEGCarrier: [UInt8]] = [:]
        for segment in source.file.segments {
            let payload = bytes[segment.payload]
            let carrier = JPEGCarrier(marker: segment.marker, payload: payload)
            let location = "\(carrier.name(marker: segment.marker)) at byte \(segment.range.lowerBound)"
            let own = (JPEGMarker.standsAlone(segment.marker) ? 2 : 4) + payload.count + segment.entropyCoded.count
            if own < segment.range.count {
                blocks.append(
                    PictureBlock(
                        picture: "what is beside \(location)", bytes[segment.range].prefix(0),
                        length: own - segment.range.count))
            }
            guard JPEGMarker.isMetadata(segment.marker) else {
                blocks.append(picture(segment, payload, location))
                continue
            }
            let content = Array(payload.dropFirst(carrier.signature.count))
            switch carrier {
            case .exif, .xmp:
                let isPlain = payload.starts(with: carrier.signature)
                blocks.append(
                    PictureBlock(
                        carrier == .exif ? .exif : .xmp, location, content, surplus: isPlain ? nil : "another signature"
                    ))
            case .icc: joined[.icc, default: []] += content.dropFirst(2)
            case .photoshop: joined[.photoshop, default: []] += content
            case .jfif: blocks.append(PictureBlock(picture: location, payload, length: 14))
            case .adobe: blocks.append(PictureBlock(picture: location, payload, length: 12))
            case .mpf: blocks.append(PictureBlock(.index, location, content))
            case .gainMap:
                blocks.append(PictureBlock(picture: location, payload, length: Self.length(ofGainMap: payload)))
            case .other where segment.marker == JPEGMarker.com:
                blocks.append(PictureBlock(.text(.jpegComment), location, payload))
            default: blocks.append(PictureBlock(.other, location, payload))
            }
        }
        if let index = CanonicalJPEG.unusedTables(of: source.file, in: bytes).keys.min() {
            let location = "\(source.file.segments[index].name) at byte \(source.file.segments[index].range.lowerBound)"
            blocks.append(PictureBlock(.picture, location, [], surplus: "a table that no scan uses"))
        }
        blocks += joined.map { PictureBlock($0 == .icc ? .icc : .photoshop, "\($0.rawValue)", $1) }
        return blocks + following(MultiPicture(of: source), bytes)
    }

    /// The blocks of the pictures after the primary one, and what is between them.
    private func following(_ pictures: MultiPicture, _ bytes: [UInt8]) -> [PictureBlock] {
        var blocks: [PictureBlock] = []
        var position = pictures.source.file.trailer.lowerBound
        func rest(_ range: Range<Int>) {
            guard !range.isEmpty else { return }
            let location = "what follows the picture at byte \(range.lowerBound)"
            blocks.append(PictureBlock(.other, location, bytes[range]))
            blocks.append(PictureBlock(.video, location, bytes[range]))
        }
        for picture in pictures.pictures where picture.range.lowerBound >= position {
            rest(position..<picture.range.lowerBound)
            let inner = self.blocks(of: Array(bytes[picture.range]))
            let location = "the \(picture.use) at byte \(picture.range.lowerBound)"
            blocks +=
                inner?.map { PictureBlock($0.kind, "\(location): \($0.place)", $0.bytes, surplus: $0.surplus) }
                ?? [PictureBlock(.other, location, bytes[picture.range])]
            position = picture.range.upperBound
        }
        rest(position..<bytes.count)
        return blocks
    }

    /// A segment that decoders read (ITU-T T.81, annex B).
    private func picture(_ segment: JPEGSegment, _ payload: ArraySlice<UInt8>, _ location: String) -> PictureBlock {
        func tables(_ length: (ArraySlice<UInt8>) -> Int) -> Int {
            var (rest, count) = (payload, 0)
            while let _ = rest.first {
                let next = length(rest)
                guard next <= rest.count else { break }
                count += next
                rest = rest.dropFirst(next)
            }
            return count
        }
        let length: Int?
        switch segment.marker {
        case _ where JPEGMarker.standsAlone(segment.marker): length = 0
        case JPEGMarker.dqt: length = tables { $0[$0.startIndex] < 16 ? 65 : 129 }
        case JPEGMarker.dht: length = tables { 17 + $0.dropFirst().prefix(16).reduce(0) { $0 + Int($1) } }
        case JPEGMarker.dri, JPEGMarker.dnl: length = 2
        case JPEGMarker.exp: length = 1
        case JPEGMarker.dac: length = tables { $0[$0.startIndex] & 0xEC == 0 ? 2 : $0.count + 1 }
        case JPEGMarker.sos: length = 4 + 2 * Int(payload.first ?? 0)
        case _ where JPEGMarker.startsFrame(segment.marker) || segment.marker == JPEGMarker.dhp:
            length = 6 + 3 * Int(payload.dropFirst(5).first ?? 0)
        default: return PictureBlock(.other, location, payload)
        }
        return PictureBlock(picture: location, payload, length: length)
    }

    /// The length of a gain map's metadata (ISO 21496-1, annex C).
    private static func length(ofGainMap payload: ArraySlice<UInt8>) -> Int {
        let start = JPEGCarrier.gainMap.signature.count + 4
        guard payload.count > start else { return start }
        let flags = payload[payload.startIndex + start]
        let channels = flags & 0x80 == 0 ? 1 : 3
        return start + 1 + (flags & 8 == 0 ? 16 + 40 * channels : 12 + 20 * channels)
    }
}
