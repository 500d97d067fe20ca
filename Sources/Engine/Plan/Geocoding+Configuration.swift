public import UprightPlaces
public import UprightSteps

extension Geocoding {
    /// Creates the geocoding that the `place` step asks for, or the default one.
    ///
    /// - Parameter cache: keeps the answers of an HTTP geocoder.
    public init(_ configuration: Configuration, cache: (any PlaceCache)? = nil) throws {
        try self.init(configuration.step(PlaceStep.self) ?? PlaceStep(), cache: cache)
    }
}
