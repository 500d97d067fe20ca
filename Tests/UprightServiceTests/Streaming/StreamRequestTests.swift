internal import Foundation
internal import Glibc
internal import Synchronization
internal import TestSupport
internal import UprightBase
internal import UprightRewriting
import Testing
import UprightEngine
import UprightFormats

@Suite struct StreamRequestTests {
    func mistake(_ line: String) -> StreamRequestError? {
        do throws(StreamRequestError) {
            _ = try StreamRequest(parsing: line.utf8)
            return nil
        } catch { return error }
    }

    @Test func pathsAndBytesAreRead() throws {
        let file = try StreamRequest(parsing: #"{"id":"a","source":"in/a.jpg","output":"/out/b.jpg"}"#.utf8)
        #expect(file.location == .file(source: "in/a.jpg", output: "/out/b.jpg"))
        #expect(file.id.serialized == "\"a\"" && file.edits.isEmpty && file.position == nil)
        let line =
            #"{"id":8,"length":0,"echo":false,"position":[48,11.5,-3],"edits":{"remove":"GPS:all","set":{"EXIF:Artist":"A","IPTC:Keywords":["b","c"]},"rename":{"EXIF:Artist":"EXIF:Copyright"}}}"#
        let bytes = try StreamRequest(parsing: line.utf8)
        #expect(bytes.location == .bytes(name: "picture", length: 0, echoes: false))
        #expect(bytes.position == Position(latitude: 48, longitude: 11.5, altitude: -3))
        // Removing a position is one edit for all carriers.
        #expect(bytes.edits.count == 4)
    }

    @Test(arguments: [
        ("[]", "expected an object in JSON, found an array"),
        (#"{"source":"a","output":"b"}"#, "\"id\""),
        (#"{"id":1.5,"source":"a","output":"b"}"#, "\"id\""),
        (#"{"id":1,"source":"a"}"#, "\"output\""),
        (#"{"id":1,"source":"a/","output":"b"}"#, "\"source\""),
        (#"{"id":1,"source":"a\u0000","output":"b"}"#, "\"source\""),
        (#"{"id":1,"source":"a","output":"b","length":3}"#, "\"length\""),
        (#"{"id":1,"length":-1}"#, "\"length\""),
        (#"{"id":1,"length":1.5}"#, "\"length\""),
        (#"{"id":1,"lenght":3}"#, "lenght"),
        (#"{"id":1,"length":3,"nane":"x"}"#, "nane"),
        (#"{"id":1,"length":3,"echo":1}"#, "\"echo\""),
        (#"{"id":1,"length":3,"position":[91,0]}"#, "\"position\""),
        (#"{"id":1,"length":3,"position":"48,11"}"#, "\"position\""),
        (#"{"id":1,"length":3,"edits":{"ste":{}}}"#, "ste"),
        (#"{"id":1,"length":3,"edits":{"set":{"EXIF:Nonsense":"x"}}}"#, "Nonsense"),
        (#"{"id":1,"length":3,"edits":{"set":{"EXIF:Artist":7}}}"#, "edits.set.EXIF:Artist"),
    ])
    func aMistakeIsNamed(line: String, part: String) throws {
        let error = try #require(mistake(line))
        #expect(error.description.contains(part), "\(error)")
    }

    @Test func anInvalidRequestStillGivesItsIDAndLength() throws {
        let error = try #require(mistake(#"{"id":9,"length":77,"posiiton":[1,2]}"#))
        #expect(error.id.serialized == "9" && error.length == 77)
    }

    /// Numbers at the ends of the types and beyond, in each place where a request has one.
    @Test(arguments: [
        "0", "-0", "1", "-1", "1e308", "-1e308", "1e19", "-1e19", "0.5", "5e-324", "-9223372036854775808",
        "-9223372036854775809", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "2147483647", "2147483648", "-2147483649", String(repeating: "9", count: 300),
    ])
    func everyNumberIsReadOrRefused(number: String) {
        for line in [
            #"{"id":N,"source":"a","output":"b"}"#, #"{"id":1,"length":N}"#, #"{"id":1,"length":3,"echo":N}"#,
            #"{"id":1,"length":3,"position":[N,N]}"#, #"{"id":1,"length":3,"position":[1,N,N]}"#,
            #"{"id":1,"length":3,"position":N}"#, #"{"id":1,"length":3,"edits":N}"#,
            #"{"id":1,"length":3,"edits":{"set":{"GPS:GPSLatitude":"N"}}}"#,
            #"{"id":1,"length":3,"edits":{"set":{"EXIF:ExposureTime":"N"},"remove":N}}"#, "N",
        ] {
            let text = line.replacing("N", with: number)
            do throws(StreamRequestError) {
                let request = try StreamRequest(parsing: text.utf8)
                #expect(!request.id.serialized.isEmpty)
                if case .bytes(_, let length, _) = request.location { #expect(length >= 0) }
            } catch { #expect(error.length >= 0 && !error.description.isEmpty, "\(text)") }
        }
    }

    @Test func anInputThatCannotBeReadIsNotItsEnd() {
        // A folder can be opened, and every read of it fails.
        let folder = open("/", O_RDONLY)
        defer { close(folder) }
        var reader = RequestReader(folder) { false }
        guard case .end = reader.line() else {
            Issue.record("a folder has no lines")
            return
        }
        #expect(reader.failure == EISDIR)
    }

    @Test(
        "a client that does not read for a while gets all results, even by a pipe that does not block",
        .timeLimit(.minutes(1)))
    func slowClient() async throws {
        var (requests, results): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&requests) == 0 && pipe(&results) == 0)
        let (source, input, output, sink) = (requests[1], requests[0], results[1], results[0])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
        let picture = try #require(Fixture.named("samples/orientation-1.jpg")).content()
        let count = 40
        Thread.detachNewThread {
            for id in 0..<count {
                let request = Array("{\"id\":\(id),\"length\":\(picture.count)}\n".utf8) + picture
                guard write(source, request, request.count) == request.count else { break }
            }
            close(source)
        }
        let received = Mutex(0)
        let reader = DispatchGroup()
        reader.enter()
        Thread.detachNewThread {
            // Until the pipe is full: nothing more comes.
            var (held, before, still): (Int32, Int32, Int) = (0, 0, 0)
            while still < 10 {
                usleep(20_000)
                _ = ioctl(sink, UInt(FIONREAD), &held)
                still = held > 0 && held == before ? still + 1 : 0
                before = held
            }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while case let got = read(sink, &bytes, bytes.count), got > 0 { received.withLock { $0 += got } }
            close(sink)
            reader.leave()
        }
        let engine = PictureEngine(processor: InProcessProcessor(), jobs: 1, version: "1")
        let summary = await PictureStream(configuration: Configuration(), engine: engine)
            .run(input: input, output: output) { false }
        close(output)
        // Otherwise the thread that still sends would end the tests.
        if summary.outputFailure == 0 { close(input) }
        await withCheckedContinuation { continuation in reader.notify(queue: .global()) { continuation.resume() } }
        #expect(summary.outputFailure == 0 && summary.outcomes == [.unchanged: count])
        #expect(received.withLock { $0 } > count * picture.count)
    }
}
