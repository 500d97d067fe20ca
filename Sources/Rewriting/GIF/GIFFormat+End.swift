package import UprightBase

extension GIFFormat {
    package func missingEnd<Window: ByteWindow>(in window: inout Window) throws(Window.Failure) -> String? {
        try hasEnd(&window) ? nil : "the GIF trailer"
    }

    /// GIF89a, sections 18 to 27: the logical screen descriptor and global color table, then blocks up to the trailer.
    private func hasEnd<Window: ByteWindow>(_ window: inout Window) throws(Window.Failure) -> Bool {
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
        guard let flags = try window.byte(10) else { return false }
        var offset = 13 + table(flags)
        while true {
            guard let introducer = try window.byte(offset) else { return false }
            switch introducer {
            case 0x3B: return true
            case 0x21: offset += 2
            case 0x2C:
                guard let local = try window.byte(offset + 9) else { return false }
                offset += 10 + table(local) + 1
            default:
                // Not a block: decoders stop here or skip it, so the end is uncertain.
                offset += 1
                continue
            }
            while true {
                guard let length = try window.byte(offset) else { return false }
                offset += 1 + Int(length)
                if length == 0 { break }
            }
        }
    }
}
