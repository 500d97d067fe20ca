import Foundation
import TestSupport
import Testing

/// A client of a running `upright worker`.
final class WorkerClient {
    let process: ChildProcess
    private let input: FileHandle
    private let output: FileHandle
    private var buffer = Data()

    init(_ arguments: [String] = [], in folder: URL? = nil, environment: [String: String] = [:]) throws {
        process = try ChildProcess(
            Command.built("upright").path(), ["worker"] + arguments, environment: environment, in: folder,
            input: .pipe, output: .pipe)
        (input, output) = (try #require(process.input), try #require(process.output))
    }

    deinit { process.signal(SIGKILL) }

    func send(_ line: String, _ body: [UInt8] = []) throws {
        try input.write(contentsOf: Data(line.utf8) + [0x0A] + body)
    }

    /// The next result, with the bytes that follow it.
    func receive() throws -> (object: [String: Any], body: [UInt8]) {
        while !buffer.contains(0x0A) { try more() }
        let end = try #require(buffer.firstIndex(of: 0x0A))
        let line = buffer[..<end]
        let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
        buffer = buffer[(end + 1)...]
        let length = object["length"] as? Int ?? 0
        while buffer.count < length { try more() }
        defer { buffer = Data(buffer.dropFirst(length)) }
        return (object, [UInt8](buffer.prefix(length)))
    }

    private func more() throws {
        let data = output.availableData
        if data.isEmpty { throw Ended() }
        buffer += data
    }

    struct Ended: Error {}

    /// Closes the input, and waits for the worker to end.
    func end() throws -> Int32 {
        try input.close()
        return process.wait()
    }

    func wait() -> Int32 { process.wait() }

    func closeOutput() throws { try output.close() }
}
