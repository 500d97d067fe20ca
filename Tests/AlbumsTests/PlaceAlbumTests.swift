import Albums
import Foundation
import TestSupport
import Testing
import UprightFormats
import UprightPlaces

@Suite struct PlaceAlbumTests {
    private static let munich = GPSCoordinate(latitude: 48.13743, longitude: 11.57549)
    private static let beijing = GPSCoordinate(latitude: 39.908722, longitude: 116.397499)

    /// Answers every request of AMap with one district after the other, and counts the requests.
    private struct Server: GeocodingTransport {
        let requests = Counter()

        func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
            let count = request.url.components(separatedBy: "%7C").count + request.url.filter { $0 == "|" }.count
            requests.increment()
            let codes = (0..<count).map { number in
                """
                {"formatted_address":"x","addressComponent":{"country":"中国","province":"北京市","city":[],"citycode":"010",
                "district":"\(number.isMultiple(of: 2) ? "东城区" : "西城区")","adcode":"110101","streetNumber":{"street":[],"number":[]}}}
                """
            }
            let body = #"{"status":"1","info":"OK","infocode":"10000","regeocodes":[\#(codes.joined(separator: ","))]}"#
            return GeocodingAnswer(status: 200, contentType: "application/json", body: Array(body.utf8))
        }
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        var value: Int { lock.withLock { number } }
        func increment() { lock.withLock { number += 1 } }
    }

    @Test("Pictures of one place share its albums, and the language changes no id")
    func grouping() throws {
        let offline = try OfflineGeocoder()
        let places = [
            Self.munich, Self.beijing, GPSCoordinate(latitude: 48.14, longitude: 11.58),
            GPSCoordinate(latitude: 0, longitude: -30),
        ]
        let albums = ["de", "ja"].map { language in
            PlaceAlbum.albums(
                of: zip(1..., places).map { (picture: $0, place: offline.placemark(at: $1, language: language)) })
        }
        #expect(albums[0].map(\.id) == albums[1].map(\.id) && albums[0].map(\.title) != albums[1].map(\.title))
        let city = try #require(albums[0].first { $0.kind == .city })
        #expect(city.title == "München" && city.pictures == [1, 3] && city.countryCode == "DE")
        #expect(albums[0].contains { $0.id == city.parent && $0.kind == .region && $0.pictures == [1, 3] })
        #expect(!albums[0].flatMap(\.pictures).contains(4))
        let cities = PlaceAlbum.albums(of: [(1, offline.placemark(at: Self.munich))], kinds: [.city])
        #expect(cities.map(\.kind) == [.city])
    }

    @Test("Positions are asked for in few requests, and every one has its answer")
    func batches() async throws {
        let (offline, server) = (try OfflineGeocoder(), Server())
        var service = AMapService(GeocodingServer(url: "https://amap.example", rate: 1000, concurrency: 1))
        service.server.key = "secret"
        let geocoder = OnlineGeocoder(GeocodingClient(service, transport: server), offline: offline)
        // Each in a cell of its own; the last is none.
        let coordinates =
            (0..<20).map {
                GPSCoordinate(latitude: 39.90 + Double($0) * 0.002, longitude: 116.40)
            } + [GPSCoordinate(latitude: 0, longitude: 0)]
        let answers = await geocoder.placemarks(at: coordinates)
        #expect(answers.count == 21 && server.requests.value == 1)
        let pictures = zip(0..., answers.dropLast()).map { (picture: $0, place: (try? $1.get()) ?? nil) }
        let districts = PlaceAlbum.albums(of: pictures, kinds: [.district])
        #expect(districts.map(\.title) == ["东城区", "西城区"])
        #expect(districts.map(\.pictures) == [0, 1].map { Array(stride(from: $0, to: 20, by: 2)) })
        #expect(throws: GeocodingError.self) { try answers.last?.get() }
    }

    @Test("A server that refuses the key is said, without the key")
    func refusal() async throws {
        struct Refusing: GeocodingTransport {
            func get(_ request: GeocodingRequest) async throws(GeocodingFailure) -> GeocodingAnswer {
                GeocodingAnswer(status: 403, contentType: "application/json", body: [])
            }
        }
        let offline = try OfflineGeocoder()
        let client = GeocodingClient(
            NominatimService(GeocodingServer(url: "https://geo.example")), transport: Refusing())
        let answer = await OnlineGeocoder(client, offline: offline).placemarks(at: [Self.munich])[0]
        guard case .failure(let error) = answer else {
            Issue.record("expected a failure, found \(answer)")
            return
        }
        #expect(error.kind == .configuration && error.description.contains("403"))
    }

    /// The examples of the articles, line by line.
    @Test func articles() async throws {
        try Articles.check(["Places/Public", "Steps/Albums/Public"], against: #filePath)
        let bytes = try #require(Fixture.named("samples/photo.jpg")).content()
        let offline = try OfflineGeocoder()
        let marienplatz = GPSCoordinate(latitude: 48.13743, longitude: 11.57549)
        let placemark = offline.placemark(at: marienplatz, language: "de")
        print(placemark?.city ?? "at sea", offline.timeZone(at: marienplatz) ?? "")
        #expect(offline.timeZone(at: marienplatz) == "Europe/Berlin")
        let names = placemark?.names ?? PlaceNames()
        let edited = try MetadataEditor(MetadataEdit.place(names, when: .whereBlank)).edited(bytes)
        #expect(try ImageProperties(reading: edited.bytes).xmp?["photoshop:City"]?.text == "München")
        try await online(offline, [])
    }

    private func online(_ offline: OfflineGeocoder, _ files: [(String, [UInt8])]) async throws {
        let coordinates: [GPSCoordinate] = []
        let geocoder = OnlineGeocoder(
            .nominatim(url: "https://nominatim.example.org"), offline: offline, language: "de",
            userAgent: "album/1.0 (you@example.org)")
        for (coordinate, answer) in zip(coordinates, await geocoder.placemarks(at: coordinates)) {
            switch answer {
            case .success(let placemark): print(coordinate, placemark?.description ?? "no place")
            case .failure(let error): print(coordinate, error)
            }
        }
        var located: [(name: String, coordinate: GPSCoordinate)] = []
        for (name, bytes) in files {
            if let coordinate = try ImageProperties(reading: bytes).gps?.coordinate, coordinate.isPlausible {
                located.append((name, coordinate))
            }
        }
        let answers = await geocoder.placemarks(at: located.map(\.coordinate))
        let pictures = zip(located, answers).map { file, answer in
            (picture: file.name, place: (try? answer.get()) ?? offline.placemark(at: file.coordinate))
        }
        for album in PlaceAlbum.albums(of: pictures, kinds: [.city, .district]) {
            print(album.kind, album.title, album.pictures.count)
        }
    }
}
