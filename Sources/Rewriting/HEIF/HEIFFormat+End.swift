package import UprightBase
internal import UprightFormats

extension HEIFFormat {
    /// A file is complete when its boxes have their bytes, and every item has its data. Bytes that are no box can follow.
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        var offset = 0
        var needed = 0
        var hasContent = false
        for _ in 0..<1_000 {
            guard let header = try window.bytes(8, at: offset) else { break }
            let type = ISOBox.name(header[4...])
            guard let length = try length(header, at: offset, in: &window) else { break }
            // The last box can reach to the end of the file, wherever it is.
            if length == 0 { return try missing(needed, hasContent || type == "mdat", in: &window) }
            let end = offset.addingSaturated(length)
            guard end < .max, try window.byte(end - 1) != nil else {
                let rest = try missing(needed, hasContent, in: &window)
                return rest == nil && !Self.following.contains(type)
                    ? nil : "bytes that \(type) at byte \(offset) counts"
            }
            hasContent = hasContent || ["meta", "moov", "mini"].contains(type)
            if type == "meta", length <= Self.maximumMeta, let bytes = try window.bytes(length, at: offset) {
                needed = max(needed, Self.endOfData(bytes))
            }
            offset = end
        }
        return try missing(needed, hasContent, in: &window)
    }

    /// The boxes that can follow the data of the items. Other bytes there are taken for a trailer.
    private static let following: Set = ["mdat", "moov", "moof", "meta", "mpvd", "sefd", "uuid", "free", "skip"]

    /// The length that the header of a box gives; nil if it is less than that of the header.
    private func length<Window: ByteWindow>(
        _ header: [UInt8], at offset: Int, in window: inout Window
    ) throws(Window.Failure) -> Int? {
        let short = Int(header[..<4].bigEndianInteger)
        guard short == 1 else { return short == 0 || short >= 8 ? short : nil }
        guard let long = try window.bytes(8, at: offset + 8) else { return .max }
        let length = Int(exactly: long.bigEndianInteger) ?? .max
        return length >= 16 ? length : nil
    }

    /// The largest `meta` box that is read: far more than any file has.
    private static let maximumMeta = 4 << 20

    /// The end of the data of the items of a `meta` box.
    private static func endOfData(_ bytes: [UInt8]) -> Int {
        guard let box = ISOBox(at: 0, before: bytes.count, in: bytes), let meta = try? HEIFMeta(parsing: box, in: bytes)
        else { return 0 }
        return meta.endOfData
    }

    private func missing<Window: ByteWindow>(
        _ needed: Int, _ hasContent: Bool, in window: inout Window
    ) throws(Window.Failure) -> String? {
        guard hasContent else { return "the meta box" }
        guard needed > 0, needed < .max else { return nil }
        return try window.byte(needed - 1) == nil ? "the data of its items" : nil
    }
}
