import Foundation
import TestSupport
import Testing

/// Files of unsupported types, on the command line: `--others`, `queue list --state left`, `status`, the environment.
@Suite struct OthersCommandTests {
    private let folder: TemporaryFolder
    private static let video: [UInt8] =
        [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + [0, 0, 0, 9] + Array("moov".utf8) + [1]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "folders:\n  - source: drop\n    output: out\nstate: state\nstatus: {listen: off}\n", to: "pipeline.yaml")
        try folder.write(Self.video, to: "drop/a.mp4")
        try folder.write("hello", to: "drop/b.txt")
        try folder.place("samples/orientation-6.jpg", as: "drop/turned.jpg")
    }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Command {
        var words = environment.map { "\($0.key)=\($0.value)" }
        words += [Command.built("upright").path()] + arguments
        return try Command.run("/usr/bin/env", words, in: folder.url)
    }

    /// As a shell's pattern names them: whatever their order, the sidecar is turned with its picture, once.
    @Test(arguments: [["drop/turned.jpg", "drop/turned.xmp"], ["drop/turned.xmp", "drop/turned.jpg"]])
    func aSidecarNamedBesideItsPictureIsThatPictures(_ paths: [String]) throws {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>
            """
        try folder.write(packet, to: "drop/turned.xmp")
        let named = try run(["reprocess"] + paths + ["--output", "out", "--others", "copy", "--json"])
        #expect(named.status == 0, "\(named.output)\(named.error)")
        #expect(try objects(named.output).compactMap { $0["source"] }.count == 2)
        let delivered = try String(contentsOf: folder.url.appending(path: "out/turned.xmp"), encoding: .utf8)
        #expect(delivered.contains("tiff:Orientation=\"1\""))
        let alone = ["reprocess", "drop/turned.xmp", "--output", "out", "--json"]
        let again = try run(alone)
        #expect(again.status == 0, "\(again.output)\(again.error)")
        #expect(try objects(again.output).compactMap { $0["outcome"] as? String } == ["current"])
        try folder.write(packet + "\n", to: "drop/turned.xmp")
        #expect(try objects(try run(alone).output).compactMap { $0["outcome"] as? String } == ["deferred"])
    }

    @Test func filesThatAreLeftAreCountedAndListed() throws {
        let run1 = try run(["reprocess", "--config", "pipeline.yaml", "--json"])
        #expect(run1.status == 0 && run1.output.contains("\"ignored\""))
        let list = try run(["queue", "list", "--state", "left"])
        #expect(list.output.contains("a.mp4") && list.output.contains("b.txt") && list.output.contains("others: copy"))
        #expect(!list.output.contains("turned.jpg"))
        #expect(try run(["queue", "list"]).output.contains("the queue is empty"))
        let status = try run(["status"])
        #expect(status.output.contains("1 MPEG-4 video") && status.output.contains("1 plain-text file"))
        let report = try #require(try objects(try run(["status", "--json"]).output).first)
        let folders = try #require(report["folders"] as? [[String: Any]])
        let left = try #require(folders.first?["left"] as? [[String: Any]])
        #expect(left.compactMap { $0["type"] as? String } == ["public.mpeg-4", "public.plain-text"])
        #expect(left.compactMap { ($0["bytes"] as? [String: Any])?["source"] as? Int } == [Self.video.count, 5])
    }

    @Test func oneWhoDroppedAFileIsToldWhatTakesItAlong() throws {
        _ = try run(["reprocess", "--config", "pipeline.yaml"])
        let one = try run(["status", "drop/a.mp4"])
        #expect(
            one.status == 1 && one.output.contains("ignored") && one.output.contains("others: copy or others: move"))
        let object = try #require(try objects(try run(["status", "drop/a.mp4", "--json"]).output).first)
        #expect(object["other"] as? Bool == true && object["picture"] is NSNull)
        let picture = try run(["status", "drop/turned.jpg"])
        #expect(picture.status == 0 && !picture.output.contains("others:"))
    }

    @Test func filesThatWereLeftAreCountedAgainAndNotWorkedOn() throws {
        _ = try run(["reprocess", "--config", "pipeline.yaml"])
        let again = try run(["reprocess", "--config", "pipeline.yaml"])
        #expect(again.status == 0 && again.output.contains("2 ignored"), "\(again.output)")
        // The picture of a video that was left comes after it.
        try folder.place("samples/orientation-6.jpg", as: "drop/a.jpg")
        let joined = try run(["reprocess", "--config", "pipeline.yaml"])
        #expect(joined.status == 0 && folder.bytes(of: "out/a.mp4") == Self.video, "\(joined.output)")
    }

    @Test func theOptionTakesThemAlong() throws {
        let moved = try run(["reprocess", "--config", "pipeline.yaml", "--others", "move", "--json"])
        #expect(moved.status == 0, "\(moved.error)")
        #expect(folder.bytes(of: "out/a.mp4") == Self.video && folder.bytes(of: "drop/a.mp4") == nil)
        #expect(folder.bytes(of: "drop/turned.jpg") != nil)
        #expect(try run(["journal", "verify"]).status == 0)
        let paths = try run(["reprocess", "out", "--output", "again", "--others", "copy"])
        #expect(paths.status == 0 && paths.output.contains("2 passed"), "\(paths.output)\(paths.error)")
        #expect(folder.bytes(of: "again/a.mp4") == Self.video && folder.bytes(of: "out/a.mp4") == Self.video)
        #expect(try run(["reprocess", "out", "--output", "again", "--others", "burn"]).status == 64)
    }

    @Test func theEnvironmentTakesThePlaceOfKeys() throws {
        let moved = try run(
            ["reprocess", "--config", "pipeline.yaml"],
            environment: [
                "UPRIGHT_OTHERS": "copy", "UPRIGHT_ORIGINALS": "move",
                "UPRIGHT_ORIGINALS_FOLDER": folder["kept"].path(),
            ])
        #expect(moved.status == 0, "\(moved.error)")
        #expect(folder.bytes(of: "out/b.txt") == Array("hello".utf8) && folder.bytes(of: "kept/b.txt") != nil)
        #expect(folder.bytes(of: "kept/turned.jpg") != nil)
        let wrong = try run(["check", "--config", "pipeline.yaml"], environment: ["UPRIGHT_OTHERS": "burn"])
        #expect(wrong.status == 78 && wrong.error.contains("UPRIGHT_OTHERS: expected leave, copy or move, found burn"))
        for target in ["drop/kept", "out"] {
            let refused = try run(
                ["check", "--config", "pipeline.yaml"],
                environment: ["UPRIGHT_ORIGINALS": "move", "UPRIGHT_ORIGINALS_FOLDER": folder[target].path()])
            #expect(refused.status == 78 && refused.error.contains("UPRIGHT_ORIGINALS_FOLDER"), "\(target)")
        }
    }
}
