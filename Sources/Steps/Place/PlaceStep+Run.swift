internal import UprightRewriting
package import UprightFiles
internal import UprightPlaces
internal import UprightFormats

extension PlaceStep {
    /// Whether names are written. Without that, the step `geotag` takes time zones from the gazetteer.
    package var affectsOutputs: Bool { writes || gazetteer != nil || !boundaries.isEmpty }
    package var subject: String { "the place" }
    /// The language, the gazetteer, the boundaries, the overrides and the geocoder.
    package var naming: PlaceNaming? {
        PlaceNaming(
            language: language, gazetteer: gazetteer, boundaries: boundaries, overrides: overrides, geocoder: geocoder,
            fallback: fallback ?? .wait)
    }
    package var networkKeys: [String] { geocoder == nil ? [] : ["geocoder"] }
    /// That a geocoder which only the albums need is not asked.
    package var runRemarks: [String] {
        geocoder == nil || writes
            ? []
            : [
                "place.geocoder is not asked: reprocess asks it only for names to write into pictures, and place.write "
                    + "is false. The daemon asks it for the albums"
            ]
    }
    package var contentPaths: [String] { (gazetteer.map { [$0] } ?? []) + boundaries }

    /// Has the owed places asked about again.
    package func attendant(
        in environment: StepEnvironment, journal: Journal
    ) throws(StepError) -> (any StepAttendant)? {
        guard geocoder != nil, let client = try environment.geocoding().client else { return nil }
        return OwedPlacesAttendant(client: client, journal: journal, news: environment.news)
    }

    /// Opens the gazetteer, and the geocoder if one is configured: what is configured must be there, whoever uses it.
    package func prepared(in environment: StepEnvironment) async throws(StepError) -> (any PreparedStep)? {
        guard writes || geocoder != nil || !contentPaths.isEmpty else { return nil }
        let geocoding = try environment.geocoding()
        return writes ? PreparedPlace(settings: self, geocoding: geocoding) : nil
    }
}

/// The `place` step with its data.
private struct PreparedPlace: PreparedStep {
    let settings: PlaceStep
    let geocoding: Geocoding

    /// Twice the positions that can be in requests at a time, so that the next requests fill while these are answered.
    var lookAhead: Int {
        guard let service = geocoding.client?.service else { return 0 }
        return max(64, 2 * service.positionsPerRequest * service.requestsAtATime)
    }

    func ask(about picture: StepPicture) async {
        guard let position = picture.position else { return }
        _ = await geocoding.places(at: [position], isLast: false)
    }

    func run(on picture: inout StepPicture) async {
        guard let found = await picture.place(by: geocoding) else { return }
        let names = PlaceNames(
            city: found.city, state: found.region, country: found.country.isEmpty ? nil : found.country,
            countryCode: found.countryCode.isEmpty ? nil : found.countryCode,
            street: settings.street == .off ? nil : found.street)
        picture.edits += MetadataEdit.place(
            names, streetAsOwner: settings.street == .cameraOwnerName, when: .whereBlank)
    }
}
