internal import UprightBase
internal import UprightFormats

extension HEIFFile {
    /// The brands of files whose tracks are picture sequences (ISO/IEC 23008-12, sections 7.4 and B.4; AV1 image file format).
    private static let sequences: Set = ["msf1", "hevc", "hevx", "hevm", "hevs", "avcs", "avis", "jpgs", "vvcs"]

    /// Whether a `moov` box belongs to a video beside the picture, as in a motion photo: it has tracks of video, and no sequence
    /// that viewers show in place of the picture.
    func holdsOnlyVideo(_ movie: ISOBox, in bytes: [UInt8]) -> Bool {
        guard Self.sequences.isDisjoint(with: brands) else { return false }
        let handlers = ISOBox.boxes(in: movie.payload, of: bytes).boxes.filter { $0.type == "trak" }.map { track in
            let media = ISOBox.boxes(in: track.payload, of: bytes).boxes.filter { $0.type == "mdia" }
            let boxes = media.flatMap { ISOBox.boxes(in: $0.payload, of: bytes).boxes }
            // ISO/IEC 14496-12, section 8.4.3: version and flags, four bytes, and then the handler.
            let handler = boxes.first { $0.type == "hdlr" }
            return handler.flatMap { bytes[$0.payload].bytes(4, at: $0.payload.lowerBound + 8) }.map { ISOBox.name($0) }
        }
        return handlers.contains("vide") && !handlers.contains("pict") && !handlers.contains("auxv")
    }
}
