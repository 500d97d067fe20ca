internal import UprightCodecs
internal import UprightBase
internal import UprightFormats

extension TIFFFormat {
    /// Adds the samples of each page and their meaning; of pages that are not decoded, the coded bytes. Smaller copies and masks
    /// of a page do not count.
    package func addPicture(of bytes: [UInt8], to digest: inout PictureHashing) -> Bool {
        guard let document = try? document(reading: bytes) else { return false }
        for picture in document.pictures where !picture.isSecondary {
            let directory = document.file.directories[picture.directory]
            digest.add(picture.size.width, picture.size.height, picture.photometric, picture.hasAlpha ? 1 : 0)
            // A page that cannot be turned keeps its orientation.
            digest.add(picture.orientation?.rawValue ?? 1)
            let colors = directory.entry(.colorMap).flatMap { document.file.integers($0, in: bytes) } ?? []
            digest.add(colors.count)
            for color in colors { digest.add(color) }
            guard let layout = picture.layout, !layout.isJPEG else {
                digest.add(picture.segments.count)
                for segment in picture.segments { digest.add(bytes[segment]) }
                digest.endPage()
                continue
            }
            digest.add(layout.bits, layout.samples, layout.planes, layout.sampleFormat)
            guard let decoded = try? picture.decoded(layout, in: bytes), decoded.damage == nil else { return false }
            decoded.raster.withRows { digest.add($0) }
            digest.endPage()
        }
        return true
    }
}
