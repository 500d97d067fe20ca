internal import UprightRewriting
internal import UprightConfiguration
internal import UprightBase
internal import UprightAlbums
internal import UprightFiles
internal import Foundation
internal import FoundationNetworking
internal import UprightService
internal import UprightPlaces
internal import TestSupport
internal import Testing
internal import UprightFormats

/// Shows the same small picture for every file that can be shown.
struct FakeViewer: PictureViewer {
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    func thumbnail(of file: OpenFile, edge: Int) async -> GalleryThumbnail? {
        file.path.description.contains("broken") ? nil : GalleryThumbnail(jpeg: Self.jpeg, colour: 0x3366CC)
    }

    func madeThumbnail(of file: OpenFile, edge: Int) async -> [UInt8]? { nil }

    func copyWithoutPosition(of file: OpenFile) async -> OpenFile? {
        let path = file.path.description
        return path.contains("broken") ? nil : path.contains("placed") ? Self.memory([9, 9]) : file
    }

    /// A file in memory.
    private static func memory(_ bytes: [UInt8]) -> OpenFile? {
        do {
            let made = try OpenFile.inMemory()
            try made.write(bytes)
            return made
        } catch { return nil }
    }

    /// Every file that is named so holds a video.
    func motion(in file: OpenFile) async -> OpenFile? {
        file.path.description.contains(".MP.") ? file : nil
    }

    func properties(of file: OpenFile) async -> [PictureProperty] {
        [
            PictureProperty(group: "{TIFF}", name: "Model", value: "<b>Camera</b>"),
            PictureProperty(group: "{Exif}", name: "ExposureTime", value: "0.004"),
        ]
    }
}

/// A gallery of pictures, one of which has a hostile name, with a journal.
final class GalleryBench: Sendable {
    static let hostile = #"<script>alert(1)</script>"'&amp;.jpg"#
    let scratch: TemporaryFolder
    let library: AlbumLibrary
    let journal: Journal
    let content: GalleryContent

    init(pictures: [AlbumPhoto]? = nil) throws {
        let scratch = try TemporaryFolder()
        self.scratch = scratch
        library = try AlbumLibrary(path: scratch["albums.sqlite"].path())
        journal = try Journal.open(in: RawPath(scratch.path)).journal
        if let pictures {
            try library.add(pictures)
        } else {
            let names = (0..<130).map { "\($0).jpg" } + [Self.hostile, "broken.png"]
            let photos = try names.enumerated().map { index, name in
                // A file name contains no slash.
                let file = try scratch.write(FakeViewer.jpeg, to: "out/" + name.replacing("/", with: "\u{2215}"))
                let isAway = index > 120
                return AlbumPhoto(
                    path: RawPath(file.path(percentEncoded: false)), source: "/drop/" + name,
                    type: name.hasSuffix("png") ? "public.png" : "public.jpeg",
                    time: 1_714_521_600 + Double(index) * 7200,
                    position: isAway
                        ? Position(latitude: 41.89, longitude: 12.49) : Position(latitude: 48.13, longitude: 11.57),
                    place: isAway ? Self.rome : Self.munich)
            }
            try library.add(photos)
        }
        try library.rebuild()
        var content = GalleryContent(
            library: library, journal: journal, gazetteer: try Gazetteer(), viewer: FakeViewer(),
            title: "Pictures & more")
        content.setFolders(
            PictureFolders([RawPath(scratch["drop"].path()), RawPath(scratch["out"].path())]), moved: [])
        // Turns nothing, and says so.
        content.turning = { [library] photo, direction, isUndo in
            var report = TagReport(source: photo.path)
            (report.isUndo, report.outcome) = (isUndo, direction == .half ? .rejected : .normalized)
            if direction == .half { report.reason = "the file is locked" }
            if direction != .half { try library.noteChange(of: photo.id) }
            return report
        }
        self.content = content
    }

    static let munich = Place(
        countryCode: "DE", country: "Germany", region: "Bavaria", regionCode: "DE.02", city: "Munich",
        district: "Sendling", source: "gazetteer 1")
    static let rome = Place(
        countryCode: "IT", country: "Italy", region: "Lazio", regionCode: "IT.07",
        city: "Rome <img src=x onerror=alert(2)>",
        source: "gazetteer 1")

    /// Writes a failure to the journal.
    func fail(_ name: String, reason: String = "cannot be decoded: <b>nothing</b>") async throws {
        var record = PictureRecord(
            source: RawPath("/drop/" + name), folder: RawPath("/drop"),
            status: FileStatus(kind: .regular, device: 1, inode: 1, size: 1, modified: 1, changed: 1))
        record.state = .finished
        record.outcome = .rejected
        record.reason = reason
        record.attempts = 5
        record.finished = 1_714_521_600_000
        try await journal.finish([record])
    }

    /// Writes a source and its output, and records them as delivered and files them.
    func deliver(_ name: RawPath, _ source: [UInt8], _ output: [UInt8]) async throws {
        let drop = RawPath(scratch["drop"].path())
        let out = RawPath(scratch["out"].path())
        for (folder, bytes) in [(drop, source), (out, output)] {
            _ = try OpenFolder.creating(folder.appending(name).parent)
            try FileStore.write(bytes, to: folder.appending(name))
        }
        var record = PictureRecord(
            source: drop.appending(name), folder: drop, status: try FileStore.status(of: drop.appending(name)))
        record.state = .finished
        record.outcome = .normalized
        record.type = "public.jpeg"
        record.sourceSHA256 = SHA256.hash(source)
        record.output = out.appending(name)
        record.outputSHA256 = SHA256.hash(output)
        record.outputSize = output.count
        record.finished = 1_714_521_600_000
        try await journal.finish([record])
        try library.add([
            AlbumPhoto(path: out.appending(name), source: record.source.description, type: "public.jpeg")
        ])
    }

    /// Serves the gallery during a body.
    func serving(
        _ other: GalleryContent? = nil, token: String? = nil, _ body: (GalleryClient) async throws -> Void
    ) async throws {
        let address = try #require(ServerAddress("127.0.0.1:0"))
        let server = try GalleryServer(other ?? content, address: address, token: token)
        let running = Task { try await server.run() }
        let port = try await server.waitUntilListening()
        let result: Result<Void, any Error>
        do {
            try await body(GalleryClient(port: port))
            result = .success(())
        } catch { result = .failure(error) }
        server.stop()
        _ = await running.result
        try result.get()
    }
}

/// Sends requests to a gallery.
final class GalleryClient: NSObject, URLSessionTaskDelegate, Sendable {
    private let port: UInt16

    init(port: UInt16) { self.port = port }

    struct Answer {
        var status: Int
        var headers: [String: String]
        var body: Data
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func ask(
        _ path: String, method: String = "GET", headers: [String: String] = [:], form: String? = nil
    ) async throws -> Answer {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port)/\(path)")!)
        request.httpMethod = method
        request.httpShouldHandleCookies = false
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let form {
            request.httpBody = Data(form.utf8)
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let (body, response) = try await session.data(for: request)
        let http = response as! HTTPURLResponse
        var fields: [String: String] = [:]
        for (name, value) in http.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
        return Answer(status: http.statusCode, headers: fields, body: body)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
