internal import UprightAlbums
internal import UprightFormats
internal import UprightFiles
internal import UprightPlaces
internal import UprightRewriting

/// The page of one picture: a large image, its metadata, and what was changed.
struct PicturePage: Sendable {
    let frame: PageFrame
    /// Whether a video plays in the picture; nil to find out. An exported page plays what the export has written.
    var hasMotion: Bool?
    /// How the reader has just turned it; nil if that is not so.
    var turned: TurnDirection?

    /// The format of a picture; nil if it is not handled.
    static func format(_ photo: AlbumPhoto) -> FormatDescription? {
        ReadableFormats.description(of: ImageType(rawValue: photo.type))
    }

    /// The extension of a served picture file; nil for a type that is not served.
    static func ending(_ photo: AlbumPhoto) -> String? { format(photo)?.filenameExtensions.first }

    /// The path of a picture's own file; nil for a type that is not served.
    static func original(_ photo: AlbumPhoto) -> PagePath? {
        ending(photo).map { .original(photo.id, extension: $0) }
    }

    /// The path of a picture's original; nil for a type that is not served.
    static func source(_ photo: AlbumPhoto) -> PagePath? {
        ending(photo).map { .source(photo.id, extension: $0) }
    }

    /// The page; nil if there is no such picture.
    ///
    /// - Parameter context: The collection being viewed, as ``PageFrame/rows(_:_:context:from:)`` puts it into links.
    func page(_ id: Int64, context: String = "") async throws -> HTML? {
        guard let photo = try photo(id) else { return nil }
        let body = try await body(photo, context: context)
        return frame.document(
            .picture(id), title: PageFrame.fileName(of: photo), kind: "viewer", scripts: [.asset("viewer.js")], body)
    }

    private func photo(_ id: Int64) throws(AlbumsError) -> AlbumPhoto? {
        try frame.content.photo(id).flatMap { (photo) throws(AlbumsError) in try frame.named([photo]).first }
    }

    /// The page as data for the viewer, which changes pictures without loading another page.
    func data(_ id: Int64, context: String = "") async throws -> String? {
        guard let photo = try photo(id) else { return nil }
        let title = ScriptText.quoted(PageFrame.fileName(of: photo))
        return
            "window.uprightPicture(\(id),\(title),\(ScriptText.quoted(try await body(photo, context: context).markup)));\n"
    }

