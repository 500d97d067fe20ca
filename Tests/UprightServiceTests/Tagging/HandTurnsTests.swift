internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightAlbums
internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting
internal import UprightService
internal import UprightWorker

/// Turns from the gallery's pages: the journal follows the output, and the original stays.
@Suite struct HandTurnsTests {
    private let folder: TemporaryFolder
    private let journal: Journal
    private let library: AlbumLibrary
    private let turns: HandTurns
    private let others: HandTurns
    private let picture: [UInt8]

    init() async throws {
        folder = try TemporaryFolder()
        picture = try [UInt8](Data(contentsOf: Fixture.folder.appending(path: "samples/photo.jpg")))
        for name in ["drop/a.jpg", "out/a.jpg"] { try folder.write(picture, to: name) }
        let root = RawPath(folder.path)
        journal = try Journal.open(in: root.appending("state")).journal
        library = try AlbumLibrary(path: folder["state/albums.sqlite"].path())
        var configuration = Configuration()
        configuration.folders = [
            FolderConfiguration(source: folder["drop"].path(), output: folder["out"].path())
        ]
        configuration.state = folder["state"].path()
        // Two processes, as far as turns are concerned.
        (turns, others) = (Self.turns(configuration, journal, library), Self.turns(configuration, journal, library))
        let source = root.appending("drop/a.jpg")
        var record = PictureRecord(source: source, folder: source.parent, status: try FileStore.status(of: source))
        (record.state, record.outcome, record.type) = (.finished, .normalized, "public.jpeg")
        (record.output, record.outputSize) = (root.appending("out/a.jpg"), picture.count)
        record.sourceSHA256 = SHA256.hash(picture)
        record.outputSHA256 = SHA256.hash(picture)
        record.finished = 1
        try await journal.finish([record])
        try library.add([AlbumPhoto(path: root.appending("out/a.jpg"), type: "public.jpeg", width: 3, height: 2)])
    }

    private static func turns(_ configuration: Configuration, _ journal: Journal, _ library: AlbumLibrary) -> HandTurns
    {
        HandTurns(configuration, journal, library) {
            FileWorkers(
                WorkerPool(WorkerPoolConfiguration(program: Command.built("upright-codec").path())), limits: Limits())
        }
    }

    private var output: [UInt8] { get throws { try [UInt8](Data(contentsOf: folder["out/a.jpg"])) } }
    private var row: PictureRecord {
        get async throws { try #require(try await journal.record(of: RawPath(folder["drop/a.jpg"].path()))) }
    }
    private func photo() throws -> AlbumPhoto { try #require(try library.photo(1)) }

    private func isVerified() async throws -> Bool {
        try await VerifyRun(journal, jobs: 1).run { _ in }.isGood
    }

    @Test("a turned output is what the journal says, and one that nobody makes again, however often it is turned")
    func turnsAndUndoes() async throws {
        let report = try await turns.turn(photo(), by: .left, isUndo: false)
        #expect(report.outcome == .normalized, "\(report.reason)")
        #expect(try output != picture)
        #expect(try [UInt8](Data(contentsOf: folder["drop/a.jpg"])) == picture, "the original stays")
        #expect(try await isVerified())
        let turned = try await row
        #expect(try turned.presentSHA256 == SHA256.hash(output))
        #expect(turned.outputSHA256 == SHA256.hash(picture), "it counts as changed since its delivery")
        #expect(try library.versions() == [1: 1] && library.unseen(limit: 9).map(\.id) == [1])
        #expect(try library.notes(beginning: "turning/").isEmpty)
        _ = try await turns.turn(photo(), by: .right, isUndo: true)
        #expect(try await isVerified())
        #expect(try output == picture, "every byte is as it was, however an encoder would code it")
        #expect(try await row.turned == nil)
        for direction in [TurnDirection.half, .left] {
            _ = try await turns.turn(photo(), by: direction, isUndo: false)
        }
        #expect(try await isVerified())
        #expect(try await row.copies.count == 1)
    }

    @Test("two processes that turn a picture at once leave the row of the output that there is")
    func twoAtOnce() async throws {
        let photo = try photo()
        for _ in 0..<3 {
            async let one = turns.turn(photo, by: .left, isUndo: false)
            async let other = others.turn(photo, by: .left, isUndo: false)
            let outcomes = try await [one.outcome, other.outcome]
            #expect(outcomes == [.normalized, .normalized])
            #expect(try await isVerified())
        }
        #expect(try library.notes(beginning: "turning/").isEmpty)
    }

    @Test("after a kill between the turn and its row, the row follows")
    func resumes() async throws {
        try library.setNote("turning/1", to: hexadecimal(SHA256.hash(picture)))
        try library.setNote("turning/99", to: "00")
        let other = picture + [0]
        try folder.write(other, to: "out/a.jpg")
        #expect(try await !isVerified())
        try await turns.resume()
        #expect(try await isVerified())
        #expect(try await row.presentSHA256 == SHA256.hash(other))
        #expect(try library.notes(beginning: "turning/").isEmpty && library.versions() == [1: 1])
        // What has its old bytes again is what was delivered.
        try library.setNote("turning/1", to: hexadecimal(SHA256.hash(other)))
        try folder.write(picture, to: "out/a.jpg")
        try await turns.resume()
        #expect(try await isVerified())
        #expect(try await row.turned == nil)
    }

    @Test("what upright has not made is not turned, and an edit of somebody else stays one")
    func others() async throws {
        try folder.write(picture, to: "out/b.jpg")
        let path = RawPath(folder["out/b.jpg"].path())
        try library.add([AlbumPhoto(path: path, type: "public.jpeg")])
        let foreign = try #require(try library.photo(path: path))
        await #expect(throws: OperationError.self) { try await turns.turn(foreign, by: .left, isUndo: false) }
        #expect(try [UInt8](Data(contentsOf: folder["out/b.jpg"])) == picture)
        try folder.write(picture + [0], to: "out/a.jpg")
        #expect(try await turns.turn(photo(), by: .left, isUndo: false).outcome == .normalized)
        #expect(try await row.turned == nil)
        #expect(try await !isVerified())
    }
}
