import Foundation
import TestSupport
import Testing
import UprightBase

@Suite(.serialized, .timeLimit(.minutes(5))) struct WorkerCommandTests {
    let folder: TemporaryFolder
    let turned: [UInt8]
    let upright: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        turned = try folder.place("samples/orientation-6.jpg", as: "in/turned.jpg")
        upright = try folder.place("samples/orientation-1.jpg", as: "in/upright.jpg")
    }

    /// The output of `reprocess` for a file of the folder.
    func reprocessed(_ name: String) throws -> [UInt8] {
        _ = try Command.run(
            Command.built("upright").path(), ["reprocess", "in/\(name)", "--output", "expected"], in: folder.url)
        return try #require(folder.bytes(of: "expected/\(name)"))
    }

    @Test func bytesAreTheSameAsFromReprocess() throws {
        let expected = try reprocessed("turned.jpg")
        let worker = try WorkerClient(in: folder.url)
        try worker.send(#"{"id":8,"name":"x/b.png","length":\#(turned.count)}"#, turned)
        let (object, body) = try worker.receive()
        #expect(body == expected)
        #expect(object["id"] as? Int == 8 && object["outcome"] as? String == "normalized")
        #expect(object["source"] as? String == "x/b.png" && object["output"] as? String == "x/b.jpg")
        #expect((object["sha256"] as? [String: String])?["output"] == hexadecimal(SHA256.hash(expected)))
        #expect(try worker.end() == 0)
        #expect(folder.files.filter { !$0.hasPrefix("expected/") } == ["in/turned.jpg", "in/upright.jpg"])
    }

    /// Bodies larger than a pipe take another way than small ones, and pipes another than files.
    @Test func largeBodiesComeThroughPipesAndFiles() throws {
        let comment = [0xFF, 0xFE, 0xEA, 0x62] + [UInt8](repeating: 0x2A, count: 60_000)
        let large = turned[..<2] + comment + comment + comment + turned[2...]
        try folder.write(Array(large), to: "in/large.jpg")
        let expected = try reprocessed("large.jpg")
        #expect(expected.count > 180_000)
        let request = #"{"id":1,"length":\#(large.count)}"#
        let worker = try WorkerClient(in: folder.url)
        for _ in 0..<3 {
            try worker.send(request, Array(large))
            #expect(try worker.receive().body == expected)
        }
        #expect(try worker.end() == 0)
        try folder.write(Array(request.utf8) + [0x0A] + large, to: "requests")
        _ = try Command.run(
            "/bin/sh", ["-c", "\"$0\" worker < requests > results", Command.built("upright").path()], in: folder.url)
        let results = try #require(folder.bytes(of: "results"))
        let end = try #require(results.firstIndex(of: 0x0A))
        #expect(Array(results[(end + 1)...]) == expected)
    }

    /// The worker uses the memory of one picture for the next.
    @Test func eachPictureIsExactWhateverCameBefore() throws {
        let comment = [0xFF, 0xFE, 0xEA, 0x62] + [UInt8](repeating: 0x2A, count: 60_000)
        let large = Array(turned[..<2] + comment + comment + turned[2...])
        try folder.write(large, to: "in/large.jpg")
        let expected = [large: try reprocessed("large.jpg"), turned: try reprocessed("turned.jpg"), upright: upright]
        for arguments in [["--jobs", "1"], ["--jobs", "2"], ["--jobs", "1", "--config", "in-process.yaml"]] {
            try folder.write("sandbox: off\n", to: "in-process.yaml")
            let worker = try WorkerClient(arguments, in: folder.url)
            for picture in [large, turned, upright, [0xFF], large, upright, large, turned, turned] {
                try worker.send(#"{"id":1,"length":\#(picture.count)}"#, picture)
                #expect(try worker.receive().body == expected[picture] ?? [])
            }
            #expect(try worker.end() == 0)
        }
    }

    /// From a file, since such bodies are copied. Its size limit (512 bytes a unit) also applies to files in memory.
    @Test func aBodyThatCannotBeKeptIsSkippedAsAWhole() throws {
        let large = turned + [UInt8](repeating: 0x0A, count: 300_000)
        var requests: [UInt8] = []
        for (id, body) in [large, turned].enumerated() {
            requests += Array("{\"id\":\(id),\"length\":\(body.count)}\n".utf8) + body
        }
        try folder.write(requests, to: "requests")
        let run = try Command.run(
            "/bin/sh", ["-c", "ulimit -f 200; exec \"$0\" worker < requests", Command.built("upright").path()],
            in: folder.url)
        let outcomes = run.output.split(separator: "\n").filter { $0.hasPrefix("{\"id\"") }.map { line in
            ["\"rejected\"", "\"normalized\"", "\"error\""].filter(line.contains)
        }
        #expect(outcomes.sorted { $0[0] < $1[0] } == [["\"normalized\""], ["\"rejected\""]])
    }

    @Test func hiddenFilesOfKilledWorkersAreRemoved() throws {
        try folder.write([1, 2, 3], to: "out/.upright-0killed.partial")
        let worker = try WorkerClient(in: folder.url)
        try worker.send(#"{"id":1,"source":"in/turned.jpg","output":"out/a.jpg"}"#)
        #expect(try worker.receive().object["outcome"] as? String == "normalized")
        #expect(try worker.end() == 0)
        #expect(folder.files.filter { $0.hasPrefix("out/") } == ["out/a.jpg"])
    }

    @Test func outputsAreNamedAsTheyAre() throws {
        let worker = try WorkerClient(in: folder.url)
        try worker.send(#"{"id":1,"source":"in/turned.jpg","output":"out/a\nb.jpg"}"#)
        #expect(try worker.receive().object["output"] as? String == "out/a\nb.jpg")
        try worker.send(#"{"id":2,"name":"a\tb.jpg","length":\#(turned.count)}"#, turned)
        #expect(try worker.receive().object["output"] as? String == "a\tb.jpg")
        #expect(try worker.end() == 0)
    }

    @Test func aLineOfAMebibyteIsReadAndALongerOneIsNot() throws {
        let worker = try WorkerClient(in: folder.url)
        let request = #"{"id":1,"source":"in/turned.jpg","output":"out/a.jpg"}"#
        for (length, outcome) in [(1 << 20, "normalized"), (1 << 20 + 1, nil)] {
            try worker.send(request + String(repeating: " ", count: length - request.utf8.count))
            #expect(try worker.receive().object["outcome"] as? String == outcome)
        }
        #expect(try worker.end() == 0)
    }

    @Test func aConfigurationNeedsNoFolders() throws {
        try folder.write(Array("limits: {file-size: 10KiB}\n".utf8), to: "limits.yaml")
        let worker = try WorkerClient(["--config", "limits.yaml"], in: folder.url)
        try worker.send(#"{"id":1,"length":\#(turned.count)}"#, turned)
        #expect((try worker.receive().object["reason"] as? String)?.contains("limits.file-size") == true)
        #expect(try worker.end() == 0)
    }

    @Test func pathsAreDeliveredUnderTheirNameAndASecondTimeAreCurrent() throws {
        let expected = try reprocessed("turned.jpg")
        let worker = try WorkerClient(in: folder.url)
        for outcome in ["normalized", "current"] {
            try worker.send(#"{"id":"p","source":"in/turned.jpg","output":"out/deep/other.jpg"}"#)
            let object = try worker.receive().object
            #expect(object["outcome"] as? String == outcome && object["output"] as? String == "out/deep/other.jpg")
            #expect(object["source"] as? String == "in/turned.jpg" && object["length"] == nil)
            #expect(folder.bytes(of: "out/deep/other.jpg") == expected)
        }
        #expect(try worker.end() == 0)
    }

    @Test func uprightPicturesAreEchoedUnlessDeclined() throws {
        let worker = try WorkerClient(in: folder.url)
        for (option, expected) in [("", upright), (#","echo":true"#, upright), (#","echo":false"#, [])] {
            try worker.send(#"{"id":1,"length":\#(upright.count)\#(option)}"#, upright)
            let (object, body) = try worker.receive()
            #expect(object["outcome"] as? String == "unchanged" && body == expected)
        }
        #expect(try worker.end() == 0)
    }

    @Test func anInvalidLineIsAnsweredAndTheNextOneIsRead() throws {
        let worker = try WorkerClient(in: folder.url)
        try worker.send("what is this")
        #expect(try worker.receive().object["reason"] as? String != nil)
        // Its payload is skipped as well.
        try worker.send(#"{"id":3,"length":4,"nane":"x"}"#, Array("a\nb\n".utf8))
        let wrong = try worker.receive().object
        #expect(wrong["id"] as? Int == 3 && (wrong["reason"] as? String)?.contains("nane") == true)
        try worker.send(String(repeating: "x", count: 3 << 20))
        #expect((try worker.receive().object["reason"] as? String)?.contains("longer") == true)
        try worker.send(#"{"id":4,"length":\#(upright.count)}"#, upright)
        #expect(try worker.receive().object["outcome"] as? String == "unchanged")
        #expect(try worker.end() == 0)
    }

    @Test func rejectionsAreResults() throws {
        try folder.write([UInt8](turned.prefix(40)), to: "in/cut.jpg")
        let worker = try WorkerClient(["--config", "c.yaml"], in: try configured("limits: {file-size: 64KiB}"))
        for (request, body, reason) in [
            (#"{"id":1,"source":"in/nope.jpg","output":"out/a.jpg"}"#, [UInt8](), "no such file"),
            (#"{"id":2,"source":"in/cut.jpg","output":"out/a.jpg"}"#, [], "decoded"),
            (#"{"id":3,"name":"a.jpg","length":0}"#, [], "empty"),
            (#"{"id":4,"length":70000}"#, [UInt8](repeating: 10, count: 70_000), "limits.file-size"),
            (#"{"id":5,"source":"in/turned.jpg","output":"in/turned.jpg"}"#, [], "its own source"),
        ] {
            try worker.send(request, body)
            let object = try worker.receive().object
            #expect(object["outcome"] as? String == "rejected", "\(object)")
            #expect((object["reason"] as? String)?.contains(reason) == true, "\(object)")
        }
        #expect(folder.bytes(of: "in/turned.jpg") == turned)
        #expect(try worker.end() == 0)
    }

    /// The folder, with a configuration in it.
    func configured(_ text: String) throws -> URL {
        try folder.write("folders: [{source: ./s, output: ./o}]\nstate: ./state\n\(text)\n", to: "c.yaml")
        return folder.url
    }

    @Test func forceNeverReplacesTheSourceItself() throws {
        let worker = try WorkerClient(["--force"], in: folder.url)
        try worker.send(#"{"id":5,"source":"in/turned.jpg","output":"./in/turned.jpg"}"#)
        #expect(try worker.receive().object["outcome"] as? String == "rejected")
        #expect(folder.bytes(of: "in/turned.jpg") == turned)
        try folder.write("other", to: "out/a.jpg")
        try worker.send(#"{"id":6,"source":"in/turned.jpg","output":"out/a.jpg"}"#)
        #expect(try worker.receive().object["outcome"] as? String == "normalized")
        #expect(try worker.end() == 0)
    }

    @Test func aPositionAndEditsAreWrittenAndThePlaceOfTheConfiguration() throws {
        let steps = "steps: [orient, {place: {write: true}}]"
        let worker = try WorkerClient(["--config", "c.yaml", "--verify", "pixels"], in: try configured(steps))
        let edits = #""edits":{"set":{"EXIF:Artist":"A. Person"}},"position":[48.137154,11.576124,519.5]"#
        try worker.send(#"{"id":1,"name":"a.jpg","length":\#(turned.count),\#(edits)}"#, turned)
        let (object, body) = try worker.receive()
        #expect(object["latitude"] as? Double ?? 0 > 48.137 && object["outcome"] as? String == "normalized")
        let changes = (object["changes"] as? [[String: Any]] ?? []).compactMap { $0["what"] as? String }
        #expect(changes.contains("exif.Artist") && changes.contains("exif.GPSLatitude"))
        #expect(body.count > turned.count && String(decoding: body, as: UTF8.self).contains("Germany"))
        // The position of the picture stays.
        try worker.send(#"{"id":2,"length":\#(body.count),"position":[1,2]}"#, body)
        #expect(try worker.receive().object["latitude"] as? Double ?? 0 > 48)
        #expect(try worker.end() == 0)
    }

    @Test func terminationFinishesPicturesInProgressAndExitsWith0() throws {
        let worker = try WorkerClient(["--jobs", "1"], in: folder.url)
        for id in 0..<20 {
            try folder.write(turned, to: "in/\(id).jpg")
            try worker.send(#"{"id":\#(id),"source":"in/\#(id).jpg","output":"out/\#(id).jpg"}"#)
        }
        let first = try worker.receive().object["id"] as? Int
        worker.process.signal(SIGTERM)
        var answered = Set([first].compactMap(\.self))
        while let object = try? worker.receive().object { answered.insert(object["id"] as? Int ?? -1) }
        #expect(worker.wait() == 0)
        // Each answer has a file, and each file has an answer.
        #expect(Set(folder.files.filter { $0.hasPrefix("out/") }) == Set(answered.map { "out/\($0).jpg" }))
    }

    @Test func anInputThatEndsInsideAPictureSaysTryAgain() throws {
        let worker = try WorkerClient(in: folder.url)
        try worker.send(#"{"id":1,"length":\#(turned.count)}"#, Array(turned.prefix(100)))
        #expect(try worker.end() == 75)
    }

    @Test func aLostReaderEndsTheWorker() throws {
        let worker = try WorkerClient(in: folder.url)
        try worker.closeOutput()
        try worker.send(#"{"id":1,"length":\#(turned.count)}"#, turned)
        #expect(worker.wait() == 141)
    }

    @Test func wrongUsageAndConfigurationAreNotRetried() throws {
        #expect(try WorkerClient(["--jobs", "0"]).wait() == 64)
        #expect(try WorkerClient(["--verify", "maybe"]).wait() == 64)
        #expect(try WorkerClient(["--config", "nowhere.yaml"]).wait() == 78)
    }

    @Test func theTranscriptInTheDocumentIsAccurate() throws {
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/worker.md"), encoding: .utf8)
        let transcript = try #require(
            page.split(separator: "<!-- transcript -->\n```\n").last?.split(separator: "\n```").first)
        let worker = try WorkerClient(["--jobs", "1"], in: folder.url)
        var exchanges = 0
        for line in transcript.split(separator: "\n") {
            let text = String(line.dropFirst(2))
            if line.hasPrefix("> {") {
                let request = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                let body = request?["length"] == nil ? [] : request?["name"] as? String == "b.jpg" ? turned : upright
                if let length = request?["length"] as? Int { #expect(length == body.count) }
                try worker.send(text, body)
            } else if line.hasPrefix("< {") {
                var (object, body) = try worker.receive()
                var expected = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
                #expect(body.count == expected["length"] as? Int ?? 0)
                object["seconds"] = nil
                expected["seconds"] = nil
                #expect(object as NSDictionary == expected as NSDictionary)
                exchanges += 1
            }
        }
        #expect(exchanges >= 5)
        #expect(try worker.end() == 0)
    }
}
