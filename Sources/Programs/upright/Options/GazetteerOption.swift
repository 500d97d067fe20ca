internal import UprightSteps
internal import ArgumentParser

/// Opens the gazetteer of a configuration.
enum GazetteerOption {
    static func geocoding(_ settings: PlaceNaming) throws -> Geocoding {
        do { return try Geocoding(settings) } catch {
            Console.shared.error("the gazetteer \(settings.gazetteer ?? "(built in)"): \(error)")
            throw ExitStatus.configuration
        }
    }
}
