internal import UprightGeometry

/// What a container says beside its blocks of metadata.
struct ContainerProperties {
    /// What the container says about its picture.
    struct Picture {
        var size: Size
        var depth: Int
        var colorModel: String
        var hasAlpha: Bool?
    }

    /// Nil where the picture's header cannot be read.
    var picture: Picture?
    /// Why there is no picture.
    var pictureError: ImagePropertiesError?
    var frameCount = 1
    var metadata: EmbeddedMetadata
    var dictionaries: [String: PropertyValue] = [:]
    var warnings: [String]
}
