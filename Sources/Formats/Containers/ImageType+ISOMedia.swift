internal import UprightBytes

extension ImageType {
    /// Returns the type of a file of ISO boxes (ISO/IEC 14496-12): HEIF, AVIF, Canon CR3, QuickTime, MPEG-4.
    static func isoMedia(_ bytes: [UInt8]) -> ImageType? {
        guard bytes.count >= 8 else { return nil }
        switch String(decoding: bytes[4..<8], as: UTF8.self) {
        case "ftyp":
            guard bytes.count >= 12 else { return nil }
            // The major brand is the word at 8; the words from 16 to the box's end are the compatible brands.
            let end = min(bytes.count, max(16, Int(bytes.bigEndian32(at: 0) ?? 0)))
            let words = [8..<12] + stride(from: 16, to: max(16, end - 3), by: 4).map { $0..<$0 + 4 }
            let brands = words.map { String(decoding: bytes[$0], as: UTF8.self) }
            return brands.lazy.compactMap(precise).first ?? general(brands[0])
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
        case "crx ": ImageType(rawValue: "com.canon.cr3-raw-image")
        case "jxl ": ImageType(rawValue: "public.jpeg-xl")
        case "jp2 ", "jpx ", "jpm ": ImageType(rawValue: "public.jpeg-2000")
        case "avci", "avcs": ImageType(rawValue: "public.avci")
        default: nil
        }
    }

    /// Returns the general type that the major brand alone indicates.
    private static func general(_ brand: String) -> ImageType {
        switch brand {
        case "mif1", "mif2", "mif3", "msf1", "jpeg", "jpgs", "j2ki", "j2is", "vvic", "vvis":
            ImageType(rawValue: "public.heif")
        case "qt  ": ImageType(rawValue: "com.apple.quicktime-movie")
        case _ where brand.hasPrefix("3g"): ImageType(rawValue: brand.hasPrefix("3g2") ? "public.3gpp2" : "public.3gpp")
        case "M4A ", "M4B ", "M4P ": ImageType(rawValue: "public.mpeg-4-audio")
        case "M4V ", "M4VH", "M4VP": ImageType(rawValue: "com.apple.m4v-video")
        default: ImageType(rawValue: "public.mpeg-4")
        }
    }
}
