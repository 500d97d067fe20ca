internal import UprightFormats
internal import UprightBase

extension MultiPicture {
    /// Turns the previews that maker notes point to, in place and with their length, since the notes hold that. A preview that would become longer, or that is not a whole JPEG, is kept, with a warning.
    func turnPreviews(in result: inout MultiPictureTurn, with metadata: MetadataTurn) {
        for preview in previews where !pictures.contains(where: { $0.range.overlaps(preview.picture) }) {
            func keep(_ reason: String) {
                result.keep(
                    "the preview at byte \(preview.range.lowerBound), which the maker note points to, cannot be turned "
                        + "with the picture: \(reason); kept unchanged")
            }
            let stored = Array(source.bytes[preview.picture])
            // Minolta cameras replace the first byte.
            var jpeg = stored
            jpeg[0] = JPEGMarker.prefix
            guard let inner = try? JPEGSource(jpeg), inner.file.warnings.isEmpty else {
                keep("it is not a complete JPEG")
                continue
            }
            let whole = Array(jpeg[..<inner.file.trailer.lowerBound])
            let orientation = metadata.orientation(
                ofThumbnail: inner.file.frameHeader.size, own: inner.metadata.orientation?.orientation, jpeg: whole)
            guard orientation != .up else { continue }
            let reason = turnInPlace(
                preview.picture, stored, length: whole.count, by: orientation, as: .exif("MakerNote preview"),
                in: &result, with: metadata)
            if let reason { keep(reason) }
        }
    }

    /// Turns a picture after the primary one within its space and with its length, since what points to it holds that.
    ///
    /// - Parameters:
    ///   - stored: the bytes at the range.
    ///   - length: the number of bytes up to the picture's end.
    /// - Returns: the reason if the picture cannot be turned.
    func turnInPlace(
        _ range: Range<Int>, _ stored: [UInt8], length: Int, by orientation: Orientation, as subject: ChangeSubject,
        in result: inout MultiPictureTurn, with metadata: MetadataTurn
    ) -> String? {
        var whole = Array(stored[..<length])
        whole[0] = JPEGMarker.prefix
        do throws(FormatError) {
            let new = result.adopt(
                try metadata.embedded(whole, orientation), of: "preview at byte \(range.lowerBound)")
            guard var turned = EmbeddedJPEG.filled(new, to: whole.count) else {
                return "it would grow to \(new.count) bytes, and there is space for \(whole.count)"
            }
            turned[0] = stored[0]
            let start = result.trailer.startIndex + result.map.position(of: range.lowerBound)
            result.trailer.replaceSubrange(start..<start + turned.count, with: turned)
            result.turnedPreviews.append(range.lowerBound..<range.lowerBound + turned.count)
            result.changes.append(
                Change(
                    subject, from: "\(whole.count) bytes, orientation \(orientation.rawValue)", to: "orientation 1"))
            return nil
        } catch {
            return "\(error)"
        }
    }
}
