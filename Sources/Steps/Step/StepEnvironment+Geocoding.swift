internal import UprightAlbums
internal import UprightFiles
internal import UprightPlaces

extension StepEnvironment {
    /// Keeps geocoders' answers in the albums' database, if a geocoder is configured and there is a state folder.
    package mutating func openPlaceCache() throws(StepError) {
        guard placeCache == nil, !state.isEmpty, steps.naming.geocoder != nil else { return }
        do {
            _ = try OpenFolder.creating(RawPath(state), rights: .exactly(0o700))
            placeCache = try AlbumLibrary(path: state + "/albums.sqlite")
        } catch { throw StepError("the geocoder's answers cannot be kept: \(error)") }
    }

    /// The geocoding that the pipeline's steps ask for. All steps share it, so that a server has one client.
    func geocoding() throws(StepError) -> Geocoding {
        try shared.value { () throws(StepError) in try Geocoding(steps.naming, cache: placeCache) }
    }
}
