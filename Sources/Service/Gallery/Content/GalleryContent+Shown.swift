internal import UprightAlbums
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

extension GalleryContent {
    /// What is shown of a picture in a list or in the viewer.
    enum Shown: Sendable {
        /// A small JPEG of it.
        case jpeg([UInt8])
        /// The file itself: browsers decode its format, and upright does not.
        case file(OpenFile, type: String)
        /// A sign in its place.
        case sign([UInt8])
        /// A sign for a file that is not there, or is another than the picture.
        case missing([UInt8])
    }

    /// Formats that all browsers show.
    static func isShownByBrowsers(_ type: String) -> Bool {
        ["public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp", avif].contains(type)
    }

    private static let avif = "public.avif"

    /// Whether a picture is a raw file without another picture of its shot.
    static func isRaw(_ type: String) -> Bool {
        let type = ImageType(rawValue: type)
        return PictureFormats.description(of: type) == nil && ReadableFormats.description(of: type) != nil
            && !ReadableFormats.isVideo(type) && type.rawValue != "public.jpeg-xl"
    }

    /// Returns what is shown of a picture with no side longer than `edge` pixels.
    func shown(_ photo: AlbumPhoto, edge: Int) async throws -> Shown {
        if let made = try await thumbnail(of: photo, edge: edge) { return .jpeg(made) }
        guard let file = try await files.checkedOutput(of: photo) else {
            return .missing(Placeholder.jpeg("", .missing))
        }
        return Self.shown(photo, file)
    }

    /// Returns what is shown of a picture's file that is not decoded here.
    static func shown(_ photo: AlbumPhoto, _ file: OpenFile) -> Shown {
        photo.type == avif ? .file(file, type: "image/avif") : .sign(sign(of: photo))
    }

    /// The sign for a picture that cannot be seen.
    static func sign(of photo: AlbumPhoto) -> [UInt8] {
        let format = ReadableFormats.description(of: ImageType(rawValue: photo.type))
        let isVideo = ReadableFormats.isVideo(ImageType(rawValue: photo.type))
        return Placeholder.jpeg(format?.filenameExtensions.first ?? "", isVideo ? .video : .unseen)
    }

    /// The extension of a file's name in lower case, for its address; `bin` if it has none of letters and digits.
    static func ending(of path: RawPath) -> String {
        let suffix = NumberedName.split(path.name).suffix.map { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
        return suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && !suffix.isEmpty ? suffix : "bin"
    }
}
