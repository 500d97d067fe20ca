public import UprightPlaces
public import UprightSteps

extension Geocoding {
    /// The geocoding that the `place` step asks for, or the defaults.
    ///
    /// - Parameter cache: keeps what an HTTP geocoder answers.
    public init(_ configuration: Configuration, cache: (any PlaceCache)? = nil) throws {
        try self.init(configuration.step(PlaceStep.self) ?? PlaceStep(), cache: cache)
    }
}
