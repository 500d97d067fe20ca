package import UprightCodecs
package import UprightFormats

/// GIF (87a and 89a), with animations.
package struct GIFFormat: PictureFormat {
    package let description = FormatDescription(
        type: .gif, name: "GIF", filenameExtensions: ["gif"], mimeTypes: ["image/gif"],
        signatures: ["GIF87a", "GIF89a"].map { FormatSignature(Array($0.utf8)) }, animates: true, holdsExif: false)

    package func document(of bytes: [UInt8]) throws(FormatError) -> GIFDocument {
        GIFDocument(of: try GIFFile(parsing: bytes), in: bytes)
    }

    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        try SmallPicture(gif: bytes, edge: edge, maximumPixels: maximumPixels)
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        try ContainerProperties(gif: bytes)
    }
}
