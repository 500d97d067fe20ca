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
        #expect(refused.status == 1 && refused.error.contains("--force replaces it"), "\(refused)")
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
            ["watch"], ["check"], ["status"], ["reload"], ["queue", "list"], ["queue", "pause"], ["journal", "export"],
            ["journal", "verify"], ["albums", "list"], ["gallery", "serve"],
            ["gallery", "export", "pages"], ["reprocess", "--failed"],
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

    /// Errors of the parser, of arguments, of files and of the configuration begin in the same way.
    @Test func everyErrorBeginsWithTheNameOfTheProgram() throws {
        try folder.write("no picture", to: "in/b.jpg")
        try folder.write("folders: 7\n", to: "wrong.yaml")
        let lines = [
            "nothing", "tag", "tag --wrong", "tag in/a.jpg", "inspect in/b.jpg", "inspect none.jpg",
            "tag none.jpg --set EXIF:Artist=A", "geotag none.jpg --position 1.0,2.0", "geotag in/a.jpg --gpx none.gpx",
            "reprocess none.jpg -o out", "reprocess in -o in",
            "reprocess --files-from none -o out", "status --config wrong.yaml", "check --config none.yaml",
            "queue dropp", "queue list --state wrong", "albums import none.jsonl --config none.yaml",
            "places import none.txt --output g", "places lookup 1", "gallery --listen x", "gallery --lisen x",
            "worker --jobs 0", "completions csh", "journal prune --older-than 5",
        ]
        for line in lines {
            let run = try Command.run(
                Command.built("upright").path(), line.split(separator: " ").map(String.init), in: folder.url)
            #expect(run.status != 0 && run.error.hasPrefix("upright: "), "\(line): \(run)")
            #expect(!run.error.contains("Error:"), "\(line): \(run)")
        }
    }

    /// The same status says in every command that an input does not exist.
    @Test func aMissingInputHasOneStatus() throws {
        try folder.write(
            "folders: [{source: in, output: out}]\nstate: state\nstatus: {listen: off}\n", to: "pipeline.yaml")
        for line in [
            "inspect none.jpg", "inspect --compare none.jpg in/a.jpg", "tag none.jpg --set EXIF:Artist=A",
            "geotag none.jpg --position 1.0,2.0", "geotag in/a.jpg --gpx none.gpx", "reprocess none.jpg -o tidy",
            "reprocess none/deep -o tidy", "reprocess --files-from none -o tidy", "status in/none.jpg",
            "queue show in/none.jpg", "albums import none.jsonl", "places import none.txt --output g",
        ] {
            let run = try Command.run(
                Command.built("upright").path(), line.split(separator: " ").map(String.init), in: folder.url)
            #expect(run.status == 1, "\(line): \(run)")
        }
    }

    /// What was a name of a command before version 0.2 is one still, and is in no list.
    @Test func formerNamesWork() throws {
        let list = try run("--help").output
        for (former, current) in DocumentCommandTests.former {
            func help(_ words: String) throws -> Command {
                try Command.run(
                    Command.built("upright").path(), words.split(separator: " ").map(String.init) + ["--help"],
                    in: folder.url)
            }
            let now = try help(current)
            #expect(now.status == 0 && now.output.contains("USAGE: upright \(current)"), "\(current)")
            #expect(try help(former).output == now.output, "\(former)")
            #expect(try help("help " + former).output == now.output, "\(former)")
            #expect(!list.contains("\n  \(former) "), "\(former)")
        }
        #expect(!list.contains("\n  worker "))
        let gallery = try run("gallery", "serve", "--help").output
        #expect(gallery.contains("--listen") && !gallery.contains("--service"))
        try folder.write(
            "folders: [{source: in, output: out}]\nstate: state\nsteps: [orient, albums]\n", to: "pipeline.yaml")
        #expect(try run("reprocess").status == 0)
        let site = try run("albums", "export", "--html", "site")
        #expect(site.status == 0 && folder.bytes(of: "site/index.html") != nil, "\(site)")
        let pages = try run("gallery", "export", "pages", "--json")
        let summary = try objects(pages.output).first
        #expect(pages.status == 0 && summary?["pictures"] as? Int == 1, "\(pages)")
        #expect(folder.bytes(of: "pages/index.html") == folder.bytes(of: "site/index.html"))
    }
}
