internal import UprightFiles

/// Creates responses, with the header fields common to all of them.
enum GalleryReply {
    private static func headers(
        _ type: String, keeps: Bool = false, policy: String = PageFrame.policy
    ) -> HTTPFields {
        [
            "Content-Security-Policy": policy + "; frame-ancestors 'none'",
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
    ///
    /// - Parameter range: the header field `Range` of the request.
    static func response(_ answer: GalleryAnswer, range: String? = nil) -> HTTPResponse {
        var headers = headers(answer.type, keeps: answer.keeps, policy: answer.policy)
        if let cookie = answer.cookie { headers["Set-Cookie"] = cookie }
        if answer.isTranslated { headers["Vary"] = "Accept-Language, Cookie" }
        if let location = answer.location { headers["Location"] = location }
        if let name = answer.fileName {
            headers["Content-Disposition"] =
                "attachment; filename=\"pictures.zip\"; filename*=UTF-8''\(GalleryQuery.encoded(name))"
        }
        let status = HTTPStatus(rawValue: answer.status)
        switch answer.body {
        case .bytes(let bytes): return HTTPResponse(status, headers: headers, body: .bytes(bytes))
        case .file(let file):
            do throws(FileError) { return try stream(file, type: answer.type, keeps: answer.keeps, range: range) } catch
            {
                return text(.notFound, "the file cannot be read\n")
            }
        case .zip(let archive):
            let reader = ZipPieces(archive)
            return HTTPResponse(
                status, headers: headers, body: .stream(length: archive.size) { try await reader.next() })
        }
    }

    /// Streams a file in pieces, since it can be too large for memory.
    static func stream(
        _ file: OpenFile, type: String, keeps: Bool = false, range: String? = nil
    ) throws(FileError) -> HTTPResponse {
        let size = Int(try file.status().size)
        var headers = headers(type, keeps: keeps)
        headers["Accept-Ranges"] = "bytes"
        switch ByteRange.Request(range, of: size) {
        case .whole:
            return HTTPResponse(.ok, headers: headers, body: .file(file, length: size))
        case .part(let part):
            headers["Content-Range"] = "bytes \(part.first)-\(part.first + part.length - 1)/\(size)"
            return HTTPResponse(
                .partialContent, headers: headers, body: .file(file, from: part.first, length: part.length))
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(size)"
            return HTTPResponse(.rangeNotSatisfiable, headers: headers)
        }
    }

    static func redirect(to path: String) -> HTTPResponse {
        var headers = headers("text/plain; charset=utf-8")
        headers["Location"] = path
        return HTTPResponse(.seeOther, headers: headers)
    }
}

/// Reads an archive in pieces.
private actor ZipPieces {
    private var pieces: ZipArchive.Iterator

    init(_ archive: ZipArchive) { pieces = archive.makeAsyncIterator() }

    /// The next piece; nil at the end.
    func next() throws -> [UInt8]? { try pieces.piece() }
}
