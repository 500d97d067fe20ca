internal import UprightFiles
internal import UprightHTTP

/// Answers, with the headers that every one of them has.
enum GalleryReply {
    private static func headers(_ type: String, keeps: Bool = false) -> HTTPFields {
        [
            "Content-Security-Policy": PageFrame.policy + "; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Content-Type": type,
            "Cache-Control": keeps ? "private, max-age=86400" : "private, no-cache",
        ]
    }

    static func html(_ status: HTTPStatus, _ html: HTML) -> HTTPResponse {
        HTTPResponse(status, headers: headers("text/html; charset=utf-8"), body: .bytes(Array(html.markup.utf8)))
    }

    static func page(_ html: HTML) -> HTTPResponse { self.html(.ok, html) }

    static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status, headers: headers("text/plain; charset=utf-8"), body: .bytes(Array(text.utf8)))
    }

    static func file(_ bytes: [UInt8], type: String, keeps: Bool = false) -> HTTPResponse {
        HTTPResponse(.ok, headers: headers(type, keeps: keeps), body: .bytes(bytes))
    }

    /// A file from the disk, a piece after another: it may be larger than what we want in memory.
    static func stream(_ file: OpenFile, type: String) throws(FileError) -> HTTPResponse {
        let length = Int(try file.status().size)
        let reader = FilePieces(file, length: length)
        return HTTPResponse(
            .ok, headers: headers(type), body: .stream(length: length) { try await reader.next() })
    }

    static func redirect(to path: String) -> HTTPResponse {
        var headers = headers("text/plain; charset=utf-8")
        headers["Location"] = path
        return HTTPResponse(.seeOther, headers: headers)
    }
}

/// Reads a file a piece after another.
private actor FilePieces {
    private let file: OpenFile
    private let length: Int
    private var offset = 0

    private static let piece = 1 << 16

    init(_ file: OpenFile, length: Int) {
        self.file = file
        self.length = length
    }

    /// The next piece; nil at the end, also where the file has become shorter.
    func next() throws(FileError) -> [UInt8]? {
        guard offset < length else { return nil }
        let bytes = try file.read(min(Self.piece, length - offset), at: offset)
        offset += bytes.count
        return bytes.isEmpty ? nil : bytes
    }
}
