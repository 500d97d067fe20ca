package import UprightAlbums
package import UprightFiles
package import UprightFormats
package import UprightPlaces
package import UprightRewriting
package import UprightWorker

/// Updates the albums from the journal, reading only the rows that are new since the last time.
///
/// The journal is authoritative. Pictures that were missed are filed the next time; filing one again changes nothing.
package struct PictureFiler: Sendable {
    private let journal: Journal
    private let library: AlbumLibrary
    private let place: @Sendable (Position) async -> Place?
    private let otherNames: @Sendable (Position) -> [String]
    private let folder: AlbumFolder?
    private let pictures: PictureFolders
    private let reader: any ContentReader
    private let limits: Limits

    /// How far the reading goes back, in milliseconds, to find rows that were finished earlier but committed later than
    /// those that were read last.
    private static let overlap: Int64 = 60_000

    /// Creates a filer.
    ///
    /// - Parameters:
    ///   - otherNames: returns further names of a position, for the search.
    ///   - place: returns the place at a position.
    ///   - folder: the folder for albums on disk; nil for none.
    ///   - pictures: the folders that the outputs are in.
    ///   - reader: reads whether outputs are animated.
    ///   - limits: the limits above which it refuses them.
    package init(
        journal: Journal, library: AlbumLibrary, folder: AlbumFolder? = nil,
        pictures: PictureFolders = PictureFolders([]), reader: any ContentReader, limits: Limits,
        otherNames: @escaping @Sendable (Position) -> [String] = { _ in [] },
        place: @escaping @Sendable (Position) async -> Place?
    ) {
        self.journal = journal
        self.library = library
        self.folder = folder
        self.pictures = pictures
        self.reader = reader
        self.limits = limits
        self.place = place
        self.otherNames = otherNames
    }

    /// Files the pictures that were delivered since the last time.
    ///
    /// - Parameter fromTheBeginning: whether to read all rows.
    /// - Returns: the number of pictures filed.
    @discardableResult package func update(fromTheBeginning: Bool = false) async throws -> Int {
        let reached = fromTheBeginning ? nil : try library.note("journal").flatMap { Int64($0) }
        var selection = Journal.Selection()
        selection.delivered = true
        selection.since = reached.map { $0 - Self.overlap }
        var next: Int64? = 0
        var latest = reached ?? 0
        var filed = 0
        while let after = next {
            let page = try await journal.page(selection, after: after, limit: 1000)
            next = page.next
            latest = page.records.reduce(latest) { max($0, $1.finished ?? 0) }
            filed += try await file(page.records.compactMap { DeliveredPicture($0) })
            try await file(membersAmong: page.records)
        }
        try library.settle()
        try library.relink(in: folder)
        if latest > reached ?? 0 { try library.setNote("journal", to: String(latest)) }
        return filed
    }

    /// Files what was delivered with pictures as parts of their shots.
    private func file(membersAmong records: [PictureRecord]) async throws {
        let members = records.filter { $0.isCompanion && $0.picture != nil && $0.output != nil }
        guard !members.isEmpty else { return }
        let pictures = try await journal.records(of: members.compactMap(\.picture))
        let parts = zip(members, pictures).compactMap { member, picture -> AlbumPart? in
            guard let path = member.output, let shown = picture?.output else { return nil }
            return AlbumPart(path: path, picture: shown)
        }
        try library.add(parts)
        guard let folder else { return }
        var ids: Set<Int64> = []
        for part in parts where !part.kind.isEmpty {
            if let photo = try library.photo(path: part.picture) { ids.insert(photo.id) }
        }
        try folder.link(ids.sorted(), of: library)
    }

    /// Files pictures. Call `AlbumLibrary.settle()` after the last.
    ///
    /// - Returns: the number filed, without those that were already filed unchanged.
    package func file(_ pictures: [DeliveredPicture]) async throws -> Int {
        var photos: [AlbumPhoto] = []
        for picture in pictures {
            guard let photo = try await photo(of: picture) else { continue }
            photos.append(photo)
        }
        guard !photos.isEmpty else { return 0 }
        let ids = try library.add(photos)
        if let folder { try folder.link(ids, of: library) }
        return photos.count
    }

    /// Returns the picture as the albums store it; nil if it is already filed unchanged.
    private func photo(of picture: DeliveredPicture) async throws -> AlbumPhoto? {
        let position = picture.position
        let time = picture.captured.flatMap { CaptureDate(text: $0, source: .exif)?.localSeconds }
        if let known = try library.photo(path: picture.output), known.position?.latitude == position?.latitude,
            known.position?.longitude == position?.longitude, known.time == time, known.type == picture.type
        {
            return nil
        }
        var photo = AlbumPhoto(
            path: picture.output, source: picture.source, type: picture.type, time: time, position: position,
            place: position == nil ? nil : await place(position!),
            isAnimated: await isAnimated(picture))
        if let position { photo.otherNames = otherNames(position) }
        return photo
    }

    /// Whether a picture has more than one frame; false if it cannot be read.
    private func isAnimated(_ picture: DeliveredPicture) async -> Bool {
        guard PictureFormats.description(of: ImageType(rawValue: picture.type))?.animates == true else { return false }
        do {
            let file = try pictures.regularFile(picture.output)
            return try await reader.facts(source: file.descriptor, limits: limits).isAnimated
        } catch { return false }
    }
}
