package import UprightBase

extension PNGFormat {
    /// PNG, 5.3: length, type, data, CRC.
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        var offset = 8
        while let header = try window.bytes(8, at: offset) {
            let length = Int(header.prefix(4).bigEndianInteger)
            guard try window.byte(offset + 12 + length - 1) != nil else { break }
            if header.suffix(4).elementsEqual("IEND".utf8) { return nil }
            offset += 12 + length
        }
        return "the IEND chunk"
    }
}
