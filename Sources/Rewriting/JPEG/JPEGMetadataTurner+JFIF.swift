internal import UprightFormats

extension JPEGMetadataTurner {
    /// Turns the JFIF segment and its extensions.
    mutating func turnJFIF() {
        for segment in metadata.segments {
            switch segment.carrier {
            case .jfif: take(turn.jfif(segment.payload), for: segment, head: [])
            case .jfxx: take(turn.jfxx(segment.payload), for: segment, head: [])
            default: break
            }
        }
    }
}
