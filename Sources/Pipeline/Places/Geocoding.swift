public import Places
internal import FileStore
internal import Foundation

/// What positions are called, by the gazetteer that a configuration names.
public struct Geocoding: Sendable {
    /// The gazetteer.
    public let gazetteer: Gazetteer
    private let language: String?

    /// The geocoding that the `place` step asks for, or the defaults.
    public init(_ configuration: Configuration) throws {
        try self.init(configuration.step(PlaceSettings.self) ?? PlaceSettings())
    }

    /// The geocoding of some settings.
    public init(_ settings: PlaceSettings) throws {
        language = settings.language
        guard let path = settings.gazetteer else {
            gazetteer = try Gazetteer(overrides: settings.overrides)
            return
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        gazetteer = try Gazetteer(parsing: [UInt8](data), overrides: settings.overrides)
    }

    /// What a position is called.
    public func place(at position: Position) async -> Place? { gazetteer.place(at: position, language: language) }

    /// What the gazetteer calls a position, at once.
    public func placeAtOnce(at position: Position) -> Place? { gazetteer.place(at: position, language: language) }
}
