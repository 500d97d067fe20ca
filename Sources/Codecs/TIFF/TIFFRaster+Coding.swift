internal import CUprightCodecs
internal import UprightBase

extension TIFFRaster {
    /// Who decodes the samples.
    package enum Decoder: Sendable, Hashable {
        /// What decodes for a turn: ``TIFFSegmentCoder`` where it encodes, otherwise libtiff.
        case product
        /// The other one of the two, for the check. LZMA and Zstandard have libtiff alone.
        case reference
    }

    /// A decoded picture, and what is wrong with its data.
    package struct Decoded: Sendable {
        /// The picture.
        package var raster: TIFFRaster
        /// Damage, after which samples are missing or guessed; nil for valid data.
        package var damage: String?
        /// Rows of a fax that the decoder has mended; nil if there are none.
        package var warning: String?
    }

    /// Whether a picture is decoded and encoded without libtiff.
    package static func needsNoLibrary(_ layout: TIFFLayout) -> Bool { TIFFSegmentCoder.codes(layout) }

    /// Decodes the picture of a directory.
    ///
    /// - Parameters:
    ///   - file: the whole file.
    ///   - directory: the offset of the directory.
    ///   - segments: the places of the strips or tiles.
    package static func decode(
        _ file: [UInt8], directory: Int, segments: [Range<Int>], _ layout: TIFFLayout, by decoder: Decoder = .product
    ) throws(CodecError) -> Decoded {
        let isHere =
            decoder == .product ? TIFFSegmentCoder.codes(layout) : TIFFSegmentCoder.checks(layout)
        var decoded =
            isHere
            ? try decodeHere(file, segments, layout) : try decodeByLibrary(file, directory, layout)
        decoded.raster.clearPadding()
        return decoded
    }

    private static func decodeHere(
        _ file: [UInt8], _ segments: [Range<Int>], _ layout: TIFFLayout
    ) throws(CodecError) -> Decoded {
        var raster = TIFFRaster(layout)
        var failures: [CodecError] = []
        let coder = TIFFSegmentCoder(layout: layout)
        guard let buffer = ByteBuffer(count: layout.segmentBytes) else { throw .noMemory }
        let room = UnsafeMutableRawBufferPointer(start: buffer.base, count: buffer.count)
        for (index, range) in segments.prefix(layout.segmentCount).enumerated() {
            do throws(CodecError) {
                try coder.decode(file[range], rows: layout.rows(ofSegment: index), into: room)
            } catch {
                guard error.kind == .undecodable else { throw error }
                let location = "\(layout.tile == nil ? "strip" : "tile") \(index) at byte \(range.lowerBound)"
                failures.append(CodecError(.undecodable, "\(location): \(error)"))
                continue
            }
            raster.copy(room, index, toSegment: false)
        }
        if let first = failures.first, failures.count == layout.segmentCount { throw first }
        return Decoded(raster: raster, damage: failures.first?.description)
    }

    private static func decodeByLibrary(
        _ file: [UInt8], _ directory: Int, _ layout: TIFFLayout
    ) throws(CodecError) -> Decoded {
        let (stride, count) = (layout.segmentBytes, layout.segmentCount)
        var raster = TIFFRaster(layout)
        guard let segments = ByteBuffer(count: stride * count) else { throw .noMemory }
        segments.clear()
        var report = tiff_codec_report()
        var coded = layout.coded
        let status = file.withUnsafeBufferPointer { file in
            tiff_codec_decode(
                file.baseAddress, file.count, UInt64(clamping: directory), &coded, UInt32(clamping: count),
                segments.base.assumingMemoryBound(to: UInt8.self), stride, &report)
        }
        switch Int(status) {
        case TIFF_CODEC_OK: break
        case TIFF_CODEC_MISSING: throw CodecError(.unsupported, TIFFCodec.missing)
        case TIFF_CODEC_MEMORY: throw .noMemory
        default: throw CodecError(.undecodable, "expected the samples of a TIFF picture: \(report.error ?? "")")
        }
        for index in 0..<count {
            let segment = UnsafeMutableRawBufferPointer(start: segments.base + index * stride, count: stride)
            raster.copy(segment, index, toSegment: false)
        }
        // Of LZW in the old form, libtiff warns although it decodes it.
        let isFax = [2, 3, 4].contains(layout.compression)
        return Decoded(raster: raster, damage: report.error, warning: isFax ? report.warning : nil)
    }

