package import UprightGeometry

extension PNGRaster {
    /// A decoded picture, with what was wrong with its data.
    package struct Decoded: ~Copyable {
        /// The picture; rows that could not be decoded are zero.
        package let raster: PNGRaster
        /// What was wrong, for people; nil for sound data.
        package let damage: String?

        /// The picture alone.
        package consuming func picture() -> PNGRaster { raster }
    }

    /// Decodes the image data of a picture. The inverse is ``encode(interlaced:)``.
    ///
    /// - Parameters:
    ///   - stream: the zlib stream: the data of all `IDAT` (or `fdAT`) chunks in their order.
    ///   - isInterlaced: whether the rows come in seven passes.
    /// - Throws: ``PNGCodecError`` where not one row can be decoded, or memory does not suffice.
    package static func decode(
        _ stream: ArraySlice<UInt8>, size: Size, bitsPerPixel: Int, isInterlaced: Bool
    ) throws(PNGCodecError) -> Decoded {
        let bytes =
            isInterlaced
            ? try interlacedByteCount(size, bitsPerPixel: bitsPerPixel)
            : try byteCount(size, bitsPerPixel: bitsPerPixel)
        guard let data = ByteBuffer(count: bytes) else { throw .outOfMemory(bytes: bytes) }
        let (count, ending) = inflate(stream, into: data)
        if ending == .outOfMemory { throw .outOfMemory(bytes: bytes) }
        var progress = Progress(available: count)
        if isInterlaced {
            let raster = try PNGRaster(size: size, bitsPerPixel: bitsPerPixel)
            raster.rows.clear()
            var offset = 0
            for (pass, passSize) in Adam7.passes(in: size) {
                let length = try byteCount(passSize, bitsPerPixel: bitsPerPixel)
                try progress.unfilter(data.base + offset, passSize, bitsPerPixel: bitsPerPixel)
                raster.scatter(pass, passSize, from: data.base + offset)
                offset += length
            }
            return Decoded(raster: raster, damage: try progress.damage(ending, expected: bytes))
        }
        try progress.unfilter(data.base, size, bitsPerPixel: bitsPerPixel)
        let damage = try progress.damage(ending, expected: bytes)
        return Decoded(raster: PNGRaster(size: size, bitsPerPixel: bitsPerPixel, rows: data), damage: damage)
    }

    /// Looks whether the first row can be inflated, and that is all.
    ///
    /// - Parameter stream: the beginning of the zlib stream.
    package static func checkFirstRow(
        _ stream: ArraySlice<UInt8>, width: Int, bitsPerPixel: Int
    ) throws(PNGCodecError) {
        // The first row of an interlaced picture is a pass's, and at most as long as this.
        let bytes = min(rowBytes(width, bitsPerPixel) + 1, 4096)
        guard let row = ByteBuffer(count: bytes) else { throw .outOfMemory(bytes: bytes) }
        let (count, ending) = inflate(stream, into: row)
        guard count > 0 else { throw .undecodable(ending.description) }
        let filter = row.base.load(as: UInt8.self)
        guard PNGFilter(rawValue: filter) != nil else { throw .undecodable("filter \(filter) in the first row") }
    }

    private static func inflate(
        _ stream: ArraySlice<UInt8>, into buffer: borrowing ByteBuffer
    ) -> (count: Int, ending: Zlib.Ending) {
        let output = UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.count)
        return stream.withUnsafeBytes { Zlib.inflate($0, into: output) }
    }

    /// How far into the inflated data the rows are good.
    private struct Progress {
        /// How many inflated bytes have not been looked at.
        var available: Int
        let inflated: Int
        var rows = 0
        var unknownFilter: UInt8?

        init(available: Int) {
            self.available = available
            inflated = available
        }

        /// Takes the filters off the rows of a picture or pass; those that are not there, or follow an unknown filter,
        /// become zero.
        mutating func unfilter(
            _ base: UnsafeMutableRawPointer, _ size: Size, bitsPerPixel: Int
        ) throws(PNGCodecError) {
            let stride = PNGRaster.rowBytes(size.width, bitsPerPixel) + 1
            let unit = max(1, bitsPerPixel / 8)
            guard let zeros = ByteBuffer(count: stride) else { throw .outOfMemory(bytes: stride) }
            zeros.clear()
            var previous = UnsafePointer(zeros.base.assumingMemoryBound(to: UInt8.self))
            var y = 0
            while y < size.height, available >= stride {
                let row = (base + y &* stride).assumingMemoryBound(to: UInt8.self)
                guard let filter = PNGFilter(rawValue: row[0]) else {
                    unknownFilter = row[0]
                    available = 0
                    break
                }
                filter.undo(row + 1, previous: previous, count: stride &- 1, unit: unit)
                previous = UnsafePointer(row + 1)
                available &-= stride
                rows &+= 1
                y &+= 1
            }
            if y < size.height {
                available = 0
                (base + y * stride).initializeMemory(as: UInt8.self, repeating: 0, count: (size.height - y) * stride)
            }
        }

        /// What was wrong; throws where nothing was right.
        func damage(_ ending: Zlib.Ending, expected: Int) throws(PNGCodecError) -> String? {
            let found: String
            if let unknownFilter {
                found = "filter \(unknownFilter) after \(rows) rows"
            } else {
                if ending == .complete, inflated == expected { return nil }
                found = "\(ending) after \(inflated) bytes"
            }
            guard rows > 0 else { throw .undecodable(found) }
            return "expected \(expected) bytes of image data, found \(found)"
        }
    }
}
