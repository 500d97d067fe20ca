internal import CUprightLinux
internal import Glibc
internal import UprightBase

/// Reads of a JPEG file what is before its picture's data, where its metadata is.
///
/// A large file that ends as a JPEG does is cut behind the header of its first scan. Others are read whole: damage, and what
/// follows the picture, is found there alone.
struct JPEGBeginning {
    /// Smaller files are read at once.
    private static let minimum = 1 << 15
    private static let piece = 1 << 15

    private let descriptor: Int32
    private let size: Int
    private var bytes: [UInt8] = []

    private init(descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Returns the file's beginning with an end behind it; nil for a file that is to be read whole.
    static func bytes(of descriptor: Int32, size: Int) -> [UInt8]? {
        guard size >= minimum, Self.read(descriptor, at: size - 2, count: 2) == [0xFF, 0xD9] else { return nil }
        var reading = JPEGBeginning(descriptor: descriptor, size: size)
        return reading.beginning()
    }

    private mutating func beginning() -> [UInt8]? {
        guard fill(upTo: 4), bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var offset = 2
        while fill(upTo: offset + 4), bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            // Fill bytes, restarts and other oddities are for the reader of whole files.
            guard marker >= 0xC0, !(0xD0...0xD9).contains(marker), marker != 0xFF, length >= 2 else { return nil }
            offset += 2 + length
            if marker == 0xDA { return fill(upTo: offset) ? Array(bytes[..<offset]) + [0, 0xFF, 0xD9] : nil }
        }
        return nil
    }

    /// Reads on until there are as many bytes; false if the file has fewer.
    private mutating func fill(upTo count: Int) -> Bool {
        while bytes.count < count {
            let next = Self.read(descriptor, at: bytes.count, count: min(Self.piece, size - bytes.count))
            if next.isEmpty { return false }
            bytes += next
        }
        return true
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let received = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if received > 0 { filled += received } else if received == 0 || errno != EINTR { break }
            }
        }
    }
}
