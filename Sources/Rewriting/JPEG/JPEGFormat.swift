package import UprightCodecs
package import UprightFormats

/// JPEG (ITU-T T.81), in all its coding processes.
package struct JPEGFormat: PictureFormat {
    package let description = FormatDescription(
        type: .jpeg, name: "JPEG", filenameExtensions: ["jpg", "jpeg", "jpe", "jfif", "jif", "jfi"],
        mimeTypes: ["image/jpeg"], signatures: [FormatSignature(JPEGMarker.start)], animates: false, holdsIPTC: true)

    package func document(of bytes: [UInt8]) throws(FormatError) -> JPEGDocument {
        JPEGDocument(of: try JPEGSource(bytes))
    }

    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        try SmallPicture(jpeg: bytes, edge: edge, maximumPixels: maximumPixels)
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        try ContainerProperties(jpeg: bytes)
    }

    /// Files with stray bytes between `SOI` and the picture count as JPEG, since decoders accept them.
    package func admits(unidentified bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: [JPEGMarker.prefix, JPEGMarker.soi]) else { return false }
        do {
            _ = try JPEGFile(parsing: bytes)
            return true
        } catch {
            return false
        }
    }
}
