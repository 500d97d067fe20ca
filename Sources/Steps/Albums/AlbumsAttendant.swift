internal import UprightAlbums
package import UprightFiles
internal import UprightPlaces

extension AlbumsStep {
    /// Opens what names places, which the albums need. Nothing is written into pictures.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        _ = try environment.geocoding()
        return nil
    }

    /// Keeps the albums up to date with the journal.
    package func attendant(
        in environment: StepEnvironment, journal: Journal
    ) throws(StepError) -> (any StepAttendant)? {
        do {
            let library = try AlbumLibrary(path: environment.state + "/albums.sqlite")
            try library.setHomes(homes)
            let geocoding = try environment.geocoding()
            let folder = albumFolder(of: environment.pictures)
            return AlbumsAttendant(
                filer: PictureFiler(
                    journal: journal, library: library, folder: folder, pictures: environment.pictures,
                    reader: environment.reader, limits: environment.limits,
                    otherNames: { geocoding.otherNames(at: $0) },
                    place: { geocoding.placeAtOnce(at: $0) }),
                refinement: PlaceRefinement(library: library, geocoding: geocoding, folder: folder),
                missing: MissingPictures(journal: journal, library: library), client: geocoding.client,
                isCurrent: try library.isPlaced(by: geocoding.dataVersion))
        } catch { throw StepError("the albums cannot be opened: \(error)") }
    }
}

/// Files the pictures that the journal records as delivered, refines their places with the geocoder, and takes out those whose
/// files are gone.
private struct AlbumsAttendant: StepAttendant {
    let filer: PictureFiler
    let refinement: PlaceRefinement
    let missing: MissingPictures
    let client: GeocodingClient?
    /// Whether all pictures were placed with the current place data.
    let isCurrent: Bool

    /// How often the journal is checked for new rows.
    private static let period = Duration.seconds(5)

    func run(_ report: @Sendable (_ message: String, _ isError: Bool) -> Void) async {
        if !isCurrent { report(AlbumLibrary.rebuildAdvice, false) }
        var failure = ""
        var missing = missing
        while !Task.isCancelled {
            do {
                try await filer.update()
                try await refinement.run()
                _ = try await missing.next()
                let trouble = await client?.trouble
                if let trouble, failure != "\(trouble)" {
                    report("the geocoder is not queried for a while; the gazetteer answers instead: \(trouble)", false)
                }
                failure = trouble.map { "\($0)" } ?? ""
            } catch {
                // Report a failure once, not every five seconds.
                if failure != "\(error)" { report("the albums could not be updated: \(error)", true) }
                failure = "\(error)"
            }
            do { try await Task.sleep(for: Self.period) } catch { return }
        }
    }
}
