package import UprightFormats
internal import UprightFiles
internal import UprightRewriting

/// Names outputs.
package enum OutputName {
    /// Returns the name of a source's output.
    ///
    /// The content decides the type, and the type the extension: a PNG called `a.jpg` becomes `a.png`. An extension
    /// that the type allows stays as it is written (`a.JPEG`). An extension that is not a picture's is part of the
    /// name, and is kept: `a` becomes `a.png`, `a.v2` becomes `a.v2.png`.
    ///
    /// - Parameters:
    ///   - name: the source's name, in any encoding.
    ///   - type: the type of the source's content.
    ///   - correcting: whether to correct the extension; false returns the name unchanged.
    package static func name(of name: [UInt8], type: ImageType, correcting: Bool) -> [UInt8] {
        guard correcting, let format = PictureFormats.description(of: type),
            let wanted = format.filenameExtensions.first
        else { return name }
        let (stem, suffix) = NumberedName.split(name)
        guard let suffix, let text = String(validating: suffix, as: UTF8.self) else {
            return name + [dot] + wanted.utf8
        }
        if format.accepts(filenameExtension: text) { return name }
        return (ShotTable.pictureExtensions.contains(text.lowercased()) ? stem : name) + [dot] + wanted.utf8
    }

    static let dot = UInt8(ascii: ".")

    /// Whether a name has the extension of a supported type.
    static func claimsHandledType(_ name: [UInt8]) -> Bool {
        guard let suffix = NumberedName.split(name).suffix, let text = String(validating: suffix, as: UTF8.self) else {
            return false
        }
        return PictureFormats.descriptions.contains { $0.accepts(filenameExtension: text) }
    }
}
