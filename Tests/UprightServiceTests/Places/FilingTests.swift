internal import UprightRewriting
internal import UprightWorker
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import UprightJournal
internal import UprightPlaces
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightGeodata

@Suite struct FilingTests {
    let scratch: TemporaryFolder
    let journal: Journal
    let library: AlbumLibrary
    let gazetteer: Gazetteer

    init() throws {
        scratch = try TemporaryFolder()
        journal = try Journal.open(in: RawPath(scratch.path)).journal
        library = try AlbumLibrary(path: scratch["albums.sqlite"].path())
        gazetteer = try Gazetteer()
    }

    /// A delivered picture, as in the journal.
    func deliver(_ name: String, _ latitude: Double?, _ longitude: Double?, at finished: Int64) async throws {
        let output = try scratch.write("picture \(name)", to: "out/\(name)")
        var record = PictureRecord(
            source: RawPath("/drop/\(name)"), folder: RawPath("/drop"),
            status: FileStatus(kind: .regular, device: 1, inode: 1, size: 1, modified: 1, changed: 1))
        record.state = .finished
        record.outcome = .normalized
        record.outputSHA256 = Array(repeating: UInt8(truncatingIfNeeded: finished / 1000), count: 32)
        record.type = "public.jpeg"
        record.output = RawPath(output.path(percentEncoded: false))
        record.latitude = latitude
        record.longitude = longitude
        record.captured = "2024:05:01 12:00:00"
        record.finished = finished
        try await journal.finish([record])
    }

    var albums: AlbumFolder {
        AlbumFolder(path: scratch["albums"].path(), pictures: PictureFolders([RawPath(scratch["out"].path())]))
    }

    func filer(_ folder: AlbumFolder? = nil) -> PictureFiler {
        let gazetteer = gazetteer
        return PictureFiler(
            journal: journal, library: library, folder: folder, reader: InProcessContentReader(), limits: Limits()
        ) {
            gazetteer.place(at: $0)
        }
    }

    @Test func onlyNewPicturesAreFiled() async throws {
        let filer = filer()
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await deliver("b.jpg", 41.8902, 12.4922, at: 2_000_000)
        #expect(try await filer.update() == 2)
        #expect(try await filer.update() == 0)
        try await deliver("c.jpg", 48.14, 11.58, at: 3_000_000)
        try await deliver("late.jpg", nil, nil, at: 2_990_000)
        #expect(try await filer.update() == 2)
        #expect(try library.album("Munich").count == 2)
        // A picture that was moved.
        try await deliver("a.jpg", 41.89, 12.49, at: 4_000_000)
        #expect(try await filer.update() == 1)
        #expect(try library.album("Rome").count == 2)
        #expect(try await filer.update(fromTheBeginning: true) == 0)
    }

