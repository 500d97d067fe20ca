internal import Geometry

extension MetadataTurn {
    /// Turns an Exif block: the TIFF block without the `Exif\0\0` before it.
    ///
    /// - Parameter limit: The most bytes that the block may grow to; a thumbnail that would not fit is dropped with a
    ///   warning. JPEG: 65,527. Default: none.
    public func exif(_ tiff: [UInt8], limit: Int? = nil) -> Turned {
        var turned = Turned(bytes: tiff)
        do throws(TIFFError) {
            var block = try TIFFBlock(parsing: tiff)
            turned.warnings += block.warnings.map { "exif: " + $0 }
            neutralize(in: .primary, of: &block, as: "exif.Orientation", into: &turned)
            turned.bytes = block.bytes
        } catch {
            turned.warnings.append("exif: \(error)")
        }
        return turned
    }

    /// Sets the `Orientation` entries of a directory to 1, where they say 2...8.
    private func neutralize(
        in kind: TIFFDirectory.Kind, of block: inout TIFFBlock, as name: String, into turned: inout Turned
    ) {
        for entry in block.directory(kind)?.entries ?? [] where entry.tag == TIFFTag.orientation.rawValue {
            guard let raw = block.integer(entry) else {
                turned.warnings.append("\(name) at offset \(entry.offset) has no whole number: left as it is")
                continue
            }
            guard raw != 1 else { continue }
            guard Orientation(rawValue: raw) != nil else {
                turned.warnings.append("\(name) is \(raw), outside of 1...8: left as it is")
                continue
            }
            block.patch(entry, with: [1])
            turned.changes.append(Change(name, from: String(raw), to: "1"))
        }
    }
}
