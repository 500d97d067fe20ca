import Foundation
import TestSupport
import Testing

/// What all commands have in common: options, defaults, colours, completions, the options that messages name.
@Suite struct SurfaceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/orientation-6.jpg", as: "in/a.jpg")
    }

    func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    @Test func shortOptionsMeanTheLongOnes() throws {
        let dry = try run("tag", "-n", "in/a.jpg", "--set", "EXIF:Artist=A")
        #expect(dry.status == 0 && dry.output.contains("would edit"), "\(dry)")
        #expect(try run("tag", "-o", "tagged", "in/a.jpg", "--set", "EXIF:Artist=A").status == 0)
        #expect(folder.bytes(of: "tagged/a.jpg") != nil)
        let table = try run("geotag", "-n", "in/a.jpg", "--position", "1.0,2.0", "-o", "placed")
        #expect(table.status == 0 && table.error.contains("1 would get a position"), "\(table)")
        #expect(folder.bytes(of: "placed/a.jpg") == nil)
    }

    @Test func geotagReplacesCopiesIfAsked() throws {
        #expect(try run("geotag", "in", "--position", "1.0,2.0", "--output", "placed").status == 0)
        let refused = try run("geotag", "in", "--position", "3.0,4.0", "--output", "placed")
        #expect(refused.status == 1 && refused.output.contains("--force replaces it"), "\(refused)")
        #expect(try run("geotag", "in", "--position", "3.0,4.0", "--output", "placed", "--force").status == 0)
        #expect(try run("geotag", "in", "--position", "3.0,4.0", "--force").status == 64)
    }

    @Test func durationsHaveUnits() throws {
        for (option, value) in [
            ("--max-gap", "5min"), ("--max-gap", "300"), ("--clock-offset", "-1h"), ("--clock-offset", "+90s"),
        ] {
            let run = try run("geotag", "-n", "in", "--position", "1.0,2.0", option, value)
            #expect(run.status == 0, "\(option) \(value): \(run)")
        }
        for (option, value) in [
            ("--max-gap", "5x"), ("--max-gap", "-5s"), ("--clock-offset", "soon"), ("--clock-offset", "inf"),
        ] {
            let run = try run("geotag", "-n", "in", "--position", "1.0,2.0", option, value)
            #expect(run.status == 64 && run.error.contains("5min"), "\(option) \(value): \(run)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let script = try run("completions", shell)
        #expect(
            script.status == 0 && script.output.contains("reprocess")
                && script.output.contains("--files-from".dropFirst(2)))
        if Command.exists(shell) {
            let check = try Command.run(shell, ["-n"], input: script.output)
            #expect(check.status == 0, "\(check.error)")
        }
        #expect(try run("completions", shell + "x").status == 64)
    }

    @Test func coloursAreForTerminalsThatWantThem() throws {
        // Runs the command on a pseudoterminal.
        let terminal = """
            import os, pty, sys
            output = b''
            process, descriptor = pty.fork()
            if process == 0: os.execv(sys.argv[1], sys.argv[1:])
            try:
                while data := os.read(descriptor, 65536): output += data
            except OSError:
                pass
            os.waitpid(process, 0)
            os.write(1, output)
            """
        func shown(_ environment: [String: String], _ arguments: [String]) throws -> String {
            let run = try Command.run(
                "/usr/bin/python3", ["-c", terminal, Command.built("upright").path()] + arguments,
                environment: environment,
                in: folder.url)
            #expect(run.output.contains("a.jpg"), "\(run)")
            return run.output
        }
        let line = ["reprocess", "in", "--output", "out", "--dry-run", "--verbose"]
        #expect(try shown(["TERM": "xterm", "NO_COLOR": ""], line).contains("\u{1B}[32m"))
        #expect(try !shown(["TERM": "xterm", "NO_COLOR": "1"], line).contains(/\u{1B}\[[0-9]+m/))
        #expect(try !shown(["TERM": "dumb"], line).contains("\u{1B}"))
    }

    /// The commands that read the configuration find the file that the package installs.
    @Test func everyCommandLooksForTheConfigurationInTheSamePlaces() throws {
        let commands = [
            ["watch"], ["check"], ["status"], ["verify"], ["reload"], ["queue", "list"], ["journal", "export"],
            ["pause"],
            ["albums", "list"], ["gallery"], ["reprocess", "--failed"],
        ]
        for command in commands {
            let help = try Command.run(Command.built("upright").path(), command + ["--help"]).output
            if command.last != "--failed" {
                let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                #expect(words.contains("default: ./pipeline.yaml, then /etc/upright/pipeline.yaml"), "\(command)")
            }
            guard !FileManager.default.fileExists(atPath: "/etc/upright/pipeline.yaml") else { continue }
            let run = try Command.run(Command.built("upright").path(), command, in: folder.url)
            #expect(
                run.status == 78 && run.error.contains("no /etc/upright/pipeline.yaml; give --config FILE"),
                "\(command): \(run)")
        }
    }
}
