internal import UprightAlbums
internal import UprightEngine
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// What the pages change besides the albums: pictures are turned and hidden, failures tried again or dismissed.
extension GalleryPages {
    /// Processes a form with a change. Where nothing may be changed, it changes nothing.
    func change(
        _ action: String, _ pictures: [Int64], _ field: (String) -> String?, for reader: GalleryReader
    ) async throws -> GalleryAnswer {
        guard let turning = content.turning else {
            return .text("nothing may be changed from these pages (gallery.changes)\n", status: 403)
        }
        if action == "home" {
            try content.library.setMapHome(field("at").flatMap { Position($0) })
            try content.library.settle()
            return .redirect(to: PagePath.map.path)
        }
        let context = field("in").flatMap { $0.isEmpty ? nil : "in=" + GalleryQuery.encoded($0) }
        guard let first = pictures.first, let photo = try content.photo(first) else {
            return missing("/edit.html", for: reader)
        }
        var query = [context].compactMap { $0 }
        switch action {
        case "hide", "unhide":
            try action == "hide" ? content.library.hide(pictures) : content.library.unhide(pictures)
            try content.library.settle()
            if let back = field("page").flatMap({ PagePath(path: $0) }) { return .redirect(to: back.path) }
        default:
            guard let direction = field("direction").flatMap({ TurnDirection(rawValue: $0) }) else {
                return missing("/edit.html", for: reader)
            }
            let isUndo = action == "undo"
            let report = try await turning(photo, isUndo ? direction.inverse : direction, isUndo)
            guard report.outcome != .rejected else { return refused(report.reason, for: reader) }
            if let photo = try content.library.photo(first) { try await PictureIndexer(content).index([photo]) }
            if !isUndo { query.append("turned=\(direction.rawValue)") }
        }
        return .redirect(
            to: PagePath.picture(first).path + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
    }

    /// Processes the form of failures.
    func failures(_ field: (String) -> String?) async throws -> GalleryAnswer {
        guard content.turning != nil else {
            return .text("nothing may be changed from these pages (gallery.changes)\n", status: 403)
        }
        let isDismissed = field("action") == "dismiss"
        let records = try await chosen(field)
        let count = try await content.journal?.change(
            isDismissed ? .drop : .retry, of: records.map(\.source), now: PictureEngine.milliseconds())
        return .redirect(to: "failures.html?\(isDismissed ? "dismissed" : "asked")=\(count ?? 0)")
    }

    private func chosen(_ field: (String) -> String?) async throws(JournalError) -> [PictureRecord] {
        guard let records = try await content.journal?.summary(failures: 100_000).failures else { return [] }
        if let digest = field("reason") { return records.filter { FailuresPage.digest($0.reason) == digest } }
        guard let source = field("source") else { return [] }
        return source == "all" ? records : records.filter { FailuresPage.hexadecimal($0.source) == source }
    }

    /// The page that says why something cannot be done.
    func refused(_ reason: String, for reader: GalleryReader) -> GalleryAnswer {
        let frame = frame(for: reader)
        return .page(frame.message(frame.words["refused.title"], reason, isAlert: true, depth: 0), status: 409)
    }
}
