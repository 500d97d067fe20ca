package import UprightCodecs

extension JPEGCoefficients {
    /// The coefficients that belong to the picture, without padding: by plane, in rows of blocks.
    package var content: [[Int16]] {
        planes.map { plane in
            (0..<plane.height).flatMap { row in
                Array(UnsafeBufferPointer(start: plane.block(0, row), count: plane.width * 64))
            }
        }
    }

    /// Returns a copy that shares no memory with this picture.
    package func copied() throws -> JPEGCoefficients {
        var copy = self
        for (index, plane) in planes.enumerated() {
            copy.planes[index].blocks = try JPEGBlocks(count: plane.blocks.count)
            copy.planes[index].blocks.base.update(from: plane.blocks.base, count: plane.blocks.count * 64)
        }
        return copy
    }
}
