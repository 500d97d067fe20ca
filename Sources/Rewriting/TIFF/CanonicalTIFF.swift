internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The tags of a TIFF picture that a strict strip lets stay besides those of its Exif block, each with as many values as its
/// standard gives it.
///
/// Source: TIFF 6.0 and its supplements; TIFF/EP for colour filter arrays.
enum CanonicalTIFF {
    /// Tags whose offsets are followed and written anew, and those that give the lengths of what they point to.
    static let places: Set<UInt16> = [
        273, 279, 324, 325, 330, 513, 514, 519, 520, 521, TIFFTag.exifIFD.rawValue, TIFFTag.gpsIFD.rawValue,
        TIFFTag.interoperabilityIFD.rawValue,
    ]
    /// Tags whose values are blocks with a list of their own: tables of JPEG, XMP, IPTC, Photoshop's resources, a profile.
    static let blocks: Set<UInt16> = [347, 700, 33_723, 34_377, 34_675]

    /// The most values that a tag of the storage has; nil for any other tag.
    static func count(_ tag: UInt16, samples: Int, bits: Int) -> Int? {
        let levels = 1 << min(max(bits, 1), 16)
        return switch tag {
        case 254, 255, 256, 257, 259, 262, 263, 266, 277, 278, 284, 290, 292, 293, 317, 322, 323, 332, 334, 512, 531,
            32_997, 32_998:
            1
        case 321, 530, 33_421, 50_674: 2
        case 258, 280, 281, 338, 339, 340, 341, 515, 517, 518: samples
        case 336: 2 * samples
        case 529: 3
        case 342, 532: 6
        case 33_422: 64
        case 291: levels
        case 301, 320: 3 * levels
        default: nil
        }
    }

    /// Whether values of a type are numbers, and not text, bytes of any meaning or a pointer.
    static func isNumeric(_ type: UInt16) -> Bool { [1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 16, 17].contains(type) }

    /// Returns a strip or tile without what follows its samples, as far as its compression says where they end.
    static func segment(_ stored: ArraySlice<UInt8>, _ index: Int, _ layout: TIFFLayout) -> [UInt8] {
        switch layout.compression {
        case 7: return jpeg(stored)
        case 8,
            32_946 where layout.fillOrder == 1:
            let stored = Array(stored)
            return Array(stored.prefix(ZlibStream.length(of: [0..<stored.count], in: stored) ?? stored.count))
        default: return Array(stored.prefix(layout.length(of: stored, segment: index)))
        }
    }

    /// Returns a stream or the common tables of JPEG streams without metadata, tails, and what follows the end.
    static func jpeg(_ stored: ArraySlice<UInt8>) -> [UInt8] {
        let stored = Array(stored)
        guard let segments = try? JPEGFile.segments(of: stored).segments else { return stored }
        return segments.flatMap { segment -> [UInt8] in
            let payload = stored[segment.payload]
            guard JPEGMarker.isMetadata(segment.marker) else { return CanonicalJPEG.segment(segment, in: stored) }
            let carrier = JPEGCarrier(marker: segment.marker, payload: payload)
            guard carrier == .adobe, let adobe = CanonicalJPEG.payload(carrier, Array(payload)) else { return [] }
            return [JPEGMarker.prefix, segment.marker] + UInt16(adobe.count + 2).bigEndianBytes + adobe
        }
    }
}
