internal import UprightBase

extension ImageType {
    /// Returns the type of a text file: SVG, HTML, XML, JSON or plain text.
    static func text(_ bytes: [UInt8]) -> ImageType? {
        guard isText(bytes) else { return nil }
        let start = bytes.contains([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
        let head = bytes[start...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = head.first else { return ImageType(rawValue: "public.plain-text") }
        let lowered = head.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if first == UInt8(ascii: "<") {
            if lowered.firstOffset(of: Array("<svg".utf8)) != nil { return ImageType(rawValue: "public.svg-image") }
            if lowered.contains(Array("<!doctype html".utf8), at: 0) || lowered.contains(Array("<html".utf8), at: 0) {
                return ImageType(rawValue: "public.html")
            }
            if lowered.contains(Array("<?x".utf8), at: 0) || lowered.contains(Array("<x:xmpmeta".utf8), at: 0) {
                return ImageType(rawValue: "public.xml")
            }
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return ImageType(rawValue: "public.json") }
        return ImageType(rawValue: "public.plain-text")
    }

    /// Whether the bytes are UTF-8 text: no control characters other than white space and ESC, and no malformed
    /// sequence other than one that the end of the prefix cuts.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, !bytes.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B }) else {
            return false
        }
        let whole = bytes.count < magicLength ? bytes[...] : bytes.dropLast(3)
        var decoder = UTF8()
        var iterator = whole.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return bytes.count == magicLength && iterator.next() == nil
            }
        }
    }
}