    @Test func linksOnDiskFollowThePictures() async throws {
        let folder = albums
        let filer = filer(folder)
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await filer.update()
        #expect(scratch.files.contains("albums/Germany/Munich/a.jpg"))
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch["out/a.jpg"].path())
        #expect(attributes[.referenceCount] as? Int == 2)
        // The output is replaced: its link must not keep the old bytes.
        try FileManager.default.removeItem(at: scratch["out/a.jpg"])
        try await deliver("a.jpg", 48.1375, 11.5755, at: 2_000_000)
        try scratch.write("new bytes", to: "out/a.jpg")
        try await filer.update()
        #expect(scratch.bytes(of: "albums/Germany/Munich/a.jpg") == Array("new bytes".utf8))
        try await deliver("a.jpg", 41.8902, 12.4922, at: 3_000_000)
        try await filer.update()
        let links = scratch.files.filter { $0.hasPrefix("albums/") }
        #expect(links == ["albums/Italy/Rome/a.jpg"])
    }

    @Test func aUsersFileUnderTheNameOfALinkStays() async throws {
        let filer = filer(albums)
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await filer.update()
        let link = "albums/Germany/Munich/a.jpg"
        try #require(scratch.files.contains(link))
        try FileManager.default.removeItem(at: scratch[link])
        try scratch.write("mine", to: link)
        try await deliver("a.jpg", 41.8902, 12.4922, at: 2_000_000)
        try await filer.update()
        #expect(scratch.bytes(of: link) == Array("mine".utf8))
        #expect(scratch.files.contains("albums/Italy/Rome/a.jpg"))
    }

    /// Answers from a table by latitude, or not at all.
    final class FakeServer: GeocodingTransport {
        let isUp = Mutex(true)
        let asked = Mutex(0)

        func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
            asked.withLock { $0 += 1 }
            guard isUp.withLock({ $0 }) else { return GeocodingAnswer(status: 503, contentType: "", body: []) }
            let knows = request.url.contains("lat=48")
            let properties = #"{"countrycode":"DE","country":"Deutschland","city":"München","street":"Marienplatz"}"#
            let body = #"{"features":[\#(knows ? #"{"properties":\#(properties)}"# : "")]}"#
            return GeocodingAnswer(status: 200, contentType: "application/json", body: Array(body.utf8))
        }
    }

    @Test func aGeocoderRefinesTheGazetteersAnswer() async throws {
        let server = FakeServer()
        server.isUp.withLock { $0 = false }
        let time = Mutex(1_700_000_000.0)
        let client = GeocodingClient(
            PhotonService(base: "http://x", requestsPerSecond: 1000), transport: server, cache: library,
            now: { time.withLock { $0 } }, sleep: { seconds in time.withLock { $0 += seconds } })
        let geocoding = Geocoding(gazetteer: gazetteer, client: client)
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await deliver("b.jpg", 41.8902, 12.4922, at: 1_000_000)
        try await filer().update()
        let refinement = PlaceRefinement(library: library, geocoding: geocoding)
        // The geocoder is down: the gazetteer's answer is used.
        #expect(try await refinement.run() == 0)
        #expect(try library.album("Munich").count == 1)
        server.isUp.withLock { $0 = true }
        time.withLock { $0 += 10_000 }
        #expect(try await refinement.run() == 2)
        let photo = try #require(try library.photo(path: RawPath(scratch["out/a.jpg"].path())))
        #expect(photo.place?.street == "Marienplatz" && photo.place?.source == "photon")
        // Country and region have the same names as for all other pictures.
        #expect(
            photo.place?.country == "Germany" && photo.place?.regionCode == "DE.02" && photo.place?.city == "München")
        let other = try #require(try library.photo(path: RawPath(scratch["out/b.jpg"].path())))
        #expect(other.place?.city == "Rome" && other.place?.source.hasSuffix("nothing from photon") == true)
        // The geocoder is not asked again, not even by another process, and a rebuild keeps the known answers.
        let asked = server.asked.withLock { $0 }
        #expect(try await refinement.run() == 0)
        try library.rebuild { geocoding.placeAtOnce(at: $0) }
        #expect(server.asked.withLock { $0 } == asked)
        #expect(try library.photo(path: RawPath(scratch["out/a.jpg"].path()))?.place == photo.place)
        let position = try #require(photo.position)
        let again = await geocoding.place(at: position)
        #expect(again == photo.place)
        #expect(server.asked.withLock { $0 } == asked)
    }

    @Test func overridesWinOverTheGeocoder() async throws {
        let home = try #require(Position(latitude: 48.1374, longitude: 11.5755))
        let gazetteer = try Gazetteer(overrides: [PlaceOverride(position: home, radius: 200, name: "Home")])
        let server = FakeServer()
        let client = GeocodingClient(PhotonService(base: "http://x"), transport: server)
        let geocoding = Geocoding(gazetteer: gazetteer, client: client)
        #expect(await geocoding.place(at: home)?.city == "Home")
        #expect(geocoding.placeAtOnce(at: home)?.city == "Home")
        #expect(server.asked.withLock { $0 } == 0)
    }
}
