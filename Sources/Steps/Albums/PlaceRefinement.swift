package import UprightAlbums
internal import UprightPlaces

/// Queries an HTTP geocoder about pictures that only the gazetteer has placed.
///
/// The gazetteer places pictures at once; the geocoder's answers follow. A picture without an answer keeps its place,
/// and is queried again the next time.
package struct PlaceRefinement: Sendable {
    private let library: AlbumLibrary
    private let geocoding: Geocoding
    private let folder: AlbumFolder?

    /// The minimum number of pictures per batch.
    private static let batch = 60

    /// Creates a refinement of the places in albums, and of the albums' folder if they have one.
    package init(library: AlbumLibrary, geocoding: Geocoding, folder: AlbumFolder? = nil) {
        self.library = library
        self.geocoding = geocoding
        self.folder = folder
    }

    /// Processes the pictures once, until none is left or the geocoder cannot be queried.
    ///
    /// - Returns: the number of pictures whose place changed.
    @discardableResult package func run() async throws -> Int {
        guard let client = geocoding.client else { return 0 }
        let service = client.service
        let batch = max(Self.batch, service.positionsPerRequest * service.requestsAtATime)
        var after: Int64 = 0
        var refined = 0
        while !Task.isCancelled, await client.trouble == nil {
            let photos = try library.unasked(of: client.service.name, after: after, limit: batch)
            guard let last = photos.last else { break }
            after = last.id
            let serving = photos.filter { client.service.serves(countryCode: $0.place?.countryCode) }
            let answers = await geocoding.places(at: serving.compactMap(\.position))
            var changed: [AlbumPhoto] = []
            for (photo, answer) in zip(serving, answers) where answer.isFinal && answer.place != photo.place {
                var photo = photo
                photo.place = answer.place
                changed.append(photo)
            }
            guard !changed.isEmpty else { continue }
            let ids = try library.add(changed)
            refined += changed.count
            if let folder { try folder.link(ids, of: library) }
        }
        return refined
    }
}
