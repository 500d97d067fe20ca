internal import UprightBase
internal import UprightRewriting

/// Turns an XMP sidecar, or a file of labels, and strips a companion, between two descriptors. The same in a worker and
/// in-process.
package struct SidecarWork: Sendable {
    let turn: SidecarTurn

    /// The longest companion that is stripped, in bytes: the video of a Live Photo has a few MiB.
    private static let largestStripped = 512 << 20

    /// Writes the turned sidecar open at `source` into the file open at `output`, if the turn or the strip changes it.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> TurnedSidecar {
        var result = TurnedSidecar()
        let limit = turn.strip == nil ? SidecarFormat.largestSize : Self.largestStripped
        guard let bytes = try DescriptorWork.contents(of: source, limit: limit) else {
            noteTooLarge(limit, &result)
            return result
        }
        var written = bytes
        if let options = turn.labels {
            written = labels(options, bytes, &result)
        } else if turn.type == "com.adobe.xmp" {
            for turn in turn.earlier + [turn] { written = Self.turned(written, by: turn, &result) }
            written = edited(written, &result)
        }
        if let strip = turn.strip, result.refusal == nil {
            do throws(MetadataEditError) {
                let stripped = try CompanionStripping(strip).stripped(written, type: turn.type)
                written = stripped.bytes
                result.changes += stripped.changes
            } catch {
                result.refusal = "\(error); it is not delivered (strip.companions)"
            }
        }
        guard written != bytes, result.refusal == nil else { return result }
        try DescriptorWork.write(written, to: output)
        result.bytes = written.count
        result.crc32 = CRC32.checksum(written)
        return result
    }

    private func noteTooLarge(_ limit: Int, _ result: inout TurnedSidecar) {
        let found = "expected a file of at most \(limit >> 20) MiB, found a larger one"
        if turn.strip != nil {
            result.refusal = "it cannot be stripped: \(found); it is not delivered (strip.companions)"
        } else if turn.labels == nil {
            result.warnings = ["\(found); kept unchanged"]
        } else if Orientation(rawValue: turn.orientation) != .up {
            result.refusal = "labels: \(found); turn it with upright-batch annotations"
        }
    }

    private static func turned(
        _ bytes: [UInt8], by turn: SidecarTurn, _ result: inout TurnedSidecar
    ) -> [UInt8] {
        guard let orientation = Orientation(rawValue: turn.orientation), turn.width > 0, turn.height > 0 else {
            result.warnings += ["the picture's turn is not known; kept unchanged"]
            return bytes
        }
        var options = NormalizationOptions()
        options.limits = turn.limits
        options.furtherTurn = Orientation(rawValue: turn.byHand) ?? .up
        let turned = Normalizer(options: options).turned(
            sidecar: bytes, by: PictureTurn(orientation, of: Size(width: turn.width, height: turn.height)))
        result.changes += turned.changes
        result.warnings += turned.warnings
        return turned.bytes
    }

    /// Makes the edits of the picture.
    private func edited(_ bytes: [UInt8], _ result: inout TurnedSidecar) -> [UInt8] {
        guard !turn.edits.isEmpty else { return bytes }
        do throws(MetadataEditError) {
            let edited = try MetadataEditor(turn.edits).edited(sidecar: bytes)
            result.changes += edited.changes
            result.warnings += edited.warnings
            return edited.bytes
        } catch {
            result.refusal = "what the steps found out cannot be written into it: \(error) (sidecar: xmp)"
            return bytes
        }
    }

    /// Turns the labels in a file; one without labels is kept as it is. Labels that do not fit the upright picture are refused,
    /// since nobody would notice.
    private func labels(
        _ options: LabelOptions, _ bytes: [UInt8], _ result: inout TurnedSidecar
    ) -> [UInt8] {
        guard let orientation = Orientation(rawValue: turn.orientation),
            orientation == .up || turn.width > 0 && turn.height > 0
        else {
            if PictureLabels.areIn(bytes) {
                result.refusal = "labels: expected the turn of the picture, found an output that cannot be read"
            }
            return bytes
        }
        let labels = PictureLabels(
            PictureTurn(orientation, of: Size(width: turn.width, height: turn.height)), options)
        let turned: PictureLabels.Turned?
        do throws(LabelRefusal) { turned = try labels.turned(bytes) } catch {
            (result.refusal, result.isSilent) = ("labels: \(error)", error.isSilent)
            return bytes
        }
        guard let turned else { return bytes }
        (result.format, result.convention) = (turned.format, turned.convention)
        guard turned.bytes != bytes else { return bytes }
        result.changes = [
            Change(.part("labels"), from: "orientation \(turn.orientation)", to: "\(turned.format), turned")
        ]
        return turned.bytes
    }
}
