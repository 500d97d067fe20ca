internal import UprightFormats

extension TIFFFile {
    /// Values of which it is known that they hold no offset of the file: a packet, a profile, texts, padding, depths, and what
    /// belongs into an Exif directory.
    private static let blobs: Set<UInt16> = [
        347, 700, 32_996, 32_997, 32_998, 33_723, 34_377, 34_675, 36_864, 37_121, 37_510, 40_091, 40_092, 40_093,
        40_094,
        40_095, 40_960, 40_962, 40_963, 41_728, 41_729, 42_112, 42_113, 50_341, 50_838, 50_839, 59_932,
    ]
    /// Tags of TIFF 6.0 and its supplements whose numbers are offsets that are not followed: of free bytes, of further
    /// directories, of tables of JPEG in the old form.
    private static let offsets: Set<UInt16> = [288, 400, 519, 520, 521]
    /// Tags whose offsets are followed.
    static let followed: Set<UInt16> = [
        273, 324, 330, 513, TIFFTag.exifIFD.rawValue, TIFFTag.gpsIFD.rawValue, TIFFTag.interoperabilityIFD.rawValue,
    ]

    /// Whether everything that points to something is followed, so that parts of the file can move: no maker note, no private
    /// value whose numbers can be offsets, and no value that cannot be read.
    var movesFreely: Bool {
        warnings.isEmpty && privateValues.isEmpty
            && directories.allSatisfy { $0.entries.allSatisfy { $0.value != nil } }
    }

    /// The values that may hold offsets that only their makers know.
    var privateValues: [Range<Int>] {
        directories.flatMap { directory in
            directory.entries.compactMap { entry in
                entry.value.flatMap { isPrivate(entry, in: directory) ? $0 : nil }
            }
        }
    }

    /// Whether a number can be an offset.
    func mayPoint(_ entry: Entry, in directory: Directory) -> Bool {
        Self.followed.contains(entry.tag) || isPrivate(entry, in: directory)
    }

    private func isPrivate(_ entry: Entry, in directory: Directory) -> Bool {
        guard !Self.followed.contains(entry.tag) else { return false }
        // IFD and IFD8.
        if entry.type == 13 || entry.type == 18 { return true }
        switch directory.kind {
        case .exif, .gps, .interoperability: return entry.tag == TIFFTag.makerNote.rawValue
        case .page, .inner: break
        }
        if Self.offsets.contains(entry.tag) { return true }
        guard entry.tag >= 32_768, !Self.blobs.contains(entry.tag) else { return false }
        switch entry.type {
        case 1, 6, 7: return entry.count >= 4
        case 4, 9, 16, 17: return true
        default: return false
        }
    }
}
