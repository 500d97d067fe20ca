import Foundation
import TestSupport
import Testing

/// A client of a running `upright worker`.
final class WorkerClient {
    let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    init(_ arguments: [String] = [], in folder: URL? = nil, environment: [String: String] = [:]) throws {
        process.executableURL = Command.built("upright")
        process.arguments = ["worker"] + arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    func send(_ line: String, _ body: [UInt8] = []) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8) + [0x0A] + body)
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
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { throw Ended() }
        buffer += data
    }

    struct Ended: Error {}

    /// Closes the input, and waits for the worker to end.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    func closeOutput() throws { try output.fileHandleForReading.close() }
}
