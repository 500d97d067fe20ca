package import UprightRewriting

/// The metadata of a picture, to be written into another one.
package struct MetadataReading: Sendable, Hashable, Codable {
    /// The edits that write them.
    package var edits: [MetadataEdit] = []
    /// Why they could not be read; nil if they could.
    package var reason: String?
}
