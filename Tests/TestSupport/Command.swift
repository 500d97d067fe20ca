public import Foundation

/// A program that is run to its end, with what it said.
public struct Command: Sendable {
    /// The exit status; the negated signal number where a signal ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let error: String

    /// Runs a program and waits for it.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked for in `PATH`.
    ///   - environment: variables beside those of this process.
    ///   - folder: the working folder.
    public static func run(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], in folder: URL? = nil,
        input: String? = nil
    ) throws -> Command {
        let scratch = try TemporaryFolder()
        let (outputURL, errorURL) = (scratch["out"], scratch["err"])
        // Files and not pipes: a full pipe would block the program while this thread waits for it.
        for url in [outputURL, errorURL] { _ = FileManager.default.createFile(atPath: url.path(), contents: nil) }
        let process = Process()
        process.executableURL = program.contains("/") ? URL(filePath: program) : URL(filePath: "/usr/bin/env")
        process.arguments = program.contains("/") ? arguments : [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.currentDirectoryURL = folder
        process.standardOutput = try FileHandle(forWritingTo: outputURL)
        process.standardError = try FileHandle(forWritingTo: errorURL)
        if let input {
            try scratch.write(input, to: "in")
            process.standardInput = try FileHandle(forReadingFrom: scratch["in"])
        } else {
            process.standardInput = FileHandle.nullDevice
        }
        try process.run()
        process.waitUntilExit()
        return Command(
            status: process.terminationReason == .uncaughtSignal
                ? -process.terminationStatus : process.terminationStatus,
            output: try String(decoding: Data(contentsOf: outputURL), as: UTF8.self),
            error: try String(decoding: Data(contentsOf: errorURL), as: UTF8.self))
    }

    /// Whether a program is in `PATH`. Tests that need one are skipped visibly where it is not.
    public static func exists(_ program: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: $0 + "/" + program)
        }
    }

    /// A program that was built beside the tests, `upright` for one.
    public static func built(_ name: String) -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        // On Linux the test bundle is run by the toolchain's helper or is itself the program, and lies beside ours.
        for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
            folder = URL(filePath: argument).resolvingSymlinksInPath().deletingLastPathComponent()
        }
        return folder.appending(path: name)
    }
}
