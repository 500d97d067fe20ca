internal import Dispatch
internal import Foundation
internal import NIOCore
internal import NIOEmbedded
internal import Synchronization
internal import UprightAlbums
internal import UprightFiles
internal import UprightService
internal import UprightFormats
internal import UprightPlaces

/// Asks a small gallery for a path with a query. What follows a line feed is the body of a form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let target = bytes.prefix { $0 != 0x0A }
    let body = Array("token=\(gallery.formToken)&".utf8) + bytes.dropFirst(target.count + 1)
    let isForm = target.count < bytes.count
    var head = Array((isForm ? "POST /" : "GET /").utf8) + target
    head += Array(" HTTP/1.1\r\nHost: localhost\r\n".utf8)
    if isForm { head += Array("Content-Length: \(body.count)\r\n".utf8) }
    head += Array("\r\n".utf8)
    let channel = EmbeddedChannel()
    do {
        try ConnectionTrial.serve(channel) { answer(to: $0) }
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try channel.writeInbound(ByteBuffer(bytes: isForm ? head + body : head))
        _ = try channel.finish(acceptAlreadyClosed: true)
    } catch {
        // A closed channel accepts no more bytes.
    }
    return 0
}

/// Waits for the gallery's answer, and returns an empty one: the server is the subject of another target.
private func answer(to request: HTTPRequest) -> HTTPResponse {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        let response = await gallery.response(to: request)
        guard response.status != .internalServerError else { fatalError("\(request.path) fails") }
        isDone.signal()
    }
    isDone.wait()
    return HTTPResponse(.ok, text: "")
}

private struct NoPictures: PictureViewer {
    func thumbnail(of file: OpenFile, edge: Int) async -> [UInt8]? { nil }
    func madeThumbnail(of file: OpenFile, edge: Int) async -> [UInt8]? { nil }
    func properties(of file: OpenFile) async -> [PictureProperty] { [] }
}

private let gallery: GalleryTrial = {
    do {
        let folder = NSTemporaryDirectory() + "fuzz-queries-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let library = try AlbumLibrary(path: folder + "/albums.sqlite")
        try library.add(
            (0..<40).map { number in
                AlbumPhoto(
                    path: "\(folder)/\(number).jpg", source: "/drop/\(number).jpg", type: "public.jpeg",
                    time: 1_714_521_600 + Double(number) * 86_400,
                    position: Position(latitude: 48.13, longitude: 11.57),
                    place: Place(countryCode: "DE", country: "Germany", city: "Munich", source: "gazetteer"))
            })
        try library.rebuild()
        let content = GalleryContent(
            library: library, journal: try Journal.open(in: RawPath(folder)).journal, gazetteer: try Gazetteer(),
            viewer: NoPictures())
        guard let trial = GalleryTrial(content) else { fatalError("no address") }
        return trial
    } catch { fatalError("no gallery to ask: \(error)") }
}()
