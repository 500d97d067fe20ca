internal import UprightBase

/// A colour profile without anything behind its end.
enum CanonicalICC {
    /// Returns the profile in the length that its header gives; nil if it has no header of a profile (ICC.1, 7.2).
    static func profile(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8]? {
        let head = Array(bytes.prefix(128))
        guard head.count == 128, head[36..<40].elementsEqual("acsp".utf8) else { return nil }
        let length = Int(head[..<4].bigEndianInteger)
        guard length >= 128 else { return nil }
        return Array(bytes.prefix(length))
    }
}
