internal import Foundation
internal import FoundationNetworking
internal import Synchronization
internal import UprightConfiguration
internal import UprightFiles

/// A URL that receives the failures by POST. It can contain a secret, so no message of this type names it.
struct HookPost: Sendable {
    private let address: String

    private static let maximumBytes = 4_096

    init(_ address: String) { self.address = address }

    /// Reads the URL from the first line of a file.
    static func address(in path: String) throws(SettingFault) -> String {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try FileStore.read(RawPath(path), limit: maximumBytes) } catch {
            throw SettingFault("on-failure.url-file", expected: "a file with an address in its first line", error)
        }
        let line = String(
            decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        guard OnFailureConfiguration.isAddress(line) else {
            throw SettingFault(
                "on-failure.url-file", expected: "an address that starts with http:// or https:// in the first line",
                found: "something else in \(path)")
        }
        return line
    }

    /// Sends JSON. Redirections are not followed, so that the data goes only to the configured URL.
    ///
    /// - Returns: What went wrong; nil if the response has a status of 2xx.
    func send(_ body: [UInt8], within timeout: Duration) async -> String? {
        guard let url = URL(string: address), url.host != nil else { return "url is not a valid address" }
        let seconds = max(Double(timeout.components.seconds), 1)
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: seconds)
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("\(Product.name)/\(Product.version)", forHTTPHeaderField: "User-Agent")
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = seconds
        settings.timeoutIntervalForResource = seconds
        settings.httpShouldSetCookies = false
        let delegate = Delegate()
        let session = URLSession(configuration: settings, delegate: delegate, delegateQueue: nil)
        let task = session.dataTask(with: request)
        let timer = Task {
            do { try await Task.sleep(for: timeout) } catch { return }
            delegate.end("no answer in time")
            task.cancel()
        }
        let problem = await withCheckedContinuation { continuation in
            delegate.begin(continuation)
            task.resume()
        }
        timer.cancel()
        task.cancel()
        session.finishTasksAndInvalidate()
        return problem
    }

    /// Waits for the status of the response, and ignores its body.
    private final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        private let continuation = Mutex<CheckedContinuation<String?, Never>?>(nil)

        func begin(_ continuation: CheckedContinuation<String?, Never>) {
            self.continuation.withLock { $0 = continuation }
        }

        func end(_ problem: String?) {
            let waiting = continuation.withLock { continuation in
                defer { continuation = nil }
                return continuation
            }
            waiting?.resume(returning: problem)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            // The task then ends with the redirection as its answer. Foundation stops the process if a task that was cancelled gets
            // this answer; whoever cancels takes the continuation before.
            continuation.withLock { if $0 != nil { completionHandler(nil) } }
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            switch status {
            case 200..<300: end(nil)
            case 300..<400: end("the server redirects (\(status)), which is not followed")
            default: end("the server answered with status \(status)")
            }
            completionHandler(.cancel)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            // The error's own text contains the URL.
            let code = (error as? URLError)?.errorCode
            if code == URLError.timedOut.rawValue { return end("no answer in time") }
            end(code.map { "the server cannot be reached (code \($0))" } ?? "the server gave no answer")
        }
    }
}
