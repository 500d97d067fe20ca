package import UprightCodecs
package import UprightFormats

/// PNG (ISO/IEC 15948, third edition), with animations.
package struct PNGFormat: PictureFormat {
    package let description = FormatDescription(
        type: .png, name: "PNG", filenameExtensions: ["png", "apng"], mimeTypes: ["image/png", "image/apng"],
        signatures: [FormatSignature(PNGFile.signature)], animates: true, holdsIPTC: true)

    package let reusesMemory = true

    package func document(of bytes: [UInt8]) throws(FormatError) -> PNGDocument {
        PNGDocument(of: try PNGFile(parsing: bytes), in: bytes)
    }

    package func smallPicture(
        of bytes: [UInt8], edge: Int, maximumPixels: Int
    ) throws(CodecError) -> SmallPicture {
        try SmallPicture(png: bytes, edge: edge, maximumPixels: maximumPixels)
    }

    package func properties(of bytes: [UInt8]) throws(ImagePropertiesError) -> ContainerProperties {
        try ContainerProperties(png: bytes)
    }
}
