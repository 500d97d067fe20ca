internal import UprightCodecs
internal import UprightGeometry
internal import UprightMetadata

extension TIFFTag {
    /// The tables that the JPEG streams of a picture have in common (TIFF Technical Note 2).
    static let jpegTables = TIFFTag(rawValue: 347)
}

extension TIFFPicture {
    /// The JPEG streams of the strips or tiles.
    private func streams(_ layout: TIFFLayout, in bytes: [UInt8]) throws(CodecError) -> TIFFJPEGStreams {
        try TIFFJPEGStreams(bytes, tables: tables, segments: segments, layout)
    }

    /// Why the samples cannot be turned exactly; nil if they can.
    func obstacle(to orientation: Orientation, in bytes: [UInt8]) -> String? {
        if let obstacle { return "\(name): \(obstacle)" }
        guard let layout else { return "\(name): its layout is unknown" }
        guard layout.isJPEG else {
            guard !TIFFCodec.canCode(layout.compression) else { return nil }
            return TIFFCodec.load()
                ? "\(name): libtiff has no codec for its compression \(layout.compression)" : TIFFCodec.missing
        }
        do throws(CodecError) {
            return try streams(layout, in: bytes).obstacle(to: orientation).map { "\(name): \($0)" }
        } catch { return "\(name): \(error)" }
    }

    /// Returns the strips or tiles of the turned picture, and the tables that they have in common.
    func turned(
        by orientation: Orientation, in bytes: [UInt8], isLittleEndian: Bool, limit: Int
    ) throws(CodecError) -> TIFFCoefficients.Encoded {
        guard let layout else { throw CodecError(.unsupported, "its layout is unknown") }
        guard layout.isJPEG else {
            let raster = try TIFFRaster.decode(bytes, directory: offset, layout).turned(by: orientation)
            return .init(tables: nil, segments: try raster.encoded(isLittleEndian: isLittleEndian, limit: limit))
        }
        var picture = try TIFFCoefficients(decoding: streams(layout, in: bytes), toTurn: orientation)
        try picture.turn(orientation)
        return try picture.encoded(sharesTables: tables != nil, limit: limit)
    }

    /// The picture as one JPEG, if its strips or tiles are JPEG streams of its components together; otherwise nil.
    func jpeg(in bytes: [UInt8], limit: Int) throws(CodecError) -> [UInt8]? {
        guard let layout, layout.isJPEG else { return nil }
        let coefficients = try TIFFCoefficients(decoding: streams(layout, in: bytes), toTurn: .up)
        return try coefficients.jpeg(isRGB: photometric == 2, limit: limit)
    }

    /// Whether a picture in another file has the samples of this one, turned.
    func hasSamples(
        _ bytes: [UInt8], in turned: (picture: TIFFPicture, bytes: [UInt8]), turnedBy orientation: Orientation
    ) throws(CodecError) -> Bool {
        guard let layout, let other = turned.picture.layout else { return false }
        guard layout.isJPEG else {
            let wanted = try TIFFRaster.decode(bytes, directory: offset, layout).turned(by: orientation)
            return try TIFFRaster.decode(turned.bytes, directory: turned.picture.offset, other).hasSamples(of: wanted)
        }
        let (own, found) = (
            try TIFFCoefficients(decoding: streams(layout, in: bytes), toTurn: orientation),
            try TIFFCoefficients(
                decoding: turned.picture.streams(other, in: turned.bytes), toTurn: orientation.inverse)
        )
        return try own.difference(from: found, turnedBy: orientation) == nil
    }

    /// Decodes the samples, to find damage.
    func check(_ bytes: [UInt8]) throws(CodecError) {
        guard let layout else { return }
        if layout.isJPEG {
            let streams = try streams(layout, in: bytes)
            if streams.obstacle(to: .up) == nil { _ = try TIFFCoefficients(decoding: streams, toTurn: .up) }
        } else if TIFFCodec.canCode(layout.compression) {
            _ = try TIFFRaster.decode(bytes, directory: offset, layout)
        }
    }
}
