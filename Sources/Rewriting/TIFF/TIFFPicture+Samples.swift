internal import UprightCodecs
internal import UprightBase
internal import UprightFormats

extension TIFFTag {
    /// The tables that the JPEG streams of a picture have in common (TIFF Technical Note 2).
    static let jpegTables = TIFFTag(rawValue: 347)
}

extension TIFFPicture {
    /// The JPEG streams of the strips or tiles.
    private func streams(_ layout: TIFFLayout, in bytes: [UInt8]) throws(CodecError) -> TIFFJPEGStreams {
        try TIFFJPEGStreams(bytes, tables: tables, segments: segments, layout)
    }

    /// Why the samples cannot be turned; nil if they can.
    ///
    /// - Parameter checksPixels: whether the turn is to be checked by another decoder.
    func obstacle(to orientation: Orientation, in bytes: [UInt8], checksPixels: Bool) -> String? {
        if let obstacle { return "\(name): \(obstacle)" }
        guard let layout else { return "\(name): its layout is unknown" }
        guard layout.isJPEG else {
            if let obstacle = layout.predictorObstacle { return "\(name): \(obstacle)" }
            guard !TIFFRaster.needsNoLibrary(layout) else {
                return checksPixels && !TIFFCodec.load() ? "verify: pixels: " + TIFFCodec.missing : nil
            }
            guard !TIFFCodec.canCode(layout.compression) else { return nil }
            return TIFFCodec.load()
                ? "\(name): libtiff has no codec for its compression \(layout.compression)" : TIFFCodec.missing
        }
        do throws(CodecError) {
            return try streams(layout, in: bytes).obstacle(to: orientation).map { "\(name): \($0)" }
        } catch { return "\(name): \(error)" }
    }

    /// The turned strips or tiles of a picture, and what is wrong with the old ones.
    struct Turned {
        var coded: TIFFCoefficients.Encoded
        /// The components by their numbers; 0 for all samples that are no JPEG.
        var components: [(id: Int, isExact: Bool)]
        var damage: String?
        var warning: String?
    }

    /// Decodes the samples, if they are no JPEG.
    func decoded(
        _ layout: TIFFLayout, in bytes: [UInt8], by decoder: TIFFRaster.Decoder = .product
    ) throws(CodecError) -> TIFFRaster.Decoded {
        try TIFFRaster.decode(bytes, directory: offset, segments: segments, layout, by: decoder)
    }

    /// Returns the strips or tiles of the turned picture, and the tables that they have in common.
    func turned(by orientation: Orientation, in bytes: [UInt8], limit: Int) throws(CodecError) -> Turned {
        guard let layout else { throw CodecError(.unsupported, "its layout is unknown") }
        guard layout.isJPEG else {
            let stored = try decoded(layout, in: bytes)
            let segments = try stored.raster.turned(by: orientation).encoded(limit: limit)
            return Turned(
                coded: .init(tables: nil, segments: segments), components: [(0, true)], damage: stored.damage,
                warning: stored.warning)
        }
        var picture = try TIFFCoefficients(decoding: streams(layout, in: bytes), toTurn: orientation)
        try picture.turn(orientation)
        let coded = try picture.encoded(sharesTables: tables != nil, limit: limit)
        return Turned(coded: coded, components: picture.components)
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
            let upright = try turned.picture.decoded(other, in: turned.bytes, by: .reference)
            guard upright.damage == nil else { return false }
            return try upright.raster.isTurned(from: expected(layout, in: bytes), by: orientation)
        }
        let (own, found) = (
            try TIFFCoefficients(decoding: streams(layout, in: bytes), toTurn: orientation),
            try TIFFCoefficients(
                decoding: turned.picture.streams(other, in: turned.bytes), toTurn: orientation.inverse)
        )
        return try own.difference(from: found, turnedBy: orientation) == nil
    }

    /// The samples as another decoder reads them than the one that reads them for a turn. If it does not, or finds damage, for
    /// which decoders have guesses of their own, those that the turn has read: the turned ones are then still compared.
    private func expected(_ layout: TIFFLayout, in bytes: [UInt8]) throws(CodecError) -> TIFFRaster {
        do throws(CodecError) {
            let found = try decoded(layout, in: bytes, by: .reference)
            if found.damage == nil, found.warning == nil { return found.raster }
        } catch {
            guard error.kind == .undecodable else { throw error }
        }
        return try decoded(layout, in: bytes).raster
    }

    /// Decodes the samples, and returns the damage.
    func damage(in bytes: [UInt8]) throws(CodecError) -> String? {
        guard let layout else { return nil }
        if layout.isJPEG {
            let streams = try streams(layout, in: bytes)
            if streams.obstacle(to: .up) == nil { _ = try TIFFCoefficients(decoding: streams, toTurn: .up) }
            return nil
        }
        guard layout.predictorObstacle == nil,
            TIFFRaster.needsNoLibrary(layout) || TIFFCodec.canCode(layout.compression)
        else { return nil }
        return try decoded(layout, in: bytes).damage
    }
}
