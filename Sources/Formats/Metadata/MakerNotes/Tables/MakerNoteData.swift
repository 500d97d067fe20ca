internal import CUprightMakerNotes

/// The tables and lists that are files of `Sources/Formats/MakerNoteData`.
enum MakerNoteData {
    /// Returns a file by its name without the ending: `canon`. Empty if there is none.
    static func text(_ name: String) -> String {
        String(decoding: bytes(cmakernotes_file(name)), as: UTF8.self)
    }

    private static func bytes(_ text: cmakernotes_text) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    }

    /// Returns the names that a list of `lenses.txt` has for a number, as it is written there: several lenses can share
    /// one.
    ///
    /// - Parameter list: the name of the list: `Canon`.
    static func names(_ key: String, in list: String) -> [String] {
        guard let lines = lists[list] else { return [] }
        let all = bytes(cmakernotes_file("lenses"))
        let wanted = Array((key + "=").utf8)
        var found: [String] = []
        var start = lines.lowerBound
        while start < lines.upperBound {
            let end = all[start..<lines.upperBound].firstIndex(of: 0x0A) ?? lines.upperBound
            if all[start..<end].starts(with: wanted) {
                found.append(String(decoding: all[(start + wanted.count)..<end], as: UTF8.self))
            }
            start = end + 1
        }
        return found
    }

    /// The places of the lists in the file.
    private static let lists: [String: Range<Int>] = {
        let all = bytes(cmakernotes_file("lenses"))
        var lists: [String: Range<Int>] = [:]
        var (name, begin, start) = ("", 0, 0)
        while start < all.count {
            let end = all[start...].firstIndex(of: 0x0A) ?? all.count
            if all[start] == 0x5B {
                lists[name] = begin..<start
                (name, begin) = (String(decoding: all[(start + 1)..<(end - 1)], as: UTF8.self), min(end + 1, all.count))
            }
            start = end + 1
        }
        lists[name] = begin..<all.count
        return lists
    }()
}
