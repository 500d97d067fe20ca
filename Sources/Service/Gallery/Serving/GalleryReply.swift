internal import UprightFiles
internal import UprightHTTP

/// Creates responses, with the header fields common to all of them.
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

    static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        HTTPResponse(status, headers: headers("text/plain; charset=utf-8"), body: .bytes(Array(text.utf8)))
    }

    /// The response for an answer.
    static func response(_ answer: GalleryAnswer) -> HTTPResponse {
        var headers = headers(answer.type, keeps: answer.keeps)
        if let location = answer.location { headers["Location"] = location }
        if let name = answer.fileName {
            headers["Content-Disposition"] =
                "attachment; filename=\"pictures.zip\"; filename*=UTF-8''\(GalleryQuery.encoded(name))"
        }
        let status = HTTPStatus(rawValue: answer.status)
        switch answer.body {
        case .bytes(let bytes): return HTTPResponse(status, headers: headers, body: .bytes(bytes))
        case .file(let file):
            do throws(FileError) { return try stream(file, type: answer.type) } catch {
                return text(.notFound, "the file cannot be read\n")
            }
        case .zip(let archive):
            let reader = ZipPieces(archive)
            return HTTPResponse(
                status, headers: headers, body: .stream(length: archive.size) { try await reader.next() })
        }
    }

    /// Streams a file in pieces, since it can be too large for memory.
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

/// Reads a file in pieces.
private actor FilePieces {
    private let file: OpenFile
    private let length: Int
    private var offset = 0

    private static let piece = 1 << 16

    init(_ file: OpenFile, length: Int) {
        self.file = file
        self.length = length
    }

    /// The next piece; nil at the end, even if the file has become shorter.
    func next() throws(FileError) -> [UInt8]? {
        guard offset < length else { return nil }
        let bytes = try file.read(min(Self.piece, length - offset), at: offset)
        offset += bytes.count
        return bytes.isEmpty ? nil : bytes
    }
}

/// Reads an archive in pieces.
private actor ZipPieces {
    private var pieces: ZipArchive.Iterator

    init(_ archive: ZipArchive) { pieces = archive.makeAsyncIterator() }

    /// The next piece; nil at the end.
    func next() throws -> [UInt8]? { try pieces.piece() }
}
