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

    /// The names that commands had before version 0.2 are gone.
    @Test func formerNamesAreUnknown() throws {
        for former in ["verify", "pause", "resume", "rescan", "queue drop"] {
            let run = try Command.run(
                Command.built("upright").path(), former.split(separator: " ").map(String.init), in: folder.url)
            #expect(run.status == 64 && run.error.contains("there is no command"), "\(former): \(run)")
        }
        #expect(!(try run("--help").output.contains("\n  worker ")))
        let gallery = try run("gallery", "serve", "--help").output
        #expect(gallery.contains("--listen") && !gallery.contains("--service"))
    }

    @Test func theVersionHasThreeNames() throws {
        let version = try run("--version").output
        #expect(version.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
        #expect(try run("version").output == version)
        #expect(try run("-V").output == version)
    }

    @Test func helpOfAnUnknownCommandIsWrongUsage() throws {
        for (line, advice) in [
            ("help foo", "there is no command foo"), ("help reproces", "did you mean \"reprocess\""),
            ("help queue lst", "did you mean \"list\""), ("help tag foo", "there is no command foo"),
        ] {
            let run = try Command.run(
                Command.built("upright").path(), line.split(separator: " ").map(String.init), in: folder.url)
            #expect(run.status == 64 && run.error.contains(advice) && !run.error.contains("⏎"), "\(line): \(run)")
        }
        #expect(try run("help", "queue", "list").output == run("queue", "list", "--help").output)
        #expect(try run("help").status == 0)
    }

    /// The help that an error names is that of its command.
    @Test func wrongUsageNamesTheHelpOfItsCommand() throws {
        for (line, command) in [
            ("tag in/a.jpg", "upright tag"), ("geotag in --position 1", "upright geotag"),
            ("queue hold", "upright queue hold"),
            ("albums show", "upright albums show"), ("inspect --extract icc in/a.jpg in/a.jpg", "upright inspect"),
            ("tag -r in --journal j -o o", "upright tag"),
        ] {
            let run = try Command.run(
                Command.built("upright").path(), line.split(separator: " ").map(String.init), in: folder.url)
            #expect(run.status == 64 && run.error.hasSuffix("See \(command) --help.\n"), "\(line): \(run)")
            #expect(!run.error.contains("Usage"), "\(line): \(run)")
        }
        let nested = try run("inspect", "in/a.jpg", "--extract", "nothing")
        #expect(nested.error.hasPrefix("upright: --extract takes one of thumbnail"), "\(nested)")
        let file = try run("reprocess", "in", "-o", "in/a.jpg")
        #expect(file.status == 64 && file.error.contains("--output takes a folder; found the file in/a.jpg"), "\(file)")
        #expect(
            try run("inspect", "in/none.jpg").error
                == "upright: in/none.jpg: cannot open it: No such file or directory\n")
        let negative = try run("reprocess", "in", "-o", "out", "--jobs", "-3")
        #expect(negative.status == 64 && negative.error.contains("found -3"), "\(negative)")
        let folders = try run("reprocess", "-r", "in", "-o", "out")
        #expect(folders.status == 64 && folders.error.contains("folders include everything inside"), "\(folders)")
        let hinted = try run("tag", "in", "--set", "EXIF:Artist=A")
        #expect(hinted.status == 1 && hinted.error.contains("-r works on the pictures inside"), "\(hinted)")
    }

    /// One sentence, without identifiers of types, in all commands.
    @Test func whatIsNotSupportedIsSaidInOneSentence() throws {
        try folder.write("words", to: "in/notes.txt")
        for line in [
            "inspect in/notes.txt", "tag in/notes.txt --set EXIF:Artist=A", "turn left in/notes.txt",
            "geotag in/notes.txt --position 1.0,2.0", "reprocess in/notes.txt -o out --verbose",
        ] {
            let run = try Command.run(
                Command.built("upright").path(), line.split(separator: " ").map(String.init), in: folder.url)
            let text = run.output + run.error
            #expect(text.contains("not supported: plain-text file"), "\(line): \(run)")
            #expect(!run.error.contains("public."), "\(line): \(run)")
        }
    }

    @Test func whatIsNotDeliveredIsSaid() throws {
        for name in ["c.mp4", "d.mp4"] {
            try folder.write(
                [0, 0, 0, 0x18] + Array("ftypisom".utf8) + [0, 0, 0, 0] + Array("isomiso2".utf8)
                    + [0, 0, 0, 8] + Array("moov".utf8), to: "in/" + name)
        }
        try folder.write("words", to: "in/notes.txt")
        let run = try run("reprocess", "in", "-o", "out")
        #expect(run.status == 0, "\(run)")
        #expect(
            run.output.contains(
                "\nnot delivered: 2 MPEG-4 videos, which are not supported; --others copy delivers them unchanged"))
        #expect(
            run.output.contains(
                "\nnot delivered: 1 plain-text file, which is not supported; --others copy delivers it unchanged"))
        let copied = try self.run("reprocess", "in", "-o", "out", "--others", "copy")
        #expect(copied.status == 0 && !copied.output.contains("not delivered"), "\(copied)")
    }
}
