import Foundation
import TestSupport
import Testing

@Suite struct FilesFromTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/orientation-6.jpg", as: "in/a.jpg")
        try folder.place("samples/orientation-1.jpg", as: "in/deep/b c.jpg")
        try folder.place("samples/orientation-3.jpg", as: "in/not listed.jpg")
        try folder.write("<x/>", to: "in/a.xmp")
    }

    func reprocess(_ arguments: [String], input: String? = nil) throws -> Command {
        try Command.run(
            Command.built("upright").path(), ["reprocess", "--output", "out", "--json"] + arguments, in: folder.url,
            input: input)
    }

    var outputs: [String] { folder.files.filter { $0.hasPrefix("out/") } }

    @Test func listedFilesAreMirroredUnderTheirPaths() throws {
        try folder.write("in/a.jpg\r\n\n./in/deep/b c.jpg", to: "list")
        let command = try reprocess(["--files-from", "list"])
        #expect(command.status == 0, "\(command.error)")
        #expect(outputs == ["out/in/a.jpg", "out/in/a.xmp", "out/in/deep/b c.jpg"])
        #expect(
            try objects(try reprocess(["--files-from", "list"]).output).allSatisfy {
                $0["outcome"] as? String == "current"
            })
    }

    @Test func namesWithLineBreaksAreReadFromNULTerminatedLists() throws {
        try folder.place("samples/orientation-6.jpg", as: "in/new\nline.jpg")
        let paths = ["in/new\nline.jpg", "in/deep", "in/deep/b c.jpg", folder.path + "/in/a.jpg"]
        let command = try reprocess(["--files-from", "-"], input: paths.joined(separator: "\0") + "\0")
        #expect(command.status == 0, "\(command.error)")
        let absolute = "out" + folder.path + "/in/a"
        #expect(
            Set(outputs) == ["out/in/new\nline.jpg", "out/in/deep/b c.jpg", absolute + ".jpg", absolute + ".xmp"])
        let outcomes = try objects(command.output).reduce(into: [:]) {
            $0[$1["source"] as? String] = $1["outcome"] as? String
        }
        #expect(outcomes["in/deep"] == "ignored")
    }

    @Test func missingAndHarmfulPathsAreRejectedAndTheRestIsProcessed() throws {
        let original = folder.bytes(of: "in/a.jpg")
        let list = "in/nope.jpg\nin/../in/a.jpg\nin/a.jpg\n"
        let command = try reprocess(["--files-from", "-"], input: list)
        #expect(command.status == 1)
        let reasons = try objects(command.output).filter { $0["outcome"] as? String == "rejected" }
            .compactMap { $0["reason"] as? String }
        #expect(reasons.count == 2 && reasons.contains("no such file") && reasons.contains { $0.contains("..") })
        #expect(outputs.contains("out/in/a.jpg"))
        // The output is the folder at which the paths of the list start: every output would be its source.
        for force in [[], ["--force"]] {
            let here = try Command.run(
                Command.built("upright").path(),
                ["reprocess", "--output", ".", "--files-from", "-", "--json"] + force, in: folder.url,
                input: "in/a.jpg\n")
            #expect(here.status == 1 && here.output.contains("\"rejected\""))
            #expect(folder.bytes(of: "in/a.jpg") == original)
        }
        let inside = try Command.run(
            Command.built("upright").path(), ["reprocess", "--output", "..", "--files-from", "-", "--json", "--force"],
            in: folder["in"], input: "a.jpg\n")
        #expect(inside.status == 1 && inside.output.contains("with --force an output could replace an original"))
        #expect(folder.bytes(of: "a.jpg") == nil)
    }

    @Test func aListReplacesPathsAndMustExist() throws {
        #expect(try reprocess(["--files-from", "nowhere"]).status == 1)
        #expect(try reprocess(["--files-from", "-", "in"]).status == 64)
        let without = try Command.run(
            Command.built("upright").path(), ["reprocess", "--files-from", "-"], in: folder.url)
        #expect(without.status == 64)
    }
}
