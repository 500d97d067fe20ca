internal import UprightAssembly
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
    /// What the decoder had to complain about.
    var warnings: [String]
}

extension JPEGSource {
    /// Turns the picture: symbol by symbol where it is sound and coded in the usual way, else on its planes of
    /// coefficients. The result is the same.
    ///
    /// - Parameter isEmbedded: whether the picture lies in another's metadata, where room is short: Huffman tables of
    ///   its own make it fit the place that it had.
    func turned(
        _ orientation: Orientation, isEmbedded: Bool = false, limits: Limits, parallelism: Parallelism
    ) throws(JPEGRefusal) -> TurnedJPEG {
        let limit = limits.output.bytes(forSource: bytes.count)
        do {
            return try attempt(orientation, isEmbedded: isEmbedded, limit: limit, parallelism)
        } catch {
            // Threads that share the work take more memory than one does; the result must not depend on there being it.
            guard error.isOutOfMemory, parallelism.width > 1 else { throw error }
            return try attempt(orientation, isEmbedded: isEmbedded, limit: limit, .none)
        }
    }

    private func attempt(
        _ orientation: Orientation, isEmbedded: Bool, limit: Int, _ parallelism: Parallelism
    ) throws(JPEGRefusal) -> TurnedJPEG {
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
            throw .encoding(error)
        }
        return TurnedJPEG(encoded: encoded, components: components, warnings: warnings)
    }

    /// What decoders show of a progressive picture that is incomplete, where that is not what its coefficients say.
    ///
    /// Planes that cannot be shown so by the scans that there are get what decoders estimate, and all of their scans.
    ///
    /// - Returns: the samples that requantized planes are made of, and the planes that have estimates now.
    func shown(
        _ picture: inout JPEGCoefficients, as coding: inout JPEGCoding, turnedBy orientation: Orientation
    ) throws(JPEGRefusal) -> (samples: JPEGSamples?, estimated: [Int]) {
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
            throw .decoding(error)
        }
        let estimated = picture.estimate(from: samples, &coding)
        // What is requantized is smooth already, and is not to be smoothed again.
        if coding.isIncomplete { coding = coding.completed(for: requantized) }
        return (samples, estimated)
    }

    private func transcoded(
        _ orientation: Orientation, as coding: JPEGCoding, limit: Int, _ parallelism: Parallelism
    ) throws(JPEGRefusal) -> TurnedJPEG? {
        guard let transcoder = JPEGTranscoder(file, in: bytes) else { return nil }
        do {
            let encoded = try transcoder.turned(
                orientation, as: coding, expecting: expectedSize, limit: limit,
                parallelism: parallelism)
            guard let encoded else { return nil }
            let components = zip(file.frameHeader.components, transcoder.geometries(orientation)).map {
                ComponentTurn(id: Int($0.id), turn: $1.isExact ? .exact : .requantized)
            }
            return TurnedJPEG(encoded: encoded, components: components, warnings: [])
        } catch {
            throw .encoding(error)
        }
    }

    /// The planes of a progressive picture that is sound; nil for other files.
    private func progressive(_ parallelism: Parallelism) throws(JPEGRefusal) -> JPEGCoefficients? {
        do {
            return try ProgressiveDecoder(file, in: bytes)?.decoded(parallelism)
        } catch {
            throw .decoding(error)
        }
    }

    /// About as many bytes as the turned picture will have.
    private var expectedSize: Int { bytes.count + bytes.count / 16 + 4096 }

    /// The planes of coefficients, and what the decoder had to complain about.
    func decoded() throws(JPEGRefusal) -> (picture: JPEGCoefficients, warnings: [String]) {
        do {
            return try JPEGCoefficients.decoding(file, in: bytes)
        } catch {
            throw .decoding(error)
        }
    }

    private func encode(
        _ picture: JPEGCoefficients, as coding: JPEGCoding, limit: Int, warnings: inout [String],
        _ parallelism: Parallelism
    ) throws(JPEGCodecError) -> EncodedJPEG {
        do {
            return try picture.encoded(as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
        } catch {
            // Damaged data decodes to coefficients that no encoder can write; nothing of the picture is lost with them.
            guard error.kind == .failed else { throw error }
            let clamped = picture.clampCoefficients()
            guard clamped > 0 else { throw error }
            warnings.append("\(clamped) coefficients out of range were brought into it")
            return try picture.encoded(as: coding, expecting: expectedSize, limit: limit, parallelism: parallelism)
        }
    }
}
