internal import ArgumentParser
internal import UprightEngine
internal import UprightSteps

/// Opens the gazetteer of a configuration.
enum GazetteerOption {
    /// Opens the gazetteer, and the geocoder if there is one.
    ///
    /// - Parameter configuration: the configuration that the settings are from.
    static func geocoding(_ settings: PlaceNaming, of configuration: Configuration = Configuration()) throws
        -> Geocoding
    {
        do { return try Geocoding(settings) } catch {
            throw ConfigurationOption.report(configuration.error(error))
        }
    }
}
