internal import UprightGeometry

/// The properties of a container other than its metadata blocks.
struct ContainerProperties {
    /// The container's description of its picture.
    struct Picture {
        var size: Size
        var depth: Int
        var colorModel: String
        var hasAlpha: Bool?
    }

    /// The picture; nil if its header is unreadable.
    var picture: Picture?
    /// Why there is no picture.
    var pictureError: ImagePropertiesError?
    var frameCount = 1
    var metadata: EmbeddedMetadata
    var dictionaries: [String: PropertyValue] = [:]
    var warnings: [String]
}