    /// Encodes the picture.
    ///
    /// - Parameter limit: the maximum number of bytes.
    package func encoded(limit: Int) throws(CodecError) -> [[UInt8]] {
        try TIFFSegmentCoder.codes(layout) ? encodedHere(limit: limit) : encodedByLibrary(limit: limit)
    }

    private func encodedHere(limit: Int) throws(CodecError) -> [[UInt8]] {
        let coder = TIFFSegmentCoder(layout: layout)
        guard let buffer = ByteBuffer(count: layout.segmentBytes) else { throw .noMemory }
        var own = self
        var (encoded, left) = ([[UInt8]](), limit)
        for index in 0..<layout.segmentCount {
            let rows = layout.rows(ofSegment: index) * layout.segmentRowBytes
            let room = UnsafeMutableRawBufferPointer(start: buffer.base, count: rows)
            buffer.clear()
            own.copy(room, index, toSegment: true)
            let segment = try coder.encode(room)
            left -= segment.count
            guard left >= 0 else { throw CodecError(.tooLarge, "the samples take more than \(limit) bytes") }
            encoded.append(segment)
        }
        return encoded
    }

    private func encodedByLibrary(limit: Int) throws(CodecError) -> [[UInt8]] {
        let (stride, count) = (layout.segmentBytes, layout.segmentCount)
        guard let segments = ByteBuffer(count: stride * count) else { throw .noMemory }
        segments.clear()
        var own = self
        for index in 0..<count {
            let segment = UnsafeMutableRawBufferPointer(start: segments.base + index * stride, count: stride)
            own.copy(segment, index, toSegment: true)
        }
        let lengths = (0..<count).map { layout.rows(ofSegment: $0) * layout.segmentRowBytes }
        var report = tiff_codec_report()
        var coded = layout.coded
        var output = tiff_codec_output()
        defer { tiff_codec_free(&output) }
        let status = tiff_codec_encode(
            &coded, layout.isLittleEndian ? 1 : 0, UInt32(clamping: count),
            segments.base.assumingMemoryBound(to: UInt8.self), stride, lengths, limit, &output, &report)
        switch Int(status) {
        case TIFF_CODEC_OK: break
        case TIFF_CODEC_MISSING: throw CodecError(.unsupported, TIFFCodec.missing)
        case TIFF_CODEC_MEMORY: throw .noMemory
        default: throw CodecError(.unencodable, "the samples cannot be encoded: \(report.error ?? "")")
        }
        let file = UnsafeBufferPointer(start: output.file, count: output.size)
        var encoded: [[UInt8]] = []
        for index in 0..<count {
            let (offset, length) = (Int(clamping: output.offsets[index]), Int(clamping: output.lengths[index]))
            guard offset <= file.count, length <= file.count - offset else {
                throw CodecError(.unencodable, "libtiff has left out a strip")
            }
            encoded.append(Array(file[offset..<offset + length]))
        }
        return encoded
    }
}

extension CodecError {
    fileprivate static var noMemory: CodecError {
        CodecError(.outOfMemory, "the picture needs more memory than is available")
    }
}

extension tiff_codec_report {
    /// What libtiff said of damage.
    fileprivate var error: String? { withUnsafeBytes(of: message, Self.text) }
    /// What libtiff warned of.
    fileprivate var warning: String? { withUnsafeBytes(of: warnings, Self.text) }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        let text = bytes.prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}
