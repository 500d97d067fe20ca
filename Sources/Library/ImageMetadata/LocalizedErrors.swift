public import Foundation
public import UprightContainers
public import UprightEditing
public import UprightMetadata

// What `localizedDescription` says is what `description` says: what was expected, what was found, and what to do.

extension MetadataEditError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension MetadataEditNameError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension TagError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension IPTCValueError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension XMPValueError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension XMPError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension TIFFError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension ImagePropertiesError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension EmbeddedPictureError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension JPEGFormatError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension PNGFormatError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}

extension GIFFormatError: LocalizedError {
    /// The error in words.
    public var errorDescription: String? { description }
}
