package import UprightBase

extension PNGRaster {
    /// A decoded picture, and the damage found in its data.
    package struct Decoded: ~Copyable {
        /// The picture. Rows that cannot be decoded are zero.
        package let raster: PNGRaster
        /// A readable description of the damage; nil for valid data.
        package let damage: String?

        package consuming func picture() -> PNGRaster { raster }
    }

    /// Decodes the image data of a picture. The inverse is ``encode(interlaced:)``.
    ///
    /// - Parameters:
    ///   - stream: the zlib stream: the concatenated data of all `IDAT` (or `fdAT`) chunks.
    ///   - isInterlaced: whether the rows are in seven passes.
    /// - Throws: ``CodecError`` if not a single row can be decoded, or if an allocation fails.
    package static func decode(
        _ stream: ArraySlice<UInt8>, size: Size, bitsPerPixel: Int, isInterlaced: Bool
    ) throws(CodecError) -> Decoded {
        var outcome: Result<Decoded, CodecError>?
        stream.withUnsafeBytes { stream in
            outcome = Result { () throws(CodecError) in
                try decode(stream, size: size, bitsPerPixel: bitsPerPixel, isInterlaced: isInterlaced)
            }
        }
        guard let outcome else { preconditionFailure("the closure was called") }
        return try outcome.get()
    }

    /// Decodes the image data of a picture, as ``decode(_:size:bitsPerPixel:isInterlaced:)`` does.
    package static func decode(
        _ stream: UnsafeRawBufferPointer, size: Size, bitsPerPixel: Int, isInterlaced: Bool
    ) throws(CodecError) -> Decoded {
        let bytes =
            isInterlaced
            ? try interlacedByteCount(size, bitsPerPixel: bitsPerPixel)
            : try byteCount(size, bitsPerPixel: bitsPerPixel)
        guard let data = ByteBuffer(count: bytes) else { throw .noMemory(forPicture: bytes) }
        let (count, ending) = inflate(stream, into: data)
        if ending == .outOfMemory { throw .noMemory(forPicture: bytes) }
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

    /// Checks only whether the first row can be inflated.
    ///
    /// - Parameter stream: the start of the zlib stream.
    package static func checkFirstRow(
        _ stream: ArraySlice<UInt8>, width: Int, bitsPerPixel: Int
    ) throws(CodecError) {
        // The first row of an interlaced picture belongs to a pass, and is at most as long as this.
        let bytes = min(rowBytes(width, bitsPerPixel) + 1, 4096)
        guard let row = ByteBuffer(count: bytes) else { throw .noMemory(forPicture: bytes) }
        let (count, ending) = stream.withUnsafeBytes { inflate($0, into: row) }
        guard count > 0 else { throw .noRow(found: ending.description) }
        let filter = row.base.load(as: UInt8.self)
        guard PNGFilter(rawValue: filter) != nil else { throw .noRow(found: "filter \(filter) in the first row") }
    }

    private static func inflate(
        _ stream: UnsafeRawBufferPointer, into buffer: borrowing ByteBuffer
    ) -> (count: Int, ending: Zlib.Ending) {
        Zlib.inflate(stream, into: UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.count))
    }

    /// How much of the inflated data makes valid rows.
    private struct Progress {
        /// The number of inflated bytes that have not been used.
        var available: Int
        let inflated: Int
        var rows = 0
        var unknownFilter: UInt8?

        init(available: Int) {
            self.available = available
            inflated = available
        }

        /// Removes the filters from the rows of a picture or pass. Rows that are missing, or follow an unknown filter,
        /// become zero.
        mutating func unfilter(
            _ base: UnsafeMutableRawPointer, _ size: Size, bitsPerPixel: Int
        ) throws(CodecError) {
            let stride = PNGRaster.rowBytes(size.width, bitsPerPixel) + 1
            let unit = max(1, bitsPerPixel / 8)
            guard let zeros = ByteBuffer(count: stride) else { throw .noMemory(forPicture: stride) }
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
                var height = 1
                if filter.undoesSeveralRows(unit) {
                    let most = min(size.height &- y, available / stride)
                    while height < most, row[height &* stride] == filter.rawValue { height &+= 1 }
                    filter.undo(
                        row + 1, rows: height, stride: stride, previous: previous, count: stride &- 1, unit: unit)
                } else {
                    filter.undo(row + 1, previous: previous, count: stride &- 1, unit: unit)
                }
                previous = UnsafePointer(row + ((height &- 1) &* stride &+ 1))
                available &-= height &* stride
                rows &+= height
                y &+= height
            }
            if y < size.height {
                available = 0
                (base + y * stride).initializeMemory(as: UInt8.self, repeating: 0, count: (size.height - y) * stride)
            }
        }

        /// Returns a description of the damage; throws if no row is valid.
        func damage(_ ending: Zlib.Ending, expected: Int) throws(CodecError) -> String? {
            let found: String
            if let unknownFilter {
                found = "filter \(unknownFilter) after \(rows) rows"
            } else {
                if ending == .complete, inflated == expected { return nil }
                found = "\(ending) after \(inflated) bytes"
            }
            guard rows > 0 else { throw .noRow(found: found) }
            return "expected \(expected) bytes of image data, found \(found)"
        }
    }
}
