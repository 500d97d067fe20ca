/// Handles the copyrights of the photographer and, after a NUL, of the editor: two lines of text if there are both.
///
/// In the file, an unknown photographer's copyright is a space. Source: Exif 3.0, 4.6.5.4.8.
public struct CopyrightHandler: TagHandler {
    /// Creates a handler of copyrights.
    public init() {}

    /// ASCII or UTF-8.
    public var supportedTypes: [TIFFFieldType] { [.ascii, .utf8] }

    /// Returns the photographer's copyright, with the editor's on a second line.
    public func decode(_ bytes: ArraySlice<UInt8>, in context: TagContext) throws(MetadataValueError) -> PropertyValue {
        let parts = bytes.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        let photographer = TextEncoding.lenient(parts.first ?? [])
        guard parts.count > 1, !parts[1].isEmpty else { return .string(photographer) }
        return .string((photographer == " " ? "" : photographer) + "\n" + TextEncoding.lenient(parts[1]))
    }

    /// Returns the bytes of one line, or of two with a NUL between them.
    public func encode(_ value: PropertyValue, in context: TagContext) throws(MetadataValueError) -> [UInt8] {
        guard let text = value.string, !text.utf8.contains(0) else {
            throw .kind(tag: context.tag, expected: "text without NUL", found: value.json)
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
        guard lines.count <= 2 else {
            throw .kind(
                tag: context.tag, expected: "one line, or two: photographer's and editor's", found: value.json)
        }
        if lines.count == 2, lines[0].isEmpty { lines[0] = [0x20] }
        return Array(lines.joined(separator: [0])) + [0]
    }
}
