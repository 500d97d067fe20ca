internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension JPEGSource {
    /// Reads a file, and rejects one that no decoder accepts.
    init(checking bytes: [UInt8]) throws(PictureRefusal) {
        do {
            self = try JPEGSource(bytes)
        } catch {
            throw .undecodable("\(error)")
        }
        if let reason = file.frameHeader.invalidity { throw .undecodable(reason) }
    }

    /// Why the codec cannot turn a valid picture; nil if it can.
    var reasonNotToTurn: String? {
        let frame = file.frameHeader
        let name = JPEGMarker.name(frame.marker)
        if file.isHierarchical || frame.process == .differential {
            return "a hierarchical JPEG (\(name)) can be copied, but not turned"
        }
        if frame.process == .lossless {
            return frame.isArithmetic
                ? "a lossless JPEG with arithmetic coding (\(name)) can be copied, but not turned" : nil
        }
        if frame.precision != 8, frame.precision != 12 {
            return "a JPEG of \(frame.precision) bits per sample can be copied, but not turned (expected 8 or 12)"
        }
        if frame.components.count > 10 {
            return "a JPEG of \(frame.components.count) components can be copied, but not turned"
        }
        return nil
    }

    /// The bytes in the form from which libjpeg can read their coefficients.
    var decodableBytes: [UInt8] { file.decodableBytes(bytes) }
}
