internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// Fetches answers over HTTP and HTTPS with `URLSession`.
package final class URLTransport: GeocodingTransport {
    private let userAgent: String
    private let timeout: Double
    private let maximumBytes: Int

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - userAgent: the `User-Agent` header.
    ///   - timeout: the time limit for a whole request, in seconds.
    ///   - maximumBytes: the maximum size of an answer; longer ones are refused.
    package init(userAgent: String, timeout: Double = 15, maximumBytes: Int = 4 << 20) {
        self.userAgent = userAgent
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }

    /// Sends a request. Follows redirections only on the same server (host and port; from HTTP to HTTPS only between
    /// the default ports), because the address can contain a key.
    package func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
        guard let url = URL(string: request.url), ["http", "https"].contains(url.scheme ?? ""), url.host != nil else {
            throw GeocodingFailure(.configuration, "the geocoder's address is not an http or https address")
        }
        var asked = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
        asked.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        asked.setValue("application/json", forHTTPHeaderField: "Accept")
        if let language = request.language { asked.setValue(language, forHTTPHeaderField: "Accept-Language") }
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = timeout
        settings.timeoutIntervalForResource = timeout
        settings.httpShouldSetCookies = false
        let fetch = Fetch(origin: url, maximumBytes: maximumBytes)
        let session = URLSession(configuration: settings, delegate: fetch, delegateQueue: nil)
        let task = session.dataTask(with: asked)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                fetch.begin(continuation)
                task.resume()
            }
        } onCancel: {
            fetch.cancel(task)
        }
        session.finishTasksAndInvalidate()
        return try result.get()
    }

    /// Collects an answer.
    private final class Fetch: NSObject, URLSessionDataDelegate, Sendable {
        private struct State {
            var body: [UInt8] = []
            var response: HTTPURLResponse?
            var refusal: String?
            var redirections = 0
            var isCancelled = false
            var continuation: CheckedContinuation<Result<GeocodingAnswer, GeocodingFailure>, Never>?
        }

        private let origin: URL
        private let maximumBytes: Int
        private let state = Mutex(State())

        init(origin: URL, maximumBytes: Int) {
            self.origin = origin
            self.maximumBytes = maximumBytes
        }

        func begin(_ continuation: CheckedContinuation<Result<GeocodingAnswer, GeocodingFailure>, Never>) {
            state.withLock { $0.continuation = continuation }
        }

        func cancel(_ task: URLSessionTask) {
            state.withLock { $0.isCancelled = true }
            task.cancel()
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            let isSafe = request.url.map { Self.isSame(origin, $0) } ?? false
            state.withLock { state in
                // Foundation stops the process if a task that was cancelled gets an answer.
                guard !state.isCancelled else { return }
                state.redirections += 1
                if !isSafe {
                    state.refusal = "it redirects to another server, which is not followed"
                } else if state.redirections > 3 {
                    state.refusal = "it redirects more than 3 times"
                }
                // Without a request, the task ends with the redirection as its answer.
                completionHandler(state.refusal == nil ? request : nil)
            }
        }

        /// Whether an address is on the same server and no less secure.
        private static func isSame(_ origin: URL, _ other: URL) -> Bool {
            func port(_ url: URL) -> Int { url.port ?? (url.scheme == "https" ? 443 : 80) }
            guard origin.host == other.host else { return false }
            if origin.scheme == other.scheme { return port(origin) == port(other) }
            return origin.scheme == "http" && other.scheme == "https" && port(origin) == 80 && port(other) == 443
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            state.withLock { $0.response = response as? HTTPURLResponse }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let isTooLong = state.withLock { state in
                guard state.body.count + data.count <= maximumBytes else {
                    state.refusal = "its answer is longer than \(maximumBytes) bytes"
                    return true
                }
                state.body += data
                return false
            }
            if isTooLong { dataTask.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let (state, continuation) = state.withLock { state in
                defer { state.continuation = nil }
                return (state, state.continuation)
            }
            if let refusal = state.refusal {
                continuation?.resume(returning: .failure(GeocodingFailure(.transient(after: nil), refusal)))
            } else if let error {
                // The error's own text contains the address, so it is not used.
                let code = (error as? URLError)?.errorCode ?? 0
                let what = code == URLError.timedOut.rawValue ? "no answer in time" : "no connection"
                continuation?.resume(
                    returning: .failure(GeocodingFailure(.transient(after: nil), "\(what) (code \(code))")))
            } else if let response = state.response {
                let type = response.value(forHTTPHeaderField: "Content-Type")?.lowercased() ?? ""
                let after = response.value(forHTTPHeaderField: "Retry-After").flatMap {
                    RetryAfter.seconds($0, now: Date().timeIntervalSince1970)
                }
                continuation?.resume(
                    returning: .success(
                        GeocodingAnswer(
                            status: response.statusCode, contentType: type,
                            retryAfter: after, body: state.body)))
            } else {
                continuation?.resume(returning: .failure(GeocodingFailure(.transient(after: nil), "no answer")))
            }
        }
    }
}
