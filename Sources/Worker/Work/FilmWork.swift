internal import CUprightLinux
internal import Glibc
internal import UprightBytes
internal import UprightContainers

/// Reads films through a descriptor: their boxes, and no pictures.
enum FilmWork {
    /// The most bytes of an index to read.
    private static let largestIndex = 64 << 20

    /// Returns the facts of a film; nil if the file is none.
    static func facts(of source: Int32) throws(DescriptorWorkError) -> PictureFacts? {
        let size = Int(clamping: clinux_file_size(source))
        guard let start = try bytes(12, of: source, at: 0), ImageType.isFilm(start) else { return nil }
        var facts = PictureFacts()
        var offset = 0
        while true {
            var header = try bytes(16, of: source, at: offset)
            if header == nil { header = try bytes(8, of: source, at: offset) }
            guard let header, var length = header.bigEndian32(at: 0).flatMap({ Int(exactly: $0) }) else { break }
            var headerLength = 8
            if length == 1 {
                guard let high = header.bigEndian32(at: 8), let low = header.bigEndian32(at: 12) else { break }
                length = Int(clamping: UInt64(high) << 32 | UInt64(low))
                headerLength = 16
            } else if length == 0 {
                length = size.subtractingSaturated(offset)
            }
            guard length >= headerLength, length <= size.subtractingSaturated(offset) else { break }
            if header.contains(Array("moov".utf8), at: 4) {
                if length <= largestIndex,
                    let movie = try bytes(length - headerLength, of: source, at: offset + headerLength)
                {
                    facts.contentIdentifier = QuickTimeMetadata(movie: movie).contentIdentifier
                }
                break
            }
            offset += length
        }
        return facts
    }

    /// Returns bytes of a file; nil if there are fewer.
    private static func bytes(
        _ count: Int, of source: Int32, at offset: Int
    ) throws(DescriptorWorkError) -> [UInt8]? {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let start = buffer.baseAddress {
                let received = pread(source, start + filled, count - filled, off_t(offset + filled))
                if received == 0 { break }
                if received > 0 { filled += received } else if errno != EINTR { failure = errno; break }
            }
        }
        if failure != 0 { throw .reading(errno: failure) }
        return bytes.count == count ? bytes : nil
    }
}

extension ImageType {
    /// Whether a file's first bytes are those of a film, and not of a picture in boxes.
    fileprivate static func isFilm(_ start: [UInt8]) -> Bool {
        guard let type = start.bytes(4, at: 4) else { return false }
        let films = ["qt  ", "mp41", "mp42", "isom", "iso2", "M4V ", "avc1", "3gp4", "3gp5", "3gp6"]
        if type.elementsEqual("ftyp".utf8) {
            return start.bytes(4, at: 8).map { brand in films.contains { brand.elementsEqual($0.utf8) } } ?? false
        }
        return ["moov", "mdat", "wide", "pnot"].contains { type.elementsEqual($0.utf8) }
    }
}
