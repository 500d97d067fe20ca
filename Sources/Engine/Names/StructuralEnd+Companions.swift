internal import UprightBase
internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting

extension StructuralEnd {
    /// Looks for the end of a companion: of XML (sidecars and Apple's edits), JSON, or a QuickTime or MP4 video. Its first
    /// bytes tell which; other content has no known end.
    static func of(companion file: OpenFile) throws(FileError) -> StructuralEnd {
        var window = FileWindow(file)
        let size = try file.status().size
        if try isVideo(&window) { return try boxes(&window, size: size, index: "moov") }
        var start = 0
        if try window.bytes(3, at: 0) == [0xEF, 0xBB, 0xBF] { start = 3 }
        while let byte = try window.byte(start), isSpace(byte) { start += 1 }
        switch try window.byte(start) {
        case UInt8(ascii: "<"): return try xml(&window, from: start)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try json(&window, from: start)
        default: return try of(file, type: PictureFormats.identify(try file.read(ImageType.magicLength, at: 0)))
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// XML 1.0, 2.1 and 3.1: tags up to the one that closes the root element, whose nesting is counted. An XMP packet also
    /// has its end instruction.
    private static func xml(_ window: inout FileWindow, from start: Int) throws(FileError) -> StructuralEnd {
        var offset = start
        var depth = 0
        var hasRoot = false
        var isPacket = false
        while let next = try window.firstOffset(of: UInt8(ascii: "<"), from: offset) {
            guard let kind = try window.byte(next + 1) else { return .missing("the end of a tag") }
            switch kind {
            case UInt8(ascii: "?"):
                guard let end = try window.end(of: "?>", from: next + 2) else { return .missing("the end of a tag") }
                if try window.holds("<?xpacket end", at: next) { return .found }
                if try window.holds("<?xpacket begin", at: next) { isPacket = true }
                offset = end
            case UInt8(ascii: "!"):
                let isComment = try window.holds("<!--", at: next)
                let close = try isComment ? "-->" : window.holds("<![CDATA[", at: next) ? "]]>" : ">"
                guard let end = try window.end(of: close, from: next + 2) else { return .missing("the end of a tag") }
                offset = end
            default:
                guard let (end, isEmpty) = try window.tagEnd(from: next + 1) else {
                    return .missing("the end of a tag")
                }
                hasRoot = true
                if kind == UInt8(ascii: "/") { depth -= 1 } else if !isEmpty { depth += 1 }
                offset = end
                if depth <= 0, !isPacket { return .found }
            }
        }
        if depth > 0 { return .missing("the end of its first element") }
        return .missing(hasRoot ? "the end of the XMP packet" : "an element")
    }

    /// RFC 8259: brackets outside of strings, up to the one that closes the first.
    private static func json(_ window: inout FileWindow, from start: Int) throws(FileError) -> StructuralEnd {
        var offset = start
        var depth = 0
        var isInString = false
        while let byte = try window.byte(offset) {
            offset += 1
            switch byte {
            case UInt8(ascii: "\\") where isInString: offset += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: depth += 1
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString:
                depth -= 1
                if depth == 0 { return .found }
            default: continue
            }
        }
        return .missing("its closing bracket")
    }

    /// Whether a file begins with a box that QuickTime and MP4 videos begin with.
    private static func isVideo(_ window: inout FileWindow) throws(FileError) -> Bool {
        guard let type = try window.bytes(4, at: 4) else { return false }
        return ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"].contains { type.elementsEqual($0.utf8) }
    }
}

extension FileWindow {
    fileprivate mutating func holds(_ text: String, at offset: Int) throws(FileError) -> Bool {
        try bytes(text.utf8.count, at: offset)?.elementsEqual(text.utf8) == true
    }

    /// Returns the offset behind the first occurrence of text; nil if there is none.
    fileprivate mutating func end(of text: String, from offset: Int) throws(FileError) -> Int? {
        guard let first = text.utf8.first else { return offset }
        var offset = offset
        while let next = try firstOffset(of: first, from: offset) {
            if try holds(text, at: next) { return next + text.utf8.count }
            offset = next + 1
        }
        return nil
    }

    /// Returns the offset behind the tag that begins before an offset, and whether it closes its own element; nil if it does
    /// not end. A `>` in quotes does not end it.
    fileprivate mutating func tagEnd(from offset: Int) throws(FileError) -> (end: Int, isEmpty: Bool)? {
        var offset = offset
        var quote: UInt8?
        var last: UInt8 = 0
        while let byte = try byte(offset) {
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return (offset, last == UInt8(ascii: "/"))
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            }
            last = byte
        }
        return nil
    }
}
