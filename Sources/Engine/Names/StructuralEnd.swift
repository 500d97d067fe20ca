package import UprightFiles
package import UprightFormats
internal import UprightRewriting

/// Whether a file reaches the end that its format defines. This cheap check of the structure distinguishes a file that
/// is still being written from a complete one. It decodes nothing, and uses little memory for any input.
package enum StructuralEnd: Sendable, Hashable {
    /// The end was found: EOI, `IEND`, the GIF trailer. More bytes may follow it.
    case found
    /// The file ends too early; the value says what is missing.
    case missing(String)
    /// The file's type has no known end.
    case unknown

    /// Looks for the end of a file of a given type.
    package static func of(_ file: OpenFile, type: ImageType) throws(FileError) -> StructuralEnd {
        guard let format = PictureFormats.format(type) else { return try of(other: file, type: type) }
        var window = FileWindow(file)
        return try format.missingEnd(in: &window).map { .missing($0) } ?? .found
    }

    /// Identifies a file's type and looks for its end.
    package static func of(_ file: OpenFile) throws(FileError) -> StructuralEnd {
        if ShotTable.kind(of: file.path.name) != nil { return try of(companion: file) }
        let prefix = try file.read(ImageType.magicLength, at: 0)
        // Pieces of a download can arrive in any order.
        if prefix.allSatisfy({ $0 == 0 }) { return .missing("its first bytes, which are zeros") }
        return try of(file, type: PictureFormats.identify(prefix))
    }
}
