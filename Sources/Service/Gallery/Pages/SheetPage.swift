internal import UprightPlaces
internal import UprightAlbums
internal import UprightBase
internal import UprightFiles

/// The contact sheet of an album: each picture before and after, what was changed, and the SHA-256 of both files. It is made to
/// be printed.
struct SheetPage: Sendable {
    let frame: PageFrame
    /// The SHA-256 of the copies that are given away, by picture; nil to name what was delivered.
    var digests: [Int64: [UInt8]]?

    /// The number of pictures on a page.
    static let size = 200

    /// A page of the sheet; nil if it does not exist.
    func page(_ id: String, _ number: Int) async throws -> HTML? {
        guard let album = try frame.content.library.albumIfPresent(id), (1...1_000_000).contains(number) else {
            return nil
        }
        let last = max(1, (album.count + Self.size - 1) / Self.size)
        guard number <= last else { return nil }
        let page = PagePath.sheet(id, page: number)
        let photos = try frame.named(
            frame.content.library.photos(in: id, offset: (number - 1) * Self.size, limit: Self.size))
        var rows: [[String: PageTemplate.Value]] = []
        for photo in photos { rows.append(try await row(photo, from: page)) }
        let name = try frame.name(of: album)
        let body = frame.filled(
            "sheet",
            [
                "heading": .text(name), "language": frame.language(of: album),
                "back": .text(frame.link(frame.parcel == nil ? .album(id, page: 1) : .timeline, from: page)),
                "backTitle": .text(frame.words.text("viewer.back", ["name": name])),
                "summary": .text(frame.words.count("pictures", album.count)), "pictures": .list(rows),
                "pager": .html(frame.pager(number, of: last) { frame.link(.sheet(id, page: $0), from: page) }),
            ])
        return frame.document(page, title: "\(frame.words["sheet.title"]): \(name)", kind: "sheet", body)
    }

    private func row(_ photo: AlbumPhoto, from page: PagePath) async throws -> [String: PageTemplate.Value] {
        let record = try await frame.content.files.record(of: photo)
        let work = WorkSummary(record, frame.words, frame.dates)
        let shape = PictureShape(photo)
        let after = digests.map { $0[photo.id] } ?? record?.presentSHA256
        // What is said of the delivered file is not true of a copy with other bytes.
        let isStripped = frame.parcel?.isWithoutPositions == true && after != record?.presentSHA256
        let sentences = isStripped ? work.ofPixels + [frame.words["sheet.stripped"]] : work.sentences
        return [
            "name": .text(PageFrame.fileName(of: photo)), "text": .text(frame.description(of: photo)),
            "when": .text(photo.time.flatMap { CivilDate(seconds: $0) }.map { frame.dates.text($0) } ?? ""),
            "where": .text(photo.place?.description ?? ""), "whereLanguage": frame.placeLanguage,
            "small": .text(frame.link(.thumbnail(photo.id, edge: 320), from: page)),
            "width": .text(String(shape.width)), "height": .text(String(shape.height)),
            // The turn is undone by the style: the picture as it was stored.
            "stored": .text("o\(work.orientation)"),
            "sentences": .list(sentences.map { ["sentence": .text($0)] }),
            "before": .text(record?.sourceSHA256.map { hexadecimal($0) } ?? ""),
            "after": .text(after.map { hexadecimal($0) } ?? ""),
        ]
    }
}
