internal import UprightBase
internal import UprightFormats

extension XMPTurnEditor {
    /// Turns `xmp:Thumbnails`: JPEGs in Base64.
    ///
    /// Source: XMP specification, part 2, "Thumbnail".
    mutating func turnThumbnails(with metadata: MetadataTurn) {
        guard !metadata.movesNothing else { return }
        for list in packet.properties(XMPName(.xmp, "Thumbnails")) {
            for item in packet.items(of: list) { turnThumbnail(item, with: metadata) }
        }
    }

    private mutating func turnThumbnail(_ item: XMPField, with metadata: MetadataTurn) {
        guard let image = packet.fields(XMPName(.thumbnail, "image"), of: item).first,
            let text = packet.trimmedValue(of: image), !text.isEmpty
        else { return }
        guard let jpeg = Base64.decoded(text), let file = try? JPEGFile(parsing: jpeg) else {
            warnings.append("xmp: the thumbnail (xmpGImg:image) is not a readable JPEG; kept unchanged")
            return
        }
        let size = file.frameHeader.size
        let orientation = metadata.orientation(ofThumbnail: size, own: nil, jpeg: jpeg)
        guard orientation != .up else { return }
        do throws(FormatError) {
            let turned = adopt(try metadata.embedded(jpeg, orientation), of: "thumbnail (xmpGImg:image)")
            guard let edit = packet.edit(image, to: Base64.encoded(turned, lineBreaksAsIn: text)) else { return }
            edits.append(edit)
            changes.append(
                Change(
                    .xmp("Thumbnail"), from: "\(jpeg.count) bytes, orientation \(orientation.rawValue)",
                    to: "\(turned.count) bytes, orientation 1"))
            if orientation.transposes, let width = packet.fields(XMPName(.thumbnail, "width"), of: item).first,
                let height = packet.fields(XMPName(.thumbnail, "height"), of: item).first
            {
                exchange(width, height, as: "xmp.Thumbnail")
            }
        } catch {
            warnings.append("xmp: the thumbnail (xmpGImg:image) cannot be turned: \(error); kept unchanged")
        }
    }
}
