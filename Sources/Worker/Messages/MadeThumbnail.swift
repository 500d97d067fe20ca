/// The result of making a thumbnail.
package struct MadeThumbnail: Sendable, Hashable, Codable {
    /// The number of bytes of JPEG that were written; 0 if there is no thumbnail.
    package var bytes = 0
    /// The thumbnail's width in pixels.
    package var width = 0
    /// The thumbnail's height in pixels.
    package var height = 0
    /// The mean colour, red in the highest of three bytes.
    package var colour = 0
    /// Why there is no thumbnail; empty if there is one.
    package var reason = ""
}
