public import Foundation
public import UprightFormats
public import UprightRewriting

// `localizedDescription` is the same as `description`: what was expected, what was found, and what to do.

extension MetadataEditError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension MetadataValueError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension FormatError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}

extension ImagePropertiesError: LocalizedError {
    /// The error's description.
    public var errorDescription: String? { description }
}
