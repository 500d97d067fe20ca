package import UprightBase
package import UprightFormats

/// A format of files whose metadata is read, and which are otherwise passed as they are: videos, raw files.
/// ``ReadableFormats`` lists all of them.
package protocol ReadableFormat: Sendable {
    /// What identifies the files of the format.
    var description: FormatDescription { get }

    /// Reads what the container says of its content, and extracts the metadata blocks.
    func properties(of file: FileBytes) throws(ImagePropertiesError) -> ContainerProperties

    /// Returns a JPEG that the file holds to be shown instead of it; nil if there is none that can be decoded.
    func preview(of file: FileBytes) -> [UInt8]?
}

extension ReadableFormat {
    package func preview(of file: FileBytes) -> [UInt8]? { nil }
}
