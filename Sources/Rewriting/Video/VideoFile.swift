internal import UprightBase
internal import UprightFormats

/// The boxes of a video outside of its samples.
struct VideoFile {
    /// The brands, with the major one first.
    private(set) var brands: [String] = []
    /// The index.
    let movie: VideoMovie
    /// The XMP packet (XMP specification, part 3, 1.1.4).
    private(set) var xmp: [UInt8]?
    private(set) var warnings: [String] = []

    /// The largest index that is read: of ten hours at 60 frames a second, it has about half of that.
    static let largestIndex = 64 << 20
    private static let largestPacket = 16 << 20
    /// How many boxes are visited: a video in fragments has two for each second or so.
    private static let maximumBoxes = 20_000

    static let xmpIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    /// Reads the boxes of a file, without the content of `mdat`.
    init(reading file: FileBytes) throws(FormatError) {
        var index: [UInt8]?
        for box in FileBoxes.all(in: file, atMost: Self.maximumBoxes) {
            guard box.isComplete else {
                warnings.append("\(box.type) at byte \(box.offset): bytes are missing")
                break
            }
            switch box.type {
            case "ftyp" where brands.isEmpty && box.length <= 4_096:
                let content = box.content(of: file) ?? []
                let words = [0] + stride(from: 8, to: max(8, content.count - 3), by: 4)
                brands = words.compactMap { content.bytes(4, at: $0).map { ISOBox.name($0) } }
            case "moov" where index == nil:
                guard box.length <= Self.largestIndex else {
                    throw FormatError(
                        "moov at byte \(box.offset): expected an index of at most \(Self.largestIndex) bytes, found "
                            + "\(box.length)")
                }
                index = box.content(of: file)
            case "uuid" where xmp == nil && box.length <= Self.largestPacket:
                guard let content = box.content(of: file), content.starts(with: Self.xmpIdentifier) else { continue }
                xmp = Array(content.dropFirst(Self.xmpIdentifier.count))
            default: continue
            }
        }
        guard let index else {
            throw FormatError(
                "expected the index of the video (moov), found " + (warnings.first ?? "none in \(file.count) bytes"))
        }
        movie = VideoMovie(reading: index)
        warnings += movie.warnings
        if xmp == nil { xmp = movie.xmp }
    }
}
