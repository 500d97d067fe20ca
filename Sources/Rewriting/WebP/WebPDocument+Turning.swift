internal import UprightCodecs
internal import UprightFormats
package import UprightBase

extension WebPDocument {
    package mutating func orientationToApply(_ options: NormalizationOptions) -> Orientation {
        losesQuality = options.lossy == .turn
        return options.orientation(orientation?.orientation)
    }

    /// Lossless pictures are decoded and encoded again. VP8 predicts each block from the ones above and to the left, so a turn
    /// needs new predictions and new losses, and is made only if the options allow it.
    package func turnability(by orientation: Orientation) -> Turnability {
        do throws(FormatError) {
            let turn = try WebPTurn(of: file, in: source, by: orientation, losesQuality: losesQuality)
            return turn.items.contains { $0.quantizer != nil } ? .requantized : .exact
        } catch {
            return .copyOnly(error.description)
        }
    }

    package mutating func turnPicture(
        by turn: PictureTurn, _ work: PictureTurnWork
    ) throws(PictureRefusal) -> [String] {
        let planned: WebPTurn
        do throws(FormatError) {
            planned = try WebPTurn(of: file, in: source, by: turn.orientation, losesQuality: losesQuality)
        } catch {
            throw .unsupported(error.description)
        }
        var damage: [String] = []
        for outcome in try WebPPictureTurn(planned, in: source).outcomes(work.parallelism) {
            damage += outcome.damage.map { [$0] } ?? []
            turnedChunks.insert(outcome.index)
            replace(outcome.index, with: outcome.payload)
            if let alpha = outcome.alpha {
                turnedChunks.insert(alpha.index)
                replace(alpha.index, with: alpha.payload)
            }
        }
        let quantizers = Set(planned.items.compactMap { $0.quantizer?.index }).sorted()
        if let first = quantizers.first, let last = quantizers.last {
            planWarnings.append(
                "the picture is coded with loss, and was coded again with its quantizer "
                    + (first == last ? "\(first)" : "of \(first) to \(last)") + " (lossy: turn)")
        }
        self.turn = planned
        changes.insert(Change(.pixels, from: "orientation \(turn.orientation.rawValue)", to: "orientation 1"), at: 0)
        return damage
    }

    /// Decodes the pictures if the options ask for that, or if the structure is damaged.
    ///
    /// - Returns: the damage found.
    package func checkPicture(_ options: NormalizationOptions) throws(PictureRefusal) -> [String] {
        guard options.decodesUpright(isDamaged: !file.warnings.isEmpty) else { return [] }
        var damage: [String] = []
        let frames = file.picture.frames.flatMap { frame in frame.parts.map { (chunk: $0, size: Optional(frame.size)) }
        }
        let stills = file.chunks.map { (chunk: $0, size: Size?.none) }
        for (chunk, size) in frames + stills {
            do throws(FormatError) {
                guard let coded = try WebPCodedPicture(chunk, in: source) else { continue }
                guard size == nil || size == coded.size, options.limits.excess(of: coded.size) == nil else {
                    damage.append(
                        "\(chunk.code) at byte \(chunk.range.lowerBound) has the size \(coded.size.width)×\(coded.size.height)"
                    )
                    continue
                }
                damage +=
                    try decodingDamage(in: coded).map { ["\(chunk.code) at byte \(chunk.range.lowerBound): \($0)"] }
                    ?? []
            } catch {
                damage.append(error.description)
            }
        }
        return damage
    }

    private func decodingDamage(in coded: WebPCodedPicture) throws(FormatError) -> String? {
        do throws(CodecError) {
            return try WebPRaster.decode(source[coded.payload], size: coded.size, isOpaque: true).damage
        } catch {
            // A lack of memory says nothing about the file.
            return error.kind == .outOfMemory ? nil : error.description
        }
    }
}
