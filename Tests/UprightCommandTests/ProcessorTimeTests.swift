import Foundation
import TestSupport
import Testing

/// `time upright …` shows the processor time of the workers, too: a process that ends before its children have been waited
/// for leaves them, and what they took, to init.
@Suite(.serialized) struct ProcessorTimeTests {
    /// A worker that works for about a second before it is one.
    private static let busy = """
        #!/bin/sh
        i=0
        while [ $i -lt 400000 ]; do i=$((i+1)); done
        [ $# = 0 ] || exec "$UPRIGHT_CODEC_REAL" "$@"
        """

    /// Runs a program and prints its exit status, and the processor time of it and all that it waited for.
    private static let measure = """
        import resource, subprocess, sys
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL).returncode
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(status, usage.ru_utime + usage.ru_stime)
        """

    private func seconds(_ folder: TemporaryFolder, _ program: String, _ arguments: [String]) throws -> Double {
        let run = try Command.run(
            "/usr/bin/python3", ["-c", Self.measure, program] + arguments,
            environment: ["UPRIGHT_CODEC": folder["codec"].path()], in: folder.url)
        let words = run.output.split(whereSeparator: \.isWhitespace)
        #expect(words.first == "0", "\(arguments): \(run)")
        return try #require(words.last.flatMap { Double($0) })
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ["reprocess", "in", "--output", "out"], ["reprocess", "in", "--output", "out2", "--jobs", "1"],
            ["reprocess", "--config", "pipeline.yaml"], ["geotag", "in", "--dry-run"],
            ["check", "--config", "pipeline.yaml"], ["worker"],
        ])
    func workersCount(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        try folder.place("samples/orientation-6.jpg", as: "in/a.jpg")
        try folder.write("folders: [{source: in, output: out3}]\nstate: state\n", to: "pipeline.yaml")
        // Workers have no environment.
        let script = Self.busy.replacingOccurrences(
            of: "$UPRIGHT_CODEC_REAL", with: Command.built("upright-codec").path())
        try folder.write(script, to: "codec")
        #expect(chmod(folder["codec"].path(), 0o755) == 0)
        let alone = try seconds(folder, folder["codec"].path(), [])
        let whole = try seconds(folder, Command.built("upright").path(), arguments)
        #expect(whole > 0.7 * alone, "\(arguments): \(whole) s, of which the worker alone takes \(alone)")
    }
}
