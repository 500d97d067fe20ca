public import Foundation
public import UprightContainers
public import UprightEditing
public import UprightMetadata

// `localizedDescription` is the same as `description`: what was expected, what was found, and what to do.

extension MetadataEditError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension MetadataEditNameError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension TagError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension IPTCValueError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension XMPValueError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension XMPError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension TIFFError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension ImagePropertiesError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension EmbeddedPictureError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension JPEGFormatError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension PNGFormatError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension GIFFormatError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}
