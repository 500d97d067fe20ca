internal import UprightBase
internal import UprightFiles

/// Files of ISO boxes: videos, Canon's raw files, HEIF.
extension StructuralEnd {
    /// ISO/IEC 14496-12, 4.2: top-level boxes that lie within the file, and the one with the index among them.
    ///
    /// - Parameter index: the box without which nothing in the file can be found; nil if there is none.
    static func boxes(_ window: inout FileWindow, size: Int, index: String?) throws(FileError) -> StructuralEnd {
        let missingIndex = StructuralEnd.missing("its index (the box \(index ?? ""))")
        var offset = 0
        var hasIndex = index == nil
        while offset < size {
            guard let header = try window.bytes(8, at: offset) else { break }
            let type = header.suffix(4)
            let name = String(decoding: type, as: UTF8.self)
            var length = header.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            // Some writers reserve a file's size with zeros before they fill it. After the index, they are padding.
            if length == 0, type.allSatisfy({ $0 == 0 }) { return hasIndex ? .found : .missing("its boxes") }
            var shortest = 8
            if length == 1 {
                guard let long = try window.bytes(8, at: offset + 8) else {
                    return .missing("the end of the box \(name)")
                }
                shortest = 16
                length = Int(clamping: long.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
            }
            if name == index { hasIndex = true }
            // A length of 0 means that the box reaches to the end of the file.
            if length == 0 { break }
            guard length >= shortest else { return hasIndex ? .found : missingIndex }
            guard length <= size - offset else { return .missing("the end of the box \(name)") }
            offset += length
        }
        return hasIndex ? .found : missingIndex
    }
}
