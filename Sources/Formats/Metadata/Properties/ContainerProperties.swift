package import UprightBase

/// The properties of a container other than its metadata blocks.
package struct ContainerProperties {
    /// The container's description of its picture.
    package struct Picture {
        package var size: Size
        package var depth: Int
        package var colorModel: String
        package var hasAlpha: Bool?

        package init(size: Size, depth: Int, colorModel: String, hasAlpha: Bool? = nil) {
            self.size = size
            self.depth = depth
            self.colorModel = colorModel
            self.hasAlpha = hasAlpha
        }
    }

    /// The picture; nil if its header is unreadable.
    package var picture: Picture?
    /// Why there is no picture.
    package var pictureError: ImagePropertiesError?
    package var frameCount = 1
    package var metadata: EmbeddedMetadata
    package var dictionaries: [String: PropertyValue] = [:]
    package var warnings: [String]
    /// What the container says of the recording.
    package var recording: Recording?

    package init(
        picture: Picture? = nil, pictureError: ImagePropertiesError? = nil, frameCount: Int = 1,
        metadata: EmbeddedMetadata, dictionaries: [String: PropertyValue] = [:], warnings: [String]
    ) {
        self.picture = picture
        self.pictureError = pictureError
        self.frameCount = frameCount
        self.metadata = metadata
        self.dictionaries = dictionaries
        self.warnings = warnings
    }
}
