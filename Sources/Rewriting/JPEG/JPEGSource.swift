internal import UprightGeometry
internal import UprightContainers

/// A JPEG that is to be normalized: its bytes, their structure, and what the metadata says.
struct JPEGSource {
    let bytes: [UInt8]
    let file: JPEGFile
    let metadata: JPEGMetadata

    init(_ bytes: [UInt8]) throws(JPEGRefusal) {
        self.bytes = bytes
        do {
            file = try JPEGFile(parsing: bytes)
        } catch {
            throw .structure(error)
        }
        metadata = JPEGMetadata(of: file, in: bytes)
        if let reason = file.frameHeader.invalidity { throw .invalid(reason) }
    }

    /// What the codec lacks to turn the picture, though it may be a valid one; nil where nothing is missing.
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
        if frame.precision != 8 {
            return "a JPEG of \(frame.precision) bits a sample can be copied, but not turned"
        }
        if frame.components.count > 10 {
            return "a JPEG of \(frame.components.count) components can be copied, but not turned"
        }
        return nil
    }

    /// The bytes as libjpeg can read them: with the height in the frame header where a `DNL` segment gives it.
    var decodableBytes: [UInt8] {
        let frame = file.frameHeader
        guard frame.leavesHeightOpen else { return bytes }
        var patched = bytes
        let height = file.segments[frame.segmentIndex].payload.lowerBound + 1
        patched[height] = UInt8(truncatingIfNeeded: frame.size.height >> 8)
        patched[height + 1] = UInt8(truncatingIfNeeded: frame.size.height)
        return patched
    }
}

extension JPEGFrameHeader {
    /// What the header says that no decoder accepts; nil for a sound one.
    ///
    /// Source: ITU-T T.81, table B.2.
    fileprivate var invalidity: String? {
        if size.width == 0 { return "the frame header gives a width of 0" }
        if size.height == 0 { return "the frame header gives a height of 0, and no DNL segment gives another" }
        if components.isEmpty { return "the frame header has no components" }
        let outside = components.first { !(1...4).contains($0.horizontal) || !(1...4).contains($0.vertical) }
        if let outside {
            return "component \(outside.id) has the sampling factors \(outside.horizontal)×\(outside.vertical), "
                + "expected 1 to 4"
        }
        return nil
    }
}
