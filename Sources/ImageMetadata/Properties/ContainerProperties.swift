internal import Geometry

/// What a container says beside its blocks of metadata.
struct ContainerProperties {
    var size: Size
    var depth: Int
    var colorModel: String
    var hasAlpha: Bool?
    var frameCount = 1
    var metadata: EmbeddedMetadata
    var dictionaries: [String: PropertyValue] = [:]
    var warnings: [String]
}
