internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension JPEGSource {
    /// Turns the picture on its planes of coefficients.
    ///
    /// Damaged data can decode to coefficients that no encoder can write. Only if encoding fails are they limited to
    /// the largest ones that it can; they show the same, since samples are limited too.
    func turnedPlanes(
        _ orientation: Orientation, as coding: JPEGCoding, limit: Int, _ parallelism: Parallelism
    ) throws(PictureRefusal) -> TurnedJPEG {
        do {
            return try turnedPlanes(orientation, as: coding, limits: false, limit: limit, parallelism)
        } catch {
            guard case .unencodable = error else { throw error }
            let turned = try turnedPlanes(orientation, as: coding, limits: true, limit: limit, parallelism)
            guard turned.isLimited else { throw error }
            return turned
        }
    }

    private func turnedPlanes(
        _ orientation: Orientation, as coding: JPEGCoding, limits: Bool, limit: Int, _ parallelism: Parallelism
    ) throws(PictureRefusal) -> TurnedJPEG {
        var (coding, warnings) = (coding, [String]())
        var picture: JPEGCoefficients
        if let sound = try progressive(parallelism) {
            picture = sound
        } else {
            (picture, warnings) = try decoded()
            // An arithmetic decoder reads anything from damaged data, and warns of nothing.
            if file.frameHeader.isArithmetic, picture.exceedsRange {
                throw .undecodable(
                    "the damaged arithmetic-coded data hold coefficients of more than \(picture.precision + 2) bits, which "
                        + "decoders show in different ways")
            }
        }
        guard picture.separateTables() else {
            throw .unsupported("a JPEG with more than four quantization tables can be copied, but not turned")
        }
        let geometries = picture.geometries(orientation)
        let shown = try displayedSamples(&picture, as: &coding, turnedBy: orientation, isDamaged: !warnings.isEmpty)
        var changed = shown.estimated
        if limits {
            let clamped = picture.clampCoefficients(of: geometries.indices.filter { geometries[$0].isExact })
            changed += clamped.planes
            if clamped.count > 0 { warnings.append("\(clamped.count) out-of-range coefficients were clamped") }
        }
        let isLimited = changed.count > shown.estimated.count
        let components = picture.planes.indices.map {
            ComponentTurn(
                id: picture.planes[$0].id,
                turn: geometries[$0].isExact && !changed.contains($0) ? .exact : .requantized)
        }
        let read = zip(components, picture.planes).map { $0.turn == .exact ? $1.setBits : 0 }
        let encoded: EncodedJPEG
        let sent: [Int]
        do {
            try picture.turn(orientation, showing: shown.samples, parallelism: parallelism)
            encoded = try picture.encoded(
                as: coding.turned(by: geometries), expecting: expectedSize, limit: limit, parallelism: parallelism)
            if let counted = encoded.sentBits {
                sent = counted
            } else {
                sent = try JPEGCoefficients.bitsRead(of: encoded.bytes)
            }
        } catch {
            throw PictureRefusal(encoding: error)
        }
        var turned = TurnedJPEG(encoded: encoded, components: components, warnings: warnings, isLimited: isLimited)
        turned.difference = turned.difference(read: read, sent: sent)
        return turned
    }

    /// Returns what decoders show of an incomplete progressive picture, if that differs from its coefficients.
    ///
    /// Planes for which the existing scans cannot produce this get the decoders' estimates, and all of their scans.
    ///
    /// - Parameter isDamaged: whether the decoder has warned of the data.
    /// - Returns: the samples from which requantized planes are made, and the planes that have estimates now.
    func displayedSamples(
        _ picture: inout JPEGCoefficients, as coding: inout JPEGCoding, turnedBy orientation: Orientation,
        isDamaged: Bool
    ) throws(PictureRefusal) -> (samples: JPEGSamples?, estimated: [Int]) {
        let requantized = picture.geometries(orientation).enumerated().filter { !$1.isExact }.map(\.offset)
        let unsent = picture.planes.indices.filter { !coding.sends(picture.planes[$0], $0) }
        guard file.frameHeader.process == .progressive,
            isDamaged || !file.warnings.isEmpty || coding.isIncomplete && !requantized.isEmpty || !unsent.isEmpty
        else { return (nil, []) }
        // libjpeg shows samples of 8 bits only.
        guard picture.precision == 8 else {
            coding = coding.completed(for: Set(requantized + unsent).sorted())
            return (nil, [])
        }
        let samples: JPEGSamples
        do {
            samples = try JPEGSamples(decoding: decodableBytes)
        } catch {
            throw PictureRefusal(decoding: error)
        }
        let exact = unsent.filter { !requantized.contains($0) }
        let estimated = picture.estimate(from: samples, after: JPEGProgression(file), &coding, completed: exact)
        // Requantized planes are smooth already and must not be smoothed again.
        if coding.isIncomplete { coding = coding.completed(for: requantized + exact) }
        return (samples, estimated)
    }

    /// Returns the coefficient planes and the decoder's warnings.
    func decoded() throws(PictureRefusal) -> (picture: JPEGCoefficients, warnings: [String]) {
        do {
            return try JPEGCoefficients.decoding(file, in: bytes)
        } catch {
            throw PictureRefusal(decoding: error)
        }
    }

    /// The approximate number of bytes of the turned picture.
    var expectedSize: Int { bytes.count + bytes.count / 16 + 4096 }

    /// Returns the planes of an intact progressive picture; nil for other files.
    private func progressive(_ parallelism: Parallelism) throws(PictureRefusal) -> JPEGCoefficients? {
        do {
            return try ProgressiveDecoder(file, in: bytes)?.decoded(parallelism)
        } catch {
            throw PictureRefusal(decoding: error)
        }
    }
}
