package import UprightAlbums
internal import UprightFiles
internal import UprightFormats
internal import UprightRewriting

/// Exports the gallery as files that any browser can open from disk, without a server.
///
/// An export continues where an earlier one stopped: an existing image that is not older than its picture is not made
/// again, and a page is written only if its content has changed.
package struct GalleryExport: Sendable {
    /// The summary of an export.
    package struct Summary: Sendable, Hashable {
        package var pages = 0
        /// The number of linked pictures.
        package var pictures = 0
        /// Pictures that cannot be shown or linked, with the reason.
        package var problems: [String] = []
    }

    /// The progress of an export.
    package struct Progress: Sendable, Hashable {
        /// The number of finished pictures.
        package var pictures: Int
        /// The number of all pictures.
        package var of: Int
    }

    let content: GalleryContent
    let folder: ExportFolder
    let frame: PageFrame
    let progress: @Sendable (Progress) -> Void

    /// Creates an export into a folder.
    ///
    /// - Parameters:
    ///   - folder: An absolute path, which is created if it does not exist.
    ///   - links: The kind of link to the pictures.
    ///   - parcel: The album to write, and nothing else; nil for the whole gallery.
    ///   - isTechnical: Whether the pages show failures, paths, sources and all metadata.
    ///   - progress: Called after every picture.
    package init(
        _ content: GalleryContent, to folder: String, links: AlbumFolder.LinkKind = .automatic,
        isTechnical: Bool = false, parcel: GalleryParcel? = nil,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws(AlbumsError) {
        self.content = content
        self.folder = ExportFolder(path: folder, links: links)
        self.progress = progress
        let words = content.language.flatMap { GalleryWords.language(for: $0) }.map { GalleryWords.named($0) }
        frame = PageFrame(
            content: content, words: words ?? .english, isTechnical: isTechnical, parcel: parcel,
            naming: try content.library.dateLanguage(), isStatic: true)
    }

    /// Writes everything, and brings an earlier export up to date.
    package func write() async throws -> Summary {
        var summary = Summary()
        guard try !folder.holdsOthers() else {
            throw OperationError(
                "\(folder.path) contains other files: give a new folder, or one of an earlier export")
        }
        for name in GalleryAsset.names {
            if let asset = GalleryAsset.named(name) { try folder.write(asset.bytes, to: .asset(name)) }
        }
        try folder.write(Array(frame.words.script.utf8), to: .words(frame.words.language))
        try await PictureIndexer(content).run()
        if let parcel = frame.parcel {
            try await write(parcel, &summary)
            return summary
        }
        try await writeOverviews(&summary)
        try writeTimeline(&summary)
        try writeAlbums(&summary)
        try await writePictures(&summary)
        return summary
    }

    func put(_ page: PagePath, _ html: HTML, _ summary: inout Summary) throws {
        try folder.write(Array(html.markup.utf8), to: page)
        summary.pages += 1
    }

    private func writeOverviews(_ summary: inout Summary) async throws {
        let others = OtherPages(frame: frame)
        try put(.albums, try AlbumPages(frame: frame).index(), &summary)
        try put(.map, try others.map(), &summary)
        try put(.search, try others.search(GalleryQuery()), &summary)
        if frame.isTechnical { try put(.failures, try await FailuresPage(frame: frame).page(), &summary) }
        try put(.about, others.about(), &summary)
    }

    private func writeTimeline(_ summary: inout Summary) throws {
        let timeline = TimelinePage(frame: frame)
        try put(.timeline, try timeline.index(), &summary)
        for (month, number) in try timeline.all() {
            if let page = try timeline.month(month, page: number) {
                try put(.month(month, page: number), page, &summary)
            }
            if let data = try timeline.data(month, page: number) {
                try folder.write(Array(data.utf8), to: .monthData(month, page: number))
            }
        }
    }

    private func writeAlbums(_ summary: inout Summary) throws {
        let albums = AlbumPages(frame: frame)
        for shelf in AlbumPages.shelves {
            var number = 1
            while let page = try albums.kind(shelf.name, page: number) {
                try put(.kind(shelf.name, page: number), page, &summary)
                number += 1
            }
        }
        for id in try content.library.albums().map(\.id) + [AlbumPages.placeless] {
            var number = 1
            while let page = try albums.album(id, page: number) {
                try put(.album(id, page: number), page, &summary)
                number += 1
            }
            try writeOrder(of: id)
        }
    }

    /// Writes the order of an album's pictures, which the viewer follows.
    func writeOrder(of id: String) throws {
        let order =
            id == AlbumPages.placeless
            ? try content.library.placeless(limit: .max).map(\.id) : try content.library.order(of: id)
        let name = try content.library.albumIfPresent(id).map(frame.name(of:)) ?? frame.words["timeline.placeless"]
        let script =
            "window.uprightOrder(\(ScriptText.quoted(name)),[\(order.map(String.init).joined(separator: ","))]);\n"
        try folder.write(Array(script.utf8), to: .order(id))
    }

    private func writePictures(_ summary: inout Summary) async throws {
        let map = MapData(content)
        let total = try content.library.counts().photos
        var cells: Set<String> = ["world"]
        var index = "window.uprightIndex=["
        var offset = 0
        while true {
            let photos = try content.library.search(PictureSearch(), limit: 1000, offset: offset)
            guard !photos.isEmpty else { break }
            for photo in photos {
                let pages = PicturePage(frame: frame, hasMotion: try await writeMotion(of: photo, &summary))
                if let page = try await pages.page(photo.id) { try put(.picture(photo.id), page, &summary) }
                if let data = try await pages.data(photo.id) {
                    try folder.write(Array(data.utf8), to: .pictureData(photo.id))
                }
                try await writeImages(of: photo, &summary)
                index += (summary.pictures == 0 ? "" : ",\n") + entry(photo)
                summary.pictures += 1
                progress(Progress(pictures: summary.pictures, of: total))
                if let position = photo.position {
                    cells.insert(MapData.cellName(latitude: position.latitude, longitude: position.longitude))
                }
            }
            offset += photos.count
        }
        try folder.write(Array((index + "];\n").utf8), to: .asset("search-index.js"))
        try folder.write(Array(try map.points(frame).utf8), to: .points)
        for cell in cells.sorted() {
            if let script = map.land(cell, language: frame.words.language) {
                try folder.write(Array(script.utf8), to: .land(cell))
            }
        }
    }

    /// A picture's entry in the search index: number, description, day, shape, camera and other names.
    private func entry(_ photo: AlbumPhoto) -> String {
        let day = photo.time.flatMap { CivilDate(seconds: $0) }?.description ?? ""
        let words = ([photo.camera ?? ""] + photo.otherNames).filter { !$0.isEmpty }.joined(separator: " ")
        return "[\(photo.id),\(ScriptText.quoted(frame.description(of: photo))),\(ScriptText.quoted(day)),"
            + "\(PictureShape(photo).ratio),\(ScriptText.quoted(words))]"
    }

    private func writeImages(of photo: AlbumPhoto, _ summary: inout Summary) async throws {
        guard let file = try await checkedOutput(of: photo, &summary) else { return }
        try await writeThumbnails(of: photo, file, giving: file, &summary)
        if let page = PicturePage.original(photo) { link(file, as: page, isForeign: false, &summary) }
        if let raw = try await content.part(.raw, of: photo) {
            let ending = GalleryContent.ending(of: raw.path)
            link(raw, as: .raw(photo.id, extension: ending), isForeign: false, &summary)
            let preview = await content.viewer.thumbnail(of: raw, edge: GalleryContent.previewEdge)?.jpeg
            try folder.write(preview ?? Placeholder.jpeg("RAW", .unseen), to: .rawPreview(photo.id))
        }
        guard let page = PicturePage.source(photo) else { return }
        switch try await content.files.original(of: photo) {
        case .file(let original): link(original, as: page, isForeign: true, &summary)
        case .changed, .none: try folder.unlink(page)
        }
    }

    /// Writes the video that plays in a picture.
    ///
    /// - Returns: Whether there is one.
    func writeMotion(of photo: AlbumPhoto, _ summary: inout Summary) async throws -> Bool {
        let page = PagePath.motion(photo.id)
        guard let motion = try await content.motion(of: photo) else {
            try folder.unlink(page)
            return false
        }
        let isWithoutPositions = frame.parcel?.isWithoutPositions == true
        if frame.parcel == nil, !motion.isInside {
            link(motion.file, as: page, isForeign: false, &summary)
        } else if !isWithoutPositions {
            try folder.copy(motion.file, to: page)
        } else if let video = await content.viewer.copyWithoutPosition(of: motion.file) {
            try folder.copy(video, to: page)
        } else {
            try folder.unlink(page)
            summary.problems.append(
                "\(photo.path): the position of its video cannot be removed, so that it is left out")
            return false
        }
        return true
    }

    /// Opens a picture's file; notes a problem if it cannot be shown.
    func checkedOutput(of photo: AlbumPhoto, _ summary: inout Summary) async throws -> OpenFile? {
        if let file = try await content.files.checkedOutput(of: photo) { return file }
        summary.problems.append("\(photo.path): it cannot be opened, or is not the file that was delivered")
        if let original = PicturePage.original(photo) { try folder.unlink(original) }
        return nil
    }

    /// Writes the small pictures of a file.
    ///
    /// - Parameter given: the file to give where browsers decode it and upright does not; nil for none.
    func writeThumbnails(
        of photo: AlbumPhoto, _ file: OpenFile, giving given: OpenFile?, _ summary: inout Summary
    ) async throws {
        let files =
            GalleryContent.thumbnailEdges.map { (page: PagePath.thumbnail(photo.id, edge: $0), edge: $0) }
            + [(.preview(photo.id), GalleryContent.previewEdge)]
        var instead: GalleryContent.Shown?
        let sign = GalleryContent.sign(of: photo)
        for (page, edge) in files {
            // A sign may stand for a picture that can be seen by now.
            if folder.isCurrent(page, for: file), !folder.holds(sign, at: page) { continue }
            if instead == nil, let bytes = await content.viewer.thumbnail(of: file, edge: edge)?.jpeg {
                try folder.write(bytes, to: page)
                continue
            }
            let shown =
                instead ?? given.map { GalleryContent.shown(photo, $0) } ?? .sign(Placeholder.jpeg("", .unseen))
            instead = shown
            switch shown {
            case .file(let file, _) where frame.parcel != nil: try folder.copy(file, to: page)
            case .file(let file, _): link(file, as: page, isForeign: false, &summary)
            case .jpeg(let bytes): try folder.write(bytes, to: page)
            case .sign(let bytes), .missing(let bytes):
                try folder.write(bytes, to: page)
                if edge == GalleryContent.thumbnailEdges[0], !ReadableFormats.isVideo(ImageType(rawValue: photo.type)) {
                    summary.problems.append("\(photo.path): it cannot be shown")
                }
            }
        }
    }

    private func link(_ file: OpenFile, as page: PagePath, isForeign: Bool, _ summary: inout Summary) {
        do throws(AlbumsError) { try folder.link(file, as: page, isForeign: isForeign) } catch {
            summary.problems.append("\(error)")
        }
    }
}
