internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The coefficients of a picture, turned and encoded.
struct TurnedJPEG {
    /// Tables, frame and scans.
    var encoded: EncodedJPEG
    /// How each component was turned.
    var components: [ComponentTurn]
    /// The decoder's warnings.
    var warnings: [String]
    /// Whether coefficients that no encoder can write were limited.
    var isLimited = false
    /// How what was read of the `exact` components differs from what was written; nil if it does not, or if the encoder
    /// does not count it.
    var difference: String?

    /// Compares, for each component, the bits of 1 that were read with those that were written.
    func difference(read: [Int]?, sent: [Int]?) -> String? {
        guard let read, let sent else { return nil }
        for (component, bits) in zip(components, zip(read, sent))
        where component.turn == .exact && bits.0 != bits.1 {
            return "component \(component.id) has \(bits.1) bits of 1 in its coefficients, expected \(bits.0)"
        }
        return nil
    }
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
        return try turnedPlanes(orientation, as: coding, limit: limit, parallelism)
    }

    /// Returns the picture coded anew if its scans can hold bytes that no decoder reads, behind the last MCU or before a restart
    /// marker; nil if the strict decoders have read all of them, or if an encoder writes the same.
    ///
    /// - Parameter unused: the number of symbols in Huffman tables which no scan has that lets the picture be coded anew, too.
    func recoded(unused: Int = .max) throws(PictureRefusal) -> TurnedJPEG? {
        if let reason = reasonNotToTurn { throw .unsupported(reason) }
        let limit = Limits().output.bytes(forSource: bytes.count)
        let coded: TurnedJPEG
        if file.frameHeader.process == .lossless {
            coded = try turnedLosslessly(.up, limit: limit)
        } else {
            let coding = JPEGCoding(of: file, in: bytes)
            if let same = try transcoded(.up, as: coding, limit: limit, .none) {
                guard unused < .max, coding.optimizesTables,
                    CanonicalJPEG.unusedSymbols(of: file, bytes, codedAs: same.encoded) >= unused
                else { return nil }
                if let difference = same.difference { throw .verification(difference) }
                return same
            }
            coded = try turnedPlanes(.up, as: coding, limit: limit, .none)
        }
        if let difference = coded.difference { throw .verification(difference) }
        let new = coded.encoded.bytes
        let scans = (try? JPEGFile(parsing: new))?.segments.map { new[$0.entropyCoded] }.filter { !$0.isEmpty }
        return scans == file.segments.map { bytes[$0.entropyCoded] }.filter { !$0.isEmpty } ? nil : coded
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
                geometries = decoder.geometries(orientation)
                encoded = try decoder.turned(
                    orientation, as: coding.turned(by: geometries), expecting: expectedSize, limit: limit,
                    parallelism: parallelism)
            } else {
                return nil
            }
            guard let encoded else { return nil }
            let components = zip(file.frameHeader.components, geometries).map {
                ComponentTurn(id: Int($0.id), turn: $1.isExact ? .exact : .requantized)
            }
            var turned = TurnedJPEG(encoded: encoded, components: components, warnings: [])
            turned.difference = turned.difference(read: encoded.readBits, sent: encoded.sentBits)
            return turned
        } catch {
            throw PictureRefusal(encoding: error)
        }
    }
}
