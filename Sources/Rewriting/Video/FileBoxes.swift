internal import UprightBase
internal import UprightFormats

/// The boxes on the first level of a file of any size (ISO/IEC 14496-12, section 4.2).
enum FileBoxes {
    struct Box {
        let type: String
        /// Where the box begins.
        let offset: Int
        /// The length of the header.
        let header: Int
        /// The length of the content that the box declares.
        let length: Int
        let isComplete: Bool

        /// The content; nil if it cannot be read.
        func content(of file: FileBytes) -> [UInt8]? { file.bytes(length, at: offset + header) }
    }

    /// Returns the boxes up to the first that does not fit.
    static func all(in file: FileBytes, atMost maximum: Int) -> [Box] {
        var boxes: [Box] = []
        var offset = 0
        while boxes.count < maximum, let short = file.bytes(8, at: offset) {
            var header = 8
            var length = Int(short[..<4].bigEndianInteger)
            if length == 1 {
                guard let long = file.bytes(8, at: offset + 8) else { break }
                header = 16
                length = Int(clamping: long.bigEndianInteger)
            } else if length == 0 {
                length = file.count - offset
            }
            guard length >= header else { break }
            let isComplete = length <= file.count - offset
            boxes.append(
                Box(
                    type: ISOBox.name(short[4...]), offset: offset, header: header, length: length - header,
                    isComplete: isComplete))
            guard isComplete else { break }
            offset += length
        }
        return boxes
    }
}
