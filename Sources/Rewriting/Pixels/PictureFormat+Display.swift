package import UprightBase
internal import UprightFormats

extension PictureFormat {
    /// The orientation in which viewers show a file. If the metadata cannot be read, they assume none.
    package func displayedOrientation(of bytes: [UInt8]) -> Orientation {
        if let orientation = containerOrientation(of: bytes) { return orientation }
        do { return try ImageProperties(reading: bytes).orientation ?? .up } catch { return .up }
    }
}
