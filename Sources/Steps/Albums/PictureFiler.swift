public import UprightAlbums
public import UprightJournal
public import UprightPlaces
internal import UprightFiles
internal import UprightRewriting
public import UprightWorker
public import UprightGeodata

/// Brings the albums up to date with the journal: only what is new since the last time is looked at.
///
/// The journal is the truth. Whatever was missed or interrupted is filed the next time; filing again changes nothing.
public struct PictureFiler: Sendable {
    private let journal: Journal
    private let library: AlbumLibrary
    private let place: @Sendable (Position) async -> Place?
    private let folder: AlbumFolder?
    private let reader: any ContentReader

    /// Rows that were begun before and committed after those that were last read are found within this time.
    private static let overlap: Int64 = 60_000

    /// A filer.
    ///
    /// - Parameters:
    ///   - place: what a position is called.
    ///   - folder: where albums are made on disk; nil for nowhere.
    ///   - reader: looks into outputs, for how many frames they have.
    public init(
        journal: Journal, library: AlbumLibrary, folder: AlbumFolder? = nil, reader: any ContentReader,
        place: @escaping @Sendable (Position) async -> Place?
    ) {
        self.journal = journal
        self.library = library
        self.folder = folder
        self.reader = reader
        self.place = place
    }

    /// Files what the journal has delivered since the last time.
    ///
    /// - Parameter fromTheBeginning: whether all rows are looked at.
    /// - Returns: how many pictures were filed.
    @discardableResult public func update(fromTheBeginning: Bool = false) async throws -> Int {
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
            var photos: [AlbumPhoto] = []
            for record in page.records {
                latest = max(latest, record.finished ?? 0)
                guard let photo = try await photo(of: record) else { continue }
                photos.append(photo)
            }
            guard !photos.isEmpty else { continue }
            let ids = try library.add(photos)
            filed += photos.count
            if let folder { try folder.link(ids, of: library) }
        }
        if filed > 0 { try library.settle() }
        if latest > reached ?? 0 { try library.setNote("journal", to: String(latest)) }
        return filed
    }

    /// The picture that a row speaks of; nil where it is filed as it is already, or cannot be filed.
    private func photo(of record: PictureRecord) async throws -> AlbumPhoto? {
        guard let output = record.output, let path = String(validating: output.bytes, as: UTF8.self) else { return nil }
        let position = record.latitude.flatMap { latitude in
            record.longitude.flatMap { Position(latitude: latitude, longitude: $0) }
        }
        let time = record.captured.flatMap { CameraTime(dateTime: $0)?.local }
        if let known = try library.photo(path: path), known.position?.latitude == position?.latitude,
            known.position?.longitude == position?.longitude, known.time == time, known.type == record.type
        {
            return nil
        }
        return AlbumPhoto(
            path: path, source: record.source.description, type: record.type, time: time, position: position,
            place: position == nil ? nil : await place(position!),
            isAnimated: await isAnimated(record, at: output))
    }

    /// Whether a GIF has more than one frame. One that cannot be read is taken for a still picture.
    private func isAnimated(_ record: PictureRecord, at output: RawPath) async -> Bool {
        guard record.type == "com.compuserve.gif" else { return false }
        do {
            let file = try FileStore.open(output)
            return try await reader.facts(source: file.descriptor, limits: Limits()).isAnimated
        } catch { return false }
    }
}
