internal import UprightBase

extension JPEGCoefficients {
    /// Encodes the planes progressively with Huffman codes: byte for byte as libjpeg does.
    ///
    /// - Returns: nil if a coefficient is too large to be written, or if the scans are not in order.
    func encodedProgressively(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, _ parallelism: Parallelism
    ) throws(CodecError) -> EncodedJPEG? {
        let blocks = planes.map { $0.horizontal * $0.vertical }
        guard JPEGCoding.lowestBits(coding.scans, isProgressive: true, blocks: blocks) != nil else { return nil }
        let script = ProgressiveScript(scans: coding.scans)
        nonisolated(unsafe) let planes = planes
        let made = parallelism.map(planes.count) { index in
            nonisolated(unsafe) let plane = Result { () throws(CodecError) in
                try ProgressivePlane(planes[index], bands: script.bands(of: index))
            }
            return Made(plane: plane)
        }
        var picture = ProgressivePicture(size: size, precision: precision, components: [], planes: [])
        for (plane, made) in zip(planes, made) {
            picture.components.append(
                FrameWriter.Component(
                    id: plane.id, horizontal: plane.horizontal, vertical: plane.vertical, table: plane.table,
                    quantization: plane.quantization))
            picture.planes.append(try made.plane.get())
        }
        return try picture.encoded(as: coding, expecting: expected, limit: limit, parallelism)
    }

    /// One thread makes a plane, and passes it on.
    private struct Made: @unchecked Sendable {
        let plane: Result<ProgressivePlane, CodecError>
    }
}
