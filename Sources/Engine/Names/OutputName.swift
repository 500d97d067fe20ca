public import UprightContainers

/// What an output is called.
public enum OutputName {
    /// The name of the output of a source of the given name.
    ///
    /// The content decides the type, and the type the extension: a PNG called `a.jpg` comes out as `a.png`. An extension
    /// that the type may have stays as it is written (`a.JPEG`). One that no picture has is part of the name, and is
    /// kept: `a` becomes `a.png`, `a.v2` becomes `a.v2.png`.
    ///
    /// - Parameters:
    ///   - name: the source's name, in whatever encoding.
    ///   - type: the type that its content has.
    ///   - correcting: false leaves every name as it is.
    public static func name(of name: [UInt8], type: ImageType, correcting: Bool) -> [UInt8] {
        guard correcting, let wanted = type.preferredFilenameExtension else { return name }
        let (stem, suffix) = split(name)
        guard let suffix, let text = String(validating: suffix, as: UTF8.self) else {
            return name + [dot] + wanted.utf8
        }
        if type.accepts(filenameExtension: text) { return name }
        return (pictureExtensions.contains(text.lowercased()) ? stem : name) + [dot] + wanted.utf8
    }

    /// A name without its extension, and the extension without its dot; nil where there is none. A dot in front does not
    /// make an extension.
    static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]?) {
        guard let index = name.lastIndex(of: dot), index > 0, index + 1 < name.count else { return (name, nil) }
        return (Array(name[..<index]), Array(name[(index + 1)...]))
    }

    static let dot = UInt8(ascii: ".")

    /// Extensions that tell a picture's type, and so are wrong where the content is of another.
    static let pictureExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "jif", "jfi", "png", "apng", "gif", "heic", "heif", "hif", "avif", "webp", "tif",
        "tiff", "bmp", "dib", "jp2", "jxl", "ico", "tga", "psd", "image", "img",
    ]

    /// Whether a name claims to be a picture of a type that is handled.
    static func claimsHandledType(_ name: [UInt8]) -> Bool {
        guard let suffix = split(name).suffix, let text = String(validating: suffix, as: UTF8.self) else {
            return false
        }
        return [ImageType.jpeg, .png, .gif].contains { $0.accepts(filenameExtension: text) }
    }
}
