/// Answers requests as the gallery does, without a network.
package struct GalleryTrial: Sendable {
    private let router: GalleryRouter
    /// The token that every form must contain.
    package let formToken: String

    /// Creates a gallery at a loopback address, without a token, from which nothing can be changed.
    package init?(_ content: GalleryContent) {
        let access = GalleryGuard(token: nil)
        formToken = access.formToken
        router = GalleryRouter(content, guard: access, log: { _ in })
    }

    /// Answers a request.
    package func response(to request: HTTPRequest) async -> HTTPResponse { await router.response(to: request) }
}
