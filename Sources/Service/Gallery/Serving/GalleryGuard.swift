internal import UprightBase

/// Decides which requests can see the gallery, and which can change it.
struct GalleryGuard: Sendable {
    private let access: AccessGuard
    /// The token that every form must contain.
    let formToken: String

    /// The name of the cookie that replaces the token.
    static let cookie = "upright-gallery"

    init(token: String?) {
        access = AccessGuard(token: token)
        var generator = SystemRandomNumberGenerator()
        formToken = (0..<4).map { _ in String(generator.next() as UInt64, radix: 16) }.joined()
    }

    func namesUs(_ request: HTTPRequest) -> Bool { access.namesUs(request) }

    /// Whether a request can see the gallery: it has the token, or the cookie that replaces it.
    func admission(of request: HTTPRequest) -> AccessGuard.Admission {
        let admission = access.admission(of: request)
        guard admission == .unknown else { return admission }
        let given = request.cookies(Self.cookie)
        if given.contains(where: { AccessGuard.isSame($0, cookieValue) }) { return .admitted }
        return given.isEmpty ? .unknown : .wrong
    }

    func isToken(_ text: String) -> Bool { access.isToken(text) }

    /// The value of the cookie: a hash, so that the cookie does not reveal the token, which may be in use elsewhere.
    var cookieValue: String { hexadecimal(SHA256.hash(Array("upright gallery \(access.token ?? "")".utf8))) }

    /// Whether a request to change something comes from a page of this gallery.
    func comesFromUs(_ request: HTTPRequest, form: [String: String]) -> Bool {
        guard let given = form["token"], AccessGuard.isSame(given, formToken) else { return false }
        return !AccessGuard.isFromOtherSite(request)
    }
}
