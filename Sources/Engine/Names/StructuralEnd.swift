internal import UprightBytes
public import UprightFiles
public import UprightContainers

/// Whether a file reaches the end that its format defines. This cheap check of the structure distinguishes a file that
/// is still being written from a complete one. It decodes nothing, and uses little memory for any input.
public enum StructuralEnd: Sendable, Hashable {
    /// The end was found: EOI, `IEND`, the GIF trailer. More bytes may follow it.
    case found
    /// The file ends too early; the value says what is missing.
    case missing(String)
    /// The file's type has no known end.
    case unknown

    /// Looks for the end of a file of a given type.
    public static func of(_ file: OpenFile, type: ImageType) throws(FileError) -> StructuralEnd {
        var window = FileWindow(file)
        switch type {
        case .jpeg: return try jpeg(&window) ? .found : .missing("the end of image marker (EOI)")
        case .png: return try png(&window) ? .found : .missing("the IEND chunk")
        case .gif: return try gif(&window) ? .found : .missing("the GIF trailer")
        default: return .unknown
        }
    }

    /// Identifies a file's type and looks for its end.
    public static func of(_ file: OpenFile) throws(FileError) -> StructuralEnd {
        if CompanionNames.isCompanion(file.path.name) { return try of(companion: file) }
        let prefix = try file.read(ImageType.magicLength, at: 0)
        // Pieces of a download can arrive in any order.
        if prefix.allSatisfy({ $0 == 0 }) { return .missing("its first bytes, which are zeros") }
        return try of(file, type: ImageType.identify(prefix))
    }

    /// ITU-T T.81, B.1.1: segments up to a scan, then entropy-coded data up to the next marker other than a restart
    /// marker; stuffed bytes are skipped.
    private static func jpeg(_ window: inout FileWindow) throws(FileError) -> Bool {
        var offset = 2
        var isInScan = false
        while true {
            guard let next = try isInScan ? window.firstOffset(of: JPEGMarker.prefix, from: offset) : offset else {
                return false
            }
            guard let first = try window.byte(next) else { return false }
            guard first == JPEGMarker.prefix else {
                // Decoders skip stray bytes between segments.
                offset = next + 1
                continue
            }
            guard let code = try window.byte(next + 1) else { return false }
            switch code {
            case JPEGMarker.eoi: return true
            case JPEGMarker.prefix: offset = next + 1
            case 0x00, JPEGMarker.tem, JPEGMarker.rst0...JPEGMarker.soi: offset = next + 2
            default:
                guard let high = try window.byte(next + 2), let low = try window.byte(next + 3) else { return false }
                offset = next + 2 + max(Int([high, low].bigEndianInteger), 2)
                isInScan = code == JPEGMarker.sos
            }
        }
    }

    /// PNG, 5.3: length, type, data, CRC.
    private static func png(_ window: inout FileWindow) throws(FileError) -> Bool {
        var offset = 8
        while true {
            guard let header = try window.bytes(8, at: offset) else { return false }
            let length = Int(header.prefix(4).bigEndianInteger)
            guard try window.byte(offset + 12 + length - 1) != nil else { return false }
            if header.suffix(4).elementsEqual("IEND".utf8) { return true }
            offset += 12 + length
        }
    }

    /// GIF89a, sections 18 to 27: the logical screen descriptor and global color table, then blocks up to the trailer.
    private static func gif(_ window: inout FileWindow) throws(FileError) -> Bool {
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

/// Reads single bytes of a file through a buffer that moves forward.
struct FileWindow {
    private let file: OpenFile
    private var start = 0
    private var buffer: [UInt8] = []
    private static let length = 1 << 16

    init(_ file: OpenFile) { self.file = file }

    private mutating func cover(_ offset: Int) throws(FileError) -> Bool {
        if offset >= start, offset < start + buffer.count { return true }
        start = offset
        buffer = try file.read(Self.length, at: offset)
        return !buffer.isEmpty
    }

    /// Returns the byte at an offset; nil at the end of the file.
    mutating func byte(_ offset: Int) throws(FileError) -> UInt8? {
        try cover(offset) ? buffer[offset - start] : nil
    }

    mutating func bytes(_ count: Int, at offset: Int) throws(FileError) -> [UInt8]? {
        var bytes: [UInt8] = []
        for index in 0..<count {
            guard let byte = try byte(offset + index) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// Returns the offset of the first byte with the given value, at or after an offset; nil if there is none.
    mutating func firstOffset(of value: UInt8, from offset: Int) throws(FileError) -> Int? {
        var offset = offset
        while try cover(offset) {
            if let found = buffer[(offset - start)...].firstIndex(of: value) { return start + found }
            offset = start + buffer.count
        }
        return nil
    }
}