    private func body(_ photo: AlbumPhoto, context name: String) async throws -> HTML {
        let library = frame.content.library
        let page = PagePath.picture(photo.id)
        let albums = try frame.named(
            library.albums(with: photo.id).filter { frame.parcel == nil || frame.parcel?.album == $0.id })
        let (context, back) = try self.context(name, of: photo, from: page)
        let neighbours = try library.neighbours(of: photo, in: context)
        let properties = try await frame.content.properties(of: photo).filter {
            !PictureFactRows.isBlank($0.value)
        }
        let record = try await frame.content.files.record(of: photo)
        let work = WorkSummary(record, frame.words, frame.dates)
        let shape = PictureShape(photo)
        let original = Self.original(photo).map { frame.link($0, from: page) } ?? ""
        // Only the original file is animated.
        let isVideo = ReadableFormats.isVideo(ImageType(rawValue: photo.type))
        let large =
            photo.isAnimated && !isVideo && !original.isEmpty ? original : frame.link(.preview(photo.id), from: page)
        let isViewable = GalleryContent.isShownByBrowsers(photo.type)
        let raw = try library.parts(of: photo).first { $0.kind == .raw }
        let isMoving = if let hasMotion { hasMotion } else { try await frame.content.motion(of: photo) != nil }
        let query = context == .timeline ? "" : "?in=" + GalleryQuery.encoded(name)
        func turn(_ id: Int64?) -> String { id.map { frame.link(.picture($0), from: page) + query } ?? "" }
        func preview(_ id: Int64?) -> String { id.map { frame.link(.preview($0), from: page) } ?? "" }
        let facts = PictureFactRows(photo, properties, source: photo.source, dates: frame.dates)
        let text = frame.description(of: photo)
        var values: [String: PageTemplate.Value] = [
            "id": .text(String(photo.id)), "name": .text(PageFrame.fileName(of: photo)),
            "root": .text(frame.root(from: page)), "token": .text(frame.formToken),
            "back": .text(back.link), "backName": .text(back.name),
            "backTitle": .text(frame.words.text("viewer.back", ["name": back.name])), "original": .text(original),
            "large": .text(large), "whole": .text(isViewable ? original : ""),
            "raw": .text(
                raw == nil || frame.parcel != nil
                    ? "" : frame.link(.raw(photo.id, extension: GalleryContent.ending(of: raw!.path)), from: page)),
            "rawName": .text(raw.map { RawPath(bytes: $0.path.name).exact } ?? ""),
            "rawPreview": .text(frame.link(.rawPreview(photo.id), from: page)),
            "motion": .text(isMoving ? frame.link(.motion(photo.id), from: page) : ""),
            "video": .text(isVideo ? original : ""),
            "set": .text(
                photo.isAnimated
                    ? ""
                    : frame.set(
                        photo,
                        [
                            (640, .thumbnail(photo.id, edge: 640)),
                            (GalleryContent.previewEdge, .preview(photo.id)),
                        ], page)),
            "width": .text(String(shape.width)), "height": .text(String(shape.height)),
            "text": .text(text), "originalText": .text(frame.words.text("compare.original", ["what": text])),
            "normalizedText": .text(frame.words.text("compare.normalized", ["what": text])),
            "quarter": .flag(work.isQuarter || record?.turned != nil),
            "work": .flag(frame.parcel == nil && (record != nil || frame.isTechnical)),
            "previous": .text(turn(neighbours.before)),
            "next": .text(turn(neighbours.after)), "previousLarge": .text(preview(neighbours.before)),
            "nextLarge": .text(preview(neighbours.after)), "exposure": .text(facts.exposure),
            "camera": .text(facts.camera),
            "language": frame.placeLanguage,
            "facts": .list(
                facts.rows.filter { isShown($0) }.map {
                    [
                        "label": .text(frame.words[$0.key]), "value": .text($0.value),
                        "datetime": .text($0.datetime ?? ""),
                        "language": $0.isLocalized
                            ? ($0.datetime == nil ? frame.placeLanguage : frame.dateLanguage) : "",
                    ]
                }),
            "sentences": .list(work.sentences.map { ["sentence": .text($0)] }), "turned": .text(work.turned),
            "warnings": Self.optional((frame.isTechnical ? work.warnings : []).map { ["warning": .text($0)] }),
            "details": Self.optional(
                (frame.isTechnical ? work.changes : []).map {
                    ["what": .text($0.what), "from": .text($0.from), "to": .text($0.to)]
                }),
            "albums": .list(
                albums.map {
                    [
                        "link": .text(frame.link(.album($0.id, page: 1), from: page)),
                        "name": .text($0.name(in: frame.naming)), "language": frame.language(of: $0),
                    ]
                }),
            "properties": properties.isEmpty || !frame.isTechnical
                ? .list([])
                : .list([
                    [
                        "title": .text(
                            frame.words.text("picture.fields", ["n": frame.words.grouped(properties.count)])),
                        "list": .list(
                            properties.map {
                                [
                                    "field": .text(($0.group.isEmpty ? "" : $0.group + " ") + $0.name),
                                    "value": .text($0.value),
                                ]
                            }),
                    ]
                ]),
        ]
        if frame.parcel != nil { return frame.filled("picture", values) }
        if frame.mayChange {
            values["changes"] = "1"
            values["in"] = .text(name)
            values["turns"] = .flag(!isVideo && record != nil && record?.source != photo.path)
            values["done"] = .text(turned?.rawValue ?? "")
            values["isHidden"] = .flag(try library.photo(photo.id) == nil)
        }
        // A page on disk is written once, so it is written for what is there.
        let source =
            frame.isStatic
            ? try await frame.content.files.original(of: photo)
            : try await frame.content.files.presumedOriginal(of: photo)
        switch source {
        case .none: break
        case .changed: values["changed"] = "1"
        case .file where !isViewable: break
        case .file: values["before"] = .text(Self.source(photo).map { frame.link($0, from: page) } ?? "")
        }
        if let position = photo.position {
            values["latitude"] = .text(PictureFactRows.degrees(position.latitude))
            values["longitude"] = .text(PictureFactRows.degrees(position.longitude))
            values["map"] = .text(
                frame.link(.map, from: page)
                    + "#11/\(PictureFactRows.degrees(position.latitude))/\(PictureFactRows.degrees(position.longitude))"
            )
        }
        return frame.filled("picture", values)
    }

    private func isShown(_ fact: PictureFactRows.Row) -> Bool {
        if frame.parcel?.isWithoutPositions == true, fact.isPosition { return false }
        return frame.isTechnical || !fact.isTechnical
    }

    /// A section that is omitted if its list is empty.
    private static func optional(_ list: [[String: PageTemplate.Value]]) -> PageTemplate.Value {
        .list(list.isEmpty ? [] : [["list": .list(list)]])
    }

    /// The collection being viewed, and the link back to the picture's place in it.
    private func context(
        _ name: String, of photo: AlbumPhoto, from page: PagePath
    ) throws(AlbumsError) -> (PictureContext, back: (link: String, name: String)) {
        let library = frame.content.library
        func place(_ path: PagePath) -> String { frame.link(path, from: page) + "#" + Self.anchor(photo.id) }
        func albumPage(_ context: PictureContext) throws(AlbumsError) -> Int {
            try library.rank(of: photo, in: context) / AlbumPages.picturesPerPage + 1
        }
        if name == AlbumPages.placeless {
            return (
                .placeless, (place(.album(name, page: try albumPage(.placeless))), frame.words["timeline.placeless"])
            )
        }
        if name == AlbumPages.hidden {
            return (.hidden, (place(.album(name, page: try albumPage(.hidden))), frame.words["hidden.title"]))
        }
        if !name.isEmpty, let album = try library.albumIfPresent(name) {
            let context = PictureContext.album(name)
            return (context, (place(.album(name, page: try albumPage(context))), try frame.name(of: album)))
        }
        let month = photo.time.flatMap { PictureMonth.key(of: $0) } ?? TimelinePage.undated
        let number = try library.rank(of: photo, in: .timeline) / TimelinePage.size + 1
        return (.timeline, (place(.month(month, page: number)), frame.words["timeline.all"]))
    }

    /// The fragment of a picture in the pages that list it.
    static func anchor(_ id: Int64) -> String { "p\(id)" }
}
