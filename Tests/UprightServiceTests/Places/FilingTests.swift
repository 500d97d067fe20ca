internal import UprightRewriting
internal import UprightWorker
internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import UprightPlaces
internal import Synchronization
internal import TestSupport
internal import Testing
internal import UprightFormats

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
        // The one without a position was taken in the hour of the first.
        #expect(try library.album("Munich").count == 3)
        // A picture that was moved.
        try await deliver("a.jpg", 41.89, 12.49, at: 4_000_000)
        #expect(try await filer.update() == 1)
        #expect(try library.album("Rome").count == 3)
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

    @Test("links follow what is hidden and turned from the pages, and places that come from other pictures")
    func linksFollowChanges() async throws {
        let filer = filer(albums)
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await deliver("b.jpg", nil, nil, at: 2_000_000)
        try await filer.update()
        let (a, b) = ("albums/Germany/Munich/a.jpg", "albums/Germany/Munich/b.jpg")
        #expect(scratch.files.filter { $0.hasPrefix("albums/") } == [a, b])
        let photo = try #require(try library.photo(path: RawPath(scratch["out/a.jpg"].path())))
        try library.hide([photo.id])
        try await filer.update()
        #expect(!scratch.files.contains(a))
        try library.unhide([photo.id])
        try await filer.update()
        #expect(scratch.files.contains(a))
        try FileManager.default.removeItem(at: scratch["out/a.jpg"])
        try scratch.write("turned", to: "out/a.jpg")
        try library.noteChange(of: photo.id)
        try await filer.update()
        #expect(scratch.bytes(of: a) == Array("turned".utf8))
        #expect(try library.areLinksCurrent())
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
        // The answer is kept whole; its city is still the one that the gazetteer names Munich.
        #expect(
            photo.place?.country == "Deutschland" && photo.place?.regionCode == "DE.02"
                && photo.place?.city == "München" && photo.place?.ownCity == "Munich")
        let other = try #require(try library.photo(path: RawPath(scratch["out/b.jpg"].path())))
        #expect(other.place?.city == "Rome" && other.place?.source.hasSuffix("nothing from photon") == true)
        // The geocoder is not asked again, not even by another process, and a rebuild keeps the known answers.
        let asked = server.asked.withLock { $0 }
        #expect(try await refinement.run() == 0)
        try library.rebuild { geocoding.placeAtOnce(at: $0) }
        #expect(server.asked.withLock { $0 } == asked)
        #expect(try library.photo(path: RawPath(scratch["out/a.jpg"].path()))?.place == photo.place)
        let position = try #require(photo.position)
        let again = await geocoding.places(at: [position])[0].place
        #expect(again == photo.place)
        #expect(server.asked.withLock { $0 } == asked)
    }

    /// AMap's names, and the gazetteer's of the same city in English and in Chinese, make one album.
    @Test(arguments: [nil, "zh"] as [String?])
    func aCityNamedByTwoSourcesIsOneAlbum(language: String?) async throws {
        struct AMap: GeocodingTransport {
            func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
                let address = """
                    {"country":"中国","province":"北京市","city":[],"district":"朝阳区","adcode":"110105","streetNumber":{}}
                    """
                let body = #"{"status":"1","regeocodes":[{"addressComponent":\#(address)}]}"#
                return GeocodingAnswer(status: 200, contentType: "application/json", body: Array(body.utf8))
            }
        }
        let client = GeocodingClient(AMapService(key: "k"), transport: AMap(), language: language)
        let geocoding = Geocoding(gazetteer: gazetteer, client: client, language: language)
        let position = try #require(Position(latitude: 39.9215, longitude: 116.4435))
        let asked = try #require(await geocoding.places(at: [position])[0].place)
        #expect(
            asked.country == "中国" && asked.region == "北京市" && asked.city == "北京市" && asked.district == "朝阳区"
                && asked.regionCode == "CN.22" && asked.ownCity == "Beijing")
        let own = try #require(gazetteer.place(at: position, language: language))
        try library.add([
            AlbumPhoto(path: "/a.jpg", position: position, place: asked),
            AlbumPhoto(path: "/b.jpg", position: position, place: own),
        ])
        for kind in [AlbumKind.country, .region, .city] {
            #expect(try library.albums(of: [kind]).map(\.count) == [2], "\(kind)")
        }
    }

    @Test func aDeletedOutputLeavesTheAlbums() async throws {
        try await deliver("a.jpg", 48.1374, 11.5755, at: 1_000_000)
        try await deliver("b.jpg", 41.8902, 12.4922, at: 1_000_000)
        try await filer().update()
        var missing = MissingPictures(journal: journal, library: library)
        #expect(try await missing.all() == (0, 0))
        // The volume is away: nothing is taken out.
        try FileManager.default.moveItem(at: scratch["out"], to: scratch["away"])
        #expect(try await missing.all() == (0, 2))
        try FileManager.default.createDirectory(at: scratch["out"], withIntermediateDirectories: false)
        #expect(try await missing.all() == (0, 2))
        try FileManager.default.removeItem(at: scratch["out"])
        try FileManager.default.moveItem(at: scratch["away"], to: scratch["out"])
        #expect(try library.counts().photos == 2)
        try FileManager.default.removeItem(at: scratch["out/a.jpg"])
        #expect(try await missing.all() == (1, 0))
        #expect(try library.albums(of: [.city]).map(\.title) == ["Rome"])
    }

    @Test func linksOfManyPicturesAreOneCommit() async throws {
        for number in 0..<20 { try await deliver("\(number).jpg", 48.1374, 11.5755, at: 1_000_000) }
        try await filer().update()
        let ids = try library.photos(in: library.album("Munich").id).map(\.id)
        let other = try AlbumLibrary(path: scratch["albums.sqlite"].path())
        func commits() throws -> Int { Int(try other.revision().split(separator: "/")[0]) ?? 0 }
        let before = try commits()
        try albums.link(ids, of: library)
        #expect(try commits() - before == 1)
        #expect(scratch.files.count { $0.hasPrefix("albums/Germany/Munich/") } == 20)
        // Nothing to do is nothing to commit.
        try albums.link(ids, of: library)
        #expect(try commits() - before == 1)
    }

    @Test(arguments: [("apng-orientation-1.png", "public.png", 1), ("rgb8-orientation-1.png", "public.png", 0)])
    func animatedPicturesOfAnyFormatAreAnimated(name: String, type: String, count: Int) async throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../fixtures/png")
        guard let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path) else {
            #expect(count == 0, "\(name) is missing")
            return
        }
        try FileManager.default.createDirectory(at: scratch["out"], withIntermediateDirectories: true)
        try bytes.write(to: scratch["out"].appendingPathComponent(name))
        let output = RawPath(scratch["out"].path() + "/" + name)
        let filed = try await filer().file([DeliveredPicture(output: output, source: name, type: type)])
        #expect(filed == 1)
        #expect(try library.albums(of: [.animated]).reduce(0) { $0 + $1.count } == count)
    }

    @Test("A shot is one picture of the albums, whatever was taken with it, and in whatever order it was filed before")
    func aShotIsOnePicture() async throws {
        for name in ["a.jpg", "a.nef", "a.xmp", "a.mov"] { try await deliver(name, 48.1374, 11.5755, at: 1_000_000) }
        let filer = filer(albums)
        let links = { scratch.files.filter { $0.hasPrefix("albums/") }.sorted() }
        // As versions without shots have filed them.
        #expect(try await filer.update() == 4)
        for name in ["a.nef", "a.xmp", "a.mov"] {
            var record = try #require(try await journal.record(of: RawPath("/drop/\(name)")))
            (record.isCompanion, record.picture, record.finished) = (true, RawPath("/drop/a.jpg"), 2_000_000)
            record.pictureSHA256 = Array(repeating: 1, count: 32)
            try await journal.finish([record])
        }
        #expect(try await filer.update() == 0)
        #expect(try library.counts().photos == 1 && library.album("Munich").count == 1)
        let photo = try #require(try library.search(PictureSearch(words: ["a"])).first)
        #expect(photo.parts == [.raw, .video])
        #expect(
            try library.parts(of: photo).map { String(decoding: $0.path.name, as: UTF8.self) } == ["a.nef", "a.mov"])
        // They lie beside it in the folder of the albums.
        #expect(
            links().filter { !$0.hasSuffix(".xmp") }
                == ["albums/Germany/Munich/a.jpg", "albums/Germany/Munich/a.mov", "albums/Germany/Munich/a.nef"])
        // A picture that is filed again keeps them; parts whose files are gone go.
        try await deliver("a.jpg", 41.89, 12.49, at: 3_000_000)
        #expect(try await filer.update() == 1)
        #expect(try library.album("Rome").count == 1 && library.photo(photo.id)?.parts == [.raw, .video])
        #expect(
            links().filter { $0.contains("/Rome/") }
                == ["albums/Italy/Rome/a.jpg", "albums/Italy/Rome/a.mov", "albums/Italy/Rome/a.nef"])
        try library.remove(parts: [photo.path.parent.appending("a.mov")])
        #expect(try library.photo(photo.id)?.parts == .raw)
        // A raw file that is delivered alone is a picture.
        var record = try #require(try await journal.record(of: RawPath("/drop/a.nef")))
        (record.isCompanion, record.picture, record.finished) = (false, nil, 4_000_000)
        try await journal.finish([record])
        #expect(try await filer.update() == 1)
        #expect(try library.counts().photos == 2 && library.photo(photo.id)?.parts == [])
    }

    @Test func overridesWinOverTheGeocoder() async throws {
        let home = try #require(Position(latitude: 48.1374, longitude: 11.5755))
        let gazetteer = try Gazetteer(overrides: [PlaceOverride(position: home, radius: 200, name: "Home")])
        let server = FakeServer()
        let client = GeocodingClient(PhotonService(base: "http://x"), transport: server)
        let geocoding = Geocoding(gazetteer: gazetteer, client: client)
        #expect(await geocoding.places(at: [home])[0].place?.city == "Home")
        #expect(geocoding.placeAtOnce(at: home)?.city == "Home")
        #expect(server.asked.withLock { $0 } == 0)
    }
}
