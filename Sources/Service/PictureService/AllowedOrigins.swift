internal import Foundation
package import UprightFiles

/// The sites whose pages can use a picture server from a browser (CORS; Fetch standard, section 3.2).
package struct AllowedOrigins: Sendable {
    private let origins: Set<String>

    /// Origins that are written like `https://example.com` or `http://localhost:3000`.
    ///
    /// - Throws: a fault of the option `--allow-origin`.
    package init(_ texts: [String] = []) throws(OperationError) {
        var origins: Set<String> = []
        for text in texts {
            let origin = text.lowercased()
            guard let parts = URLComponents(string: origin), let scheme = parts.scheme, let host = parts.host,
                !host.isEmpty, origin == "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
            else {
                throw OperationError(
                    "--allow-origin: expected a site such as https://example.com or http://localhost:3000, without a path, "
                        + "found \"\(text)\"", .configuration)
            }
            origins.insert(origin)
        }
        self.origins = origins
    }

    /// The site of a request, if its pages are allowed; nil for any other request.
    func origin(of request: HTTPRequest) -> String? {
        guard let origin = request.headers["Origin"], origins.contains(origin.lowercased()) else { return nil }
        return origin
    }

    /// The answer to a browser that asks whether a page can make a request; nil if it does not, or no page of the site can.
    func permission(for request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", request.path == "/orient", origin(of: request) != nil,
            request.headers["Access-Control-Request-Method"] != nil
        else { return nil }
        var response = HTTPResponse(
            .noContent,
            headers: [
                "Access-Control-Allow-Methods": "POST",
                "Access-Control-Allow-Headers": "Authorization, Content-Type, If-None-Match",
                "Access-Control-Max-Age": "600",
            ])
        if request.headers["Access-Control-Request-Private-Network"] != nil {
            response.headers["Access-Control-Allow-Private-Network"] = "true"
        }
        return response
    }

    /// Lets the page of an allowed site read a response, refusals included.
    func completed(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
        guard !origins.isEmpty, request.path == "/orient" else { return response }
        var response = response
        response.headers["Vary"] = "Origin"
        if let origin = origin(of: request) {
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = PictureReply.exposed.joined(separator: ", ")
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        }
        return response
    }
}
