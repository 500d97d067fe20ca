internal import UprightBase

/// The metadata of a QuickTime video or an MPEG-4 video that a phone has made: keys and values in the box `meta` of the video's
/// index (QuickTime File Format, "Metadata").
public struct QuickTimeMetadata: Sendable {
    /// The values by their keys, of those values that are text in UTF-8.
    public private(set) var texts: [String: String] = [:]

    /// What the video of a Live Photo has in common with its picture, whose Apple maker note has it under tag 17.
    public var contentIdentifier: String? { texts["com.apple.quicktime.content.identifier"] }

    /// Reads the metadata in a video's index.
    ///
    /// - Parameter movie: the content of the box `moov`, without its header. Damage ends the reading; what was read counts.
    public init(movie: some Collection<UInt8>) {
        let bytes = Array(movie)
        guard let meta = Self.boxes(in: bytes[...]).first(where: { $0.type == "meta" })?.content else { return }
        // QuickTime's box has no version, MPEG-4's has one.
        let isPlain = Self.boxes(in: meta).first?.type == "hdlr"
        let children = Self.boxes(in: isPlain ? meta : meta.dropFirst(4))
        guard let keys = children.first(where: { $0.type == "keys" })?.content,
            let items = children.first(where: { $0.type == "ilst" })?.content
        else { return }
        let names = Self.names(in: keys)
        for item in Self.boxes(in: items) {
            guard let index = Int(exactly: item.code), index >= 1, index <= names.count,
                let data = Self.boxes(in: item.content).first(where: { $0.type == "data" })?.content, data.count >= 8,
                Array(data).bigEndian32(at: 0) == 1
            else { continue }
            texts[names[index - 1]] = String(validating: data.dropFirst(8), as: UTF8.self)
        }
    }

    private struct Box {
        let type: String
        let code: UInt32
        let content: ArraySlice<UInt8>
    }

    /// The boxes in a range of bytes, up to the first that does not fit.
    private static func boxes(in bytes: ArraySlice<UInt8>) -> [Box] {
        var boxes: [Box] = []
        var rest = bytes
        while rest.count >= 8, boxes.count < 4_096 {
            let header = Array(rest.prefix(8))
            guard let length = header.bigEndian32(at: 0).flatMap({ Int(exactly: $0) }), length >= 8,
                length <= rest.count, let code = header.bigEndian32(at: 4)
            else { break }
            boxes.append(
                Box(
                    type: String(decoding: header[4...], as: UTF8.self), code: code,
                    content: rest.prefix(length).dropFirst(8)))
            rest = rest.dropFirst(length)
        }
        return boxes
    }

    /// The names in the box `keys`: a version, a count, and entries of a length, a namespace and a name.
    private static func names(in keys: ArraySlice<UInt8>) -> [String] {
        boxes(in: keys.dropFirst(8)).map { String(decoding: $0.content, as: UTF8.self) }
    }
}
