internal import UprightBase

extension ImageType {
    /// Returns the type of a file of ISO boxes (ISO/IEC 14496-12): HEIF, AVIF, Canon CR3, QuickTime, MPEG-4.
    static func isoMedia(_ bytes: [UInt8]) -> ImageType? {
        guard bytes.count >= 8 else { return nil }
        switch String(decoding: bytes[4..<8], as: UTF8.self) {
        case "ftyp":
            guard bytes.count >= 12 else { return nil }
            // The major brand is the word at 8; the words from 16 to the box's end are the compatible brands.
            let end = min(bytes.count, max(16, Int(bytes.bigEndian32(at: 0) ?? 0)))
            var words = [8..<12] + stride(from: 16, to: max(16, end - 3), by: 4).map { $0..<$0 + 4 }
            // With `mif3`, the word between them is a brand, too: that of the codec (ISO/IEC 23008-12, amendment 2).
            if bytes.contains(Array("mif3".utf8), at: 8), bytes.count >= 16 { words.insert(12..<16, at: 1) }
            let brands = words.map { String(decoding: bytes[$0], as: UTF8.self) }
            return brands.lazy.compactMap(precise).first ?? picture(among: brands) ?? general(brands[0])
        case "wide", "free", "skip":
            // Text can have these letters; such a box is small.
            guard bytes[0] == 0, let length = bytes.bigEndian32(at: 0), length >= 8 else { return nil }
            return ImageType(rawValue: "com.apple.quicktime-movie")
        case "moov", "mdat", "pnot":
            return ImageType(rawValue: "com.apple.quicktime-movie")
        default:
            return nil
        }
    }

    /// Returns the type that a brand names, regardless of its place in the list of brands.
    private static func precise(_ brand: String) -> ImageType? {
        switch brand {
        case "heic", "heix", "heim", "heis": ImageType(rawValue: "public.heic")
        case "hevc", "hevx", "hevm", "hevs": ImageType(rawValue: "public.heics")
        case "avif", "avis": ImageType(rawValue: "public.avif")
        case "avci", "avcs": ImageType(rawValue: "public.avci")
        case "crx ": ImageType(rawValue: "com.canon.cr3-raw-image")
        case "jxl ": ImageType(rawValue: "public.jpeg-xl")
        case "jp2 ", "jpx ", "jpm ": ImageType(rawValue: "public.jpeg-2000")
        default: nil
        }
    }

    /// Returns the type of a picture (ISO/IEC 23008-12, annexes B and E to L) whose codec has no type of its own; nil if the
    /// major brand is not one of a picture.
    private static func picture(among brands: [String]) -> ImageType? {
        switch brands[0] {
        case "mif1", "mif2", "mif3", "miaf", "jpeg", "j2ki", "vvic", "evbi", "evmi", "unif", "1pic", "pred":
            ImageType(rawValue: "public.heif")
        case "msf1", "jpgs", "j2is", "vvis", "evbs", "evms":
            ImageType(rawValue: brands.contains("mif1") ? "public.heif" : "public.heifs")
        default: nil
        }
    }

    /// Returns the general type that the major brand alone indicates.
    private static func general(_ brand: String) -> ImageType {
        switch brand {
        case "qt  ": ImageType(rawValue: "com.apple.quicktime-movie")
        case _ where brand.hasPrefix("3g"): ImageType(rawValue: brand.hasPrefix("3g2") ? "public.3gpp2" : "public.3gpp")
        case "M4A ", "M4B ", "M4P ": ImageType(rawValue: "public.mpeg-4-audio")
        case "M4V ", "M4VH", "M4VP": ImageType(rawValue: "com.apple.m4v-video")
        default: ImageType(rawValue: "public.mpeg-4")
        }
    }
}
