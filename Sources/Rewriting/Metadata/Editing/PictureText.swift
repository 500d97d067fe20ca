package import UprightFormats

/// A text that a container holds outside of Exif, IPTC and XMP.
public enum PictureText: Sendable, Hashable, Codable {
    /// The comments of a JPEG (`COM`): `JPEG:Comment`.
    case jpegComment
    /// The comment extensions of a GIF: `GIF:Comment`.
    case gifComment
    /// The texts of a PNG under a keyword: `PNG:Author`.
    case pngText(String)

    /// The keywords that the standard defines (PNG 3, 11.3.3.1), and those in common use.
    private static let keywords = [
        "Title", "Author", "Description", "Copyright", "Creation Time", "Software", "Disclaimer", "Warning", "Source",
        "Comment", "Collection", "Artist", "Document", "Label", "Make", "Model", "URL",
    ]

    /// Creates a text by the family and name that users write; nil if there is none.
    ///
    /// A keyword of the standard can be written in other letters and without its space: `PNG:CreationTime`.
    init?(family: String, name: String) {
        switch family {
        case "jpeg" where name.lowercased() == "comment": self = .jpegComment
        case "gif" where name.lowercased() == "comment": self = .gifComment
        case "png":
            let wanted = name.lowercased()
            let keyword =
                Self.keywords.first { $0.lowercased() == wanted || $0.lowercased().filter { $0 != " " } == wanted }
                ?? name
            guard Self.isKeyword(keyword) else { return nil }
            self = .pngText(keyword)
        default: return nil
        }
    }

    /// Whether a PNG can hold a text under the keyword, and it is not one of those under which other blocks are stored.
    private static func isKeyword(_ keyword: String) -> Bool {
        let scalars = keyword.unicodeScalars
        return (1...79).contains(scalars.count) && !keyword.hasPrefix(" ") && !keyword.hasSuffix(" ")
            && !keyword.contains("  ")
            && scalars.allSatisfy { (0x20...0x7E).contains($0.value) || (0xA1...0xFF).contains($0.value) }
            && keyword != "XML:com.adobe.xmp" && !keyword.lowercased().hasPrefix("raw profile type ")
    }

    /// The type of the files that hold the text.
    package var type: ImageType {
        switch self {
        case .jpegComment: .jpeg
        case .gifComment: .gif
        case .pngText: .png
        }
    }

    /// The text's name, as users write it.
    public var name: String {
        switch self {
        case .jpegComment: "JPEG:Comment"
        case .gifComment: "GIF:Comment"
        case .pngText(let keyword): "PNG:\(keyword)"
        }
    }

    var subject: ChangeSubject {
        switch self {
        case .jpegComment, .gifComment: ChangeSubject(.part, "Comment")
        case .pngText(let keyword): ChangeSubject(.png, keyword)
        }
    }
}
