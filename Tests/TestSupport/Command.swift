public import Foundation

/// A program that has run to its end, and its output.
public struct Command: Sendable {
    /// The exit status; the negated signal number if a signal ended the program.
    public let status: Int32
    /// The text on standard output.
    public let output: String
    /// The text on standard error.
    public let error: String

    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - program: a path, or a name to search for in `PATH`.
    ///   - environment: variables in addition to those of this process.
    ///   - folder: the working directory.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: URL? = nil,
        input: String? = nil
    ) throws -> Command {
        let scratch = try TemporaryFolder()
        let (outputURL, errorURL) = (scratch["out"], scratch["err"])
        // Use files, because a full pipe would block the program while this thread waits for it.
        for url in [outputURL, errorURL] { _ = FileManager.default.createFile(atPath: url.path(), contents: nil) }
        let process = try ChildProcess(
            program, arguments, environment: environment, in: folder,
            input: input.map { .file(try scratch.write($0, to: "in")) } ?? .nothing, output: .file(outputURL),
            error: .file(errorURL))
        return Command(
            status: process.wait(),
            output: try String(decoding: Data(contentsOf: outputURL), as: UTF8.self),
            error: try String(decoding: Data(contentsOf: errorURL), as: UTF8.self))
    }

    /// Returns whether a program is in `PATH`. Tests that need a missing program are visibly skipped.
    public static func exists(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: $0 + "/" + program)
        }
    }

    /// Returns the path of a program that was built with the tests, such as `upright`.
    public static func built(_ name: String) -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        // On Linux, the test bundle is either run by a toolchain program or is a program itself, and is next to ours.
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            folder = URL(filePath: argument).resolvingSymlinksInPath().deletingLastPathComponent()
        }
        return folder.appending(path: name)
    }
}
