internal import UprightFiles

/// The answer to a request, independent of the transport.
struct GalleryAnswer: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A file that has been checked.
        case file(OpenFile)
        case zip(ZipArchive)
    }

    /// The HTTP status.
    var status = 200
    /// The media type.
    var type: String
    var body: Body
    /// Whether browsers can cache it for a day.
    var keeps = false
    /// The target of a redirect (status 303).
    var location: String?
    /// A cookie to set, with its attributes.
    var cookie: String?
    /// Whether the answer depends on the language that the browser asks for.
    var isTranslated = false
    var policy = PageFrame.policy
    /// The name under which to save it; nil for content to show.
    var fileName: String?

    static func page(_ html: HTML, status: Int = 200) -> GalleryAnswer {
        var answer = GalleryAnswer(
            status: status, type: "text/html; charset=utf-8", body: .bytes(Array(html.markup.utf8)))
        answer.isTranslated = true
        return answer
    }

    static func script(_ text: String, keeps: Bool = false, isTranslated: Bool = false) -> GalleryAnswer {
        var answer = GalleryAnswer(
            type: "text/javascript; charset=utf-8", body: .bytes(Array(text.utf8)), keeps: keeps)
        answer.isTranslated = isTranslated
        return answer
    }

    static func text(_ text: String, status: Int) -> GalleryAnswer {
        GalleryAnswer(status: status, type: "text/plain; charset=utf-8", body: .bytes(Array(text.utf8)))
    }

    static func redirect(to path: String) -> GalleryAnswer {
        var answer = text("", status: 303)
        answer.location = path
        return answer
    }
}
