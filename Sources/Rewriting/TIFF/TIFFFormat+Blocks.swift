internal import UprightBase
internal import UprightFormats

extension TIFFFormat {
    package func blocks(of bytes: [UInt8]) -> [PictureBlock]? {
        guard let document = try? document(reading: bytes) else { return nil }
        let file = document.file
        var blocks: [PictureBlock] = []
        for picture in document.pictures {
            let metadata = TIFFMetadata(of: picture.directory, file, in: bytes)
            let name = picture.name
            // A header, and a directory of nothing.
            let (block, empty) = (metadata.block(), TIFFBlockWriter(order: file.order).block([:]))
            if block != empty { blocks.append(PictureBlock(.exif, "the metadata of \(name)", block)) }
            func add(_ kind: PictureBlock.Kind, _ value: [UInt8]?, _ what: String) {
                if let value { blocks.append(PictureBlock(kind, "the \(what) of \(name)", value)) }
            }
            add(.xmp, metadata.value(.xmlPacket), "XMP packet")
            add(.iptc, metadata.iptc, "IPTC data")
            add(.photoshop, metadata.value(.imageResources), "Photoshop resources")
            add(.icc, metadata.value(.interColorProfile), "colour profile")
            blocks += storage(of: picture, file, in: bytes)
        }
        for directory in file.directories.indices
        where !document.pictures.contains(where: { $0.directory == directory }) {
            let own = file.directories[directory]
            switch own.kind {
            case .page, .inner: blocks.append(PictureBlock(.other, "the directory \(own.kind.name)", bytes[own.range]))
            default: continue
            }
        }
        for range in document.unreferenced {
            blocks.append(
                PictureBlock(
                    .other, "the \(range.count) bytes at byte \(range.lowerBound), to which nothing points",
                    bytes[range]))
        }
        let unlisted = file.unlisted(in: bytes)
        let surplus = unlisted == 0 ? nil : "\(unlisted) bytes that belong to nothing"
        blocks.append(PictureBlock(.picture, "the file", [], surplus: surplus))
        return blocks
    }

    /// The tags that say how samples are stored, with as many values as their standard gives them.
    private func storage(of picture: TIFFPicture, _ file: TIFFFile, in bytes: [UInt8]) -> [PictureBlock] {
        file.directories[picture.directory].entries.compactMap { entry in
            let location = "\(picture.name) tag \(tagName(entry.tag))"
            guard !TIFFMetadata.isOfBlock(entry.tag), !CanonicalTIFF.places.contains(entry.tag),
                !CanonicalTIFF.blocks.contains(entry.tag)
            else { return nil }
            guard let limit = CanonicalTIFF.count(entry.tag, samples: picture.samples, bits: picture.depths.max() ?? 1),
                CanonicalTIFF.isNumeric(entry.type)
            else { return PictureBlock(.other, location, entry.value.map { Array(bytes[$0]) } ?? [1]) }
            return PictureBlock(
                .picture, location, [],
                surplus: entry.count > limit ? "\(entry.count - limit) values more than it has" : nil)
        }
    }
}
