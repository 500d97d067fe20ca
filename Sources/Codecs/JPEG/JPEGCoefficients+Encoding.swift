internal import CUprightCodecs
package import UprightBase
internal import Glibc

extension JPEGCoefficients {
    /// Encodes the planes as `SOI`, tables, frame, scans and `EOI`, without any `APPn` segment.
    /// The inverse is ``decoding(_:)``.
    ///
    /// - Parameters:
    ///   - coding: the entropy coder, tables and scans.
    ///   - expected: the expected size of the output, in bytes.
    ///   - limit: the maximum size of the output, in bytes.
    ///   - parallelism: the threads that can take part.
    package func encoded(
        as coding: JPEGCoding, expecting expected: Int, limit: Int, parallelism: Parallelism = .none
    ) throws(CodecError) -> EncodedJPEG {
        if coding.isProgressive, !coding.isArithmetic, size.width <= 0xFFFF, size.height <= 0xFFFF,
            let encoded = try encodedProgressively(
                as: coding, expecting: expected, limit: limit, parallelism)
        {
            return encoded
        }
        // libjpeg's Huffman coder has no symbols for the coefficients of 12-bit samples; its arithmetic coder does.
        if precision != 8, !coding.isArithmetic, !coding.isProgressive,
            let encoded = try encodedSequentially(as: coding, expecting: expected, limit: limit)
        {
            return encoded
        }
        return try encodedByLibrary(as: coding, expecting: expected, limit: limit)
    }

    /// Encodes the planes with libjpeg.
    package func encodedByLibrary(
        as coding: JPEGCoding, expecting expected: Int, limit: Int
    ) throws(CodecError) -> EncodedJPEG {
        var raw = rawPicture
        var report = jpeg_report()
        var output: UnsafeMutablePointer<UInt8>?
        var count = 0
        let scans = coding.scans.map(\.raw)
        let code = scans.withUnsafeBufferPointer { scans in
            var rawCoding = coding.raw
            rawCoding.scans = scans.baseAddress
            rawCoding.scan_count = Int32(scans.count)
            return jpeg_write_planes(&raw, &rawCoding, max(expected, 0), max(limit, 0), &output, &count, &report)
        }
        defer { withExtendedLifetime(planes) {} }
        guard code == JPEG_OK else {
            free(output)
            throw CodecError(code, report)
        }
        let encoded = try EncodedJPEG(taking: output, count: count)
        if precision != 8 { encoded.setPrecision(precision) }
        return encoded
    }

    /// The picture as C sees it; valid while the planes live.
    private var rawPicture: jpeg_picture {
        var raw = jpeg_picture()
        raw.width = size.width
        raw.height = size.height
        raw.plane_count = Int32(planes.count)
        conditioning.store(in: &raw)
        withUnsafeMutableBytes(of: &raw.planes) { bytes in
            let target = bytes.bindMemory(to: jpeg_plane.self)
            for (index, plane) in planes.prefix(target.count).enumerated() { target[index] = plane.raw }
        }
        return raw
    }
}

extension JPEGPlane {
    fileprivate var raw: jpeg_plane {
        var raw = jpeg_plane()
        raw.id = Int32(id)
        raw.horizontal = Int32(horizontal)
        raw.vertical = Int32(vertical)
        raw.table = Int32(table)
        raw.has_table = 1
        raw.width = width
        raw.height = height
        raw.stride = stride
        raw.rows = height
        raw.blocks = blocks.base
        withUnsafeMutableBytes(of: &raw.quantization) { bytes in
            quantization.withUnsafeBytes { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(128))) }
        }
        return raw
    }
}

extension JPEGCoding {
    fileprivate var raw: jpeg_coding {
        var raw = jpeg_coding()
        raw.arithmetic = isArithmetic ? 1 : 0
        raw.optimize = optimizesTables ? 1 : 0
        raw.restart_interval = UInt32(clamping: restartInterval)
        withUnsafeMutableBytes(of: &raw.dc_tables) { bytes in
            let target = bytes.bindMemory(to: Int32.self)
            for (index, table) in dcTables.prefix(target.count).enumerated() { target[index] = Int32(table) }
        }
        withUnsafeMutableBytes(of: &raw.ac_tables) { bytes in
            let target = bytes.bindMemory(to: Int32.self)
            for (index, table) in acTables.prefix(target.count).enumerated() { target[index] = Int32(table) }
        }
        return raw
    }
}

extension JPEGCoding.Scan {
    fileprivate var raw: jpeg_script_scan {
        var raw = jpeg_script_scan()
        raw.count = Int32(planes.count)
        withUnsafeMutableBytes(of: &raw.planes) { bytes in
            let target = bytes.bindMemory(to: Int32.self)
            for (index, plane) in planes.prefix(target.count).enumerated() { target[index] = Int32(plane) }
        }
        raw.spectral_start = Int32(spectralStart)
        raw.spectral_end = Int32(spectralEnd)
        raw.approximation_high = Int32(approximationHigh)
        raw.approximation_low = Int32(approximationLow)
        return raw
    }
}
