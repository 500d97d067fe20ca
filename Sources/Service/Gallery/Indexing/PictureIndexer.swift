internal import UprightAlbums

/// Reads the sizes of new pictures, for rows that keep shapes, and their cameras, for the search. Pages show what is known
/// so far.
package struct PictureIndexer: Sendable {
    private let library: AlbumLibrary
    private let content: GalleryContent
    private static let batch = 64
    private static let atATime = 2

    /// Creates an indexer of a gallery's pictures.
    package init(_ content: GalleryContent) {
        library = content.library
        self.content = content
    }

    /// Indexes all new pictures; ends when this is done or it is cancelled.
    ///
    /// - Parameter progress: Called with the number of pictures indexed so far.
    package func run(_ progress: @Sendable (Int) -> Void = { _ in }) async throws {
        let colours = content.colours.take()
        if !colours.isEmpty { try library.keep(colours: colours) }
        var seen = 0
        while !Task.isCancelled {
            let photos = try library.unseen(limit: Self.batch)
            guard !photos.isEmpty else { return }
            try await index(photos)
            seen += photos.count
            progress(seen)
        }
    }

    /// Indexes pictures; none if it is cancelled.
    func index(_ photos: [AlbumPhoto]) async throws {
        var details: [(photo: AlbumPhoto, details: PictureDetails)] = []
        try await withThrowingTaskGroup(of: (AlbumPhoto, PictureDetails).self) { group in
            for (index, photo) in photos.enumerated() {
                if index >= Self.atATime, let next = try await group.next() { details.append(next) }
                group.addTask { (photo, Self.details(try await content.properties(of: photo))) }
            }
            for try await next in group { details.append(next) }
        }
        guard !Task.isCancelled else { return }
        try library.keep(details)
    }

    private static func details(_ properties: [PictureProperty]) -> PictureDetails {
        func number(_ name: String) -> Int {
            properties.first { $0.group.isEmpty && $0.name == name }.flatMap { Int($0.value) } ?? 0
        }
        func text(_ name: String) -> String? { properties.first { $0.group == "{TIFF}" && $0.name == name }?.value }
        // A picture that was not turned is displayed according to its orientation.
        let isAcross = properties.contains { $0.name == "Orientation" && (5...8).contains(Int($0.value) ?? 1) }
        return PictureDetails(
            width: number(isAcross ? "PixelHeight" : "PixelWidth"),
            height: number(isAcross ? "PixelWidth" : "PixelHeight"),
            camera: PictureFactRows.camera(text("Make"), text("Model")))
    }
}
