internal import UprightBase
internal import UprightFormats
internal import UprightFiles
internal import UprightRewriting

/// The ends of files of types that are not handled: videos, raw files, documents.
extension StructuralEnd {
    /// Looks for the end of a file of a type that is not handled.
    static func of(other file: OpenFile, type: ImageType) throws(FileError) -> StructuralEnd {
        var window = FileWindow(file)
        let size = try file.status().size
        switch type.rawValue {
        case "com.apple.quicktime-movie", "public.mpeg-4", "public.mpeg-4-audio", "com.apple.m4v-video", "public.3gpp",
            "public.3gpp2", "com.canon.cr3-raw-image":
            return try boxes(&window, size: size, index: "moov")
        case "public.jpeg-xl", "public.jpeg-2000":
            // Without the signature box it is a bare codestream.
            guard try window.byte(0) == 0 else { return .unknown }
            return try boxes(&window, size: size, index: type.rawValue == "public.jpeg-2000" ? "jp2c" : nil)
        case "public.avi", "com.microsoft.waveform-audio": return try riff(&window, size: size)
        case "org.matroska.mkv", "org.webmproject.webm": return try segment(&window, size: size)
        case "com.adobe.pdf":
            return try tail(of: file, size: size, 2_048, holds: "%%EOF", "the end of file mark (%%EOF)")
        case "public.zip-archive":
            return try tail(of: file, size: size, 65_557, holds: "PK\u{5}\u{6}", "the end of its directory")
        case "com.fuji.raw-image": return try fuji(&window, size: size)
        case "com.sigma.raw-image": return try sigma(&window, size: size)
        case let name where name.hasSuffix("raw-image"):
            guard let start = try window.bytes(4, at: 0) else { return .missing("its header") }
            // Forms of their own, and Panasonic's, whose lengths mean something else.
            guard start[0] == start[1], start[0] == 0x49 || start[0] == 0x4D, start[2] != 0x55 else { return .unknown }
            return try of(file, type: ImageType(rawValue: "public.tiff"))
        default: return .unknown
        }
    }

    /// RIFF: the first eight bytes count the rest. A large AVI has further lists after the first (OpenDML).
    private static func riff(_ window: inout FileWindow, size: Int) throws(FileError) -> StructuralEnd {
        var offset = 0
        while let header = try window.bytes(8, at: offset), header.starts(with: "RIFF".utf8) {
            let length = Int(header.suffix(4).littleEndianInteger)
            // Writers that do not know the length yet leave it out.
            guard length >= 4, length < Int(UInt32.max) else { return .missing("the length in its RIFF header") }
            guard length <= size - offset - 8 else { return .missing("bytes that its RIFF header counts") }
            offset += 8 + length + length & 1
        }
        return offset == 0 ? .missing("its RIFF header") : .found
    }

    /// RFC 8794 and 9559: the EBML header, then the segment, whose size covers the rest. One that is written as a stream has
    /// no size.
    private static func segment(_ window: inout FileWindow, size: Int) throws(FileError) -> StructuralEnd {
        guard let header = try number(&window, at: 4), let length = header.value else { return .missing("its header") }
        let (start, overflow) = (4 + header.length).addingReportingOverflow(length)
        guard !overflow, let name = try window.bytes(4, at: start) else { return .missing("its segment") }
        guard name == [0x18, 0x53, 0x80, 0x67] else { return .unknown }
        guard let segment = try number(&window, at: start + 4) else { return .missing("its segment") }
        guard let bytes = segment.value else { return .unknown }
        return bytes <= size - start - 4 - segment.length ? .found : .missing("the end of its segment")
    }

    /// A number of variable length (RFC 8794, 4); its value is nil if it is the one for an unknown size.
    private static func number(
        _ window: inout FileWindow, at offset: Int
    ) throws(FileError) -> (value: Int?, length: Int)? {
        guard let first = try window.byte(offset), first != 0 else { return nil }
        let length = first.leadingZeroBitCount + 1
        guard let rest = try window.bytes(length - 1, at: offset + 1) else { return nil }
        let all = (UInt64(1) << (7 * length)) - 1
        let value = rest.reduce(UInt64(first) & (0xFF >> UInt64(length))) { $0 << 8 | UInt64($1) }
        return (value == all ? nil : Int(clamping: value), length)
    }

    private static func tail(
        of file: OpenFile, size: Int, _ reach: Int, holds mark: String, _ name: String
    ) throws(FileError) -> StructuralEnd {
        let start = max(size - reach, 0)
        let tail = try file.read(size - start, at: start)
        return tail.firstOffset(of: Array(mark.utf8)) == nil ? .missing(name) : .found
    }

    /// RAF: the header has the places and lengths of the preview, the sensor's description and its samples.
    private static func fuji(_ window: inout FileWindow, size: Int) throws(FileError) -> StructuralEnd {
        for place in [84, 92, 100] {
            guard let words = try window.bytes(8, at: place) else { return .missing("its header") }
            let (start, length) = (Int(words.prefix(4).bigEndianInteger), Int(words.suffix(4).bigEndianInteger))
            guard start + length <= size else { return .missing("data up to byte \(start + length)") }
        }
        return .found
    }

    /// X3F: the last four bytes say where the directory is.
    private static func sigma(_ window: inout FileWindow, size: Int) throws(FileError) -> StructuralEnd {
        guard size >= 8, let pointer = try window.bytes(4, at: size - 4) else { return .missing("its directory") }
        let mark = try window.bytes(4, at: Int(pointer.littleEndianInteger))
        return mark?.elementsEqual("SECd".utf8) == true ? .found : .missing("its directory")
    }
}
