internal import UprightBase
internal import UprightFiles

/// Reads single bytes of a file through a buffer that moves forward.
struct FileWindow: ByteWindow {
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

    mutating func byte(_ offset: Int) throws(FileError) -> UInt8? {
        try cover(offset) ? buffer[offset - start] : nil
    }

    mutating func firstOffset(of value: UInt8, from offset: Int) throws(FileError) -> Int? {
        var offset = offset
        while try cover(offset) {
            if let found = buffer[(offset - start)...].firstIndex(of: value) { return start + found }
            offset = start + buffer.count
        }
        return nil
    }
}
