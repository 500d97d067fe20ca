internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers
internal import UprightThreads

/// The coefficients of a picture, turned and encoded.
struct TurnedJPEG {
    /// Tables, frame and scans.
    var encoded: EncodedJPEG
    /// How each component was turned.
    var components: [ComponentTurn]
    /// The decoder's warnings.
    var warnings: [String]
}

extension JPEGSource {
    /// Turns the picture: symbol by symbol if it is intact and coded in the usual way, otherwise on its coefficient
    /// planes. Both give the same result.
    ///
    /// - Parameter isEmbedded: whether the picture is embedded in another's metadata, where space is limited: optimized
    ///   Huffman tables make it fit its old place.
    func turned(
        _ orientation: Orientation, isEmbedded: Bool = false, limits: Limits, parallelism: Parallelism
    ) throws(PictureRefusal) -> TurnedJPEG {
        let limit = limits.output.bytes(forSource: bytes.count)
        do {
            return try attempt(orientation, isEmbedded: isEmbedded, limit: limit, parallelism)
        } catch {
            // Several threads need more memory than one; the result must not depend on how much memory there is.
            guard error.isOutOfMemory, parallelism.width > 1 else { throw error }
            return try attempt(orientation, isEmbedded: isEmbedded, limit: limit, .none)
        }
    }

    private func attempt(
        _ orientation: Orientation, isEmbedded: Bool, limit: Int, _ parallelism: Parallelism
    ) throws(PictureRefusal) -> TurnedJPEG {
        if file.frameHeader.process == .lossless { return try turnedLosslessly(orientation, limit: limit) }
        var coding = JPEGCoding(of: file, in: bytes)
        if isEmbedded { coding.optimizesTables = true }
        if let turned = try transcoded(orientation, as: coding, limit: limit, parallelism) { return turned }
        var picture: JPEGCoefficients
        var warnings: [String] = []
        if let sound = try progressive(parallelism) {
            picture = sound
        } else {
            (picture, warnings) = try decoded()
        }
        guard picture.separateTables() else {
            throw .unsupported("a JPEG with more than four quantization tables can be copied, but not turned")
        }
        let geometries = picture.geometries(orientation)
        let shown = try shown(&picture, as: &coding, turnedBy: orientation)
        let components = picture.planes.indices.map {
            ComponentTurn(
                id: picture.planes[$0].id,
                turn: geometries[$0].isExact && !shown.estimated.contains($0) ? .exact : .requantized)
        }
        let encoded: EncodedJPEG
        do {
            try picture.turn(orientation, showing: shown.samples, parallelism: parallelism)
            encoded = try encode(picture, as: coding, limit: limit, warnings: &warnings, parallelism)
        } catch {
            throw PictureRefusal(encoding: error)
        }
        return TurnedJPEG(encoded: encoded, components: components, warnings: warnings)
    }

    /// Returns what decoders show of an incomplete progressive picture, if that differs from its coefficients.
    ///
    /// Planes for which the existing scans cannot produce this get the decoders' estimates, and all of their scans.
    ///
    /// - Returns: the samples from which requantized planes are made, and the planes that have estimates now.
    func shown(
        _ picture: inout JPEGCoefficients, as coding: inout JPEGCoding, turnedBy orientation: Orientation
    ) throws(PictureRefusal) -> (samples: JPEGSamples?, estimated: [Int]) {
        let requantized = picture.geometries(orientation).enumerated().filter { !$1.isExact }.map(\.offset)
        guard file.frameHeader.process == .progressive,
            !file.warnings.isEmpty || coding.isIncomplete && !requantized.isEmpty
        else { return (nil, []) }
        // libjpeg shows samples of 8 bits only.
        guard picture.precision == 8 else {
            coding = coding.completed(for: requantized)
            return (nil, [])
        }
        let samples: JPEGSamples
        do {
            samples = try JPEGSamples(decoding: decodableBytes)
        } catch {
            throw PictureRefusal(decoding: error)
        }
        let estimated = picture.estimate(from: samples, &coding)
        // Requantized planes are smooth already and must not be smoothed again.
        if coding.isIncomplete { coding = coding.completed(for: requantized) }
        return (samples, estimated)
    }

    /// Turns the picture without planes of coefficients; nil if that is not possible.
    private func transcoded(
        _ orientation: Orientation, as coding: JPEGCoding, limit: Int, _ parallelism: Parallelism
    ) throws(PictureRefusal) -> TurnedJPEG? {
        do {
            let encoded: EncodedJPEG?
            let geometries: [JPEGPlaneGeometry]
            if let transcoder = JPEGTranscoder(file, in: bytes) {
                encoded = try transcoder.turned(
                    orientation, as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
                geometries = transcoder.geometries(orientation)
            } else if let decoder = ProgressiveDecoder(file, in: bytes) {
                encoded = try decoder.turned(
                    orientation, as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
                geometries = decoder.geometries(orientation)
            } else {
                return nil
            }
            guard let encoded else { return nil }
            let components = zip(file.frameHeader.components, geometries).map {
                ComponentTurn(id: Int($0.id), turn: $1.isExact ? .exact : .requantized)
            }
            return TurnedJPEG(encoded: encoded, components: components, warnings: [])
        } catch {
            throw PictureRefusal(encoding: error)
        }
    }

    /// Returns the planes of an intact progressive picture; nil for other files.
    private func progressive(_ parallelism: Parallelism) throws(PictureRefusal) -> JPEGCoefficients? {
        do {
            return try ProgressiveDecoder(file, in: bytes)?.decoded(parallelism)
        } catch {
            throw PictureRefusal(decoding: error)
        }
    }

    /// The approximate number of bytes of the turned picture.
    private var expectedSize: Int { bytes.count + bytes.count / 16 + 4096 }

    /// Returns the coefficient planes and the decoder's warnings.
    func decoded() throws(PictureRefusal) -> (picture: JPEGCoefficients, warnings: [String]) {
        do {
            return try JPEGCoefficients.decoding(file, in: bytes)
        } catch {
            throw PictureRefusal(decoding: error)
        }
    }

    private func encode(
        _ picture: JPEGCoefficients, as coding: JPEGCoding, limit: Int, warnings: inout [String],
        _ parallelism: Parallelism
    ) throws(JPEGCodecError) -> EncodedJPEG {
        do {
            return try picture.encoded(as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
        } catch {
            // Damaged data can decode to coefficients that no encoder can write; clamping them loses nothing of the
            // picture.
            guard error.kind == .failed else { throw error }
            let clamped = picture.clampCoefficients()
            guard clamped > 0 else { throw error }
            warnings.append("\(clamped) out-of-range coefficients were clamped")
            return try picture.encoded(as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
        }
    }
}
