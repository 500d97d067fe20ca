internal import UprightDigests
internal import UprightEditing
internal import UprightGeometry
internal import UprightLabels
internal import UprightRewriting

/// Turns an XMP sidecar, or a file of labels, between two descriptors. The same in a worker and in-process.
package struct SidecarWork: Sendable {
    let turn: SidecarTurn

    /// Writes the turned sidecar open at `source` into the file open at `output`, if the turn changes it.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> TurnedSidecar {
        if let convention = turn.labels { return try labels(convention, source: source, output: output) }
        var result = TurnedSidecar()
        guard let bytes = try DescriptorWork.contents(of: source, limit: SidecarFormat.largestSize) else {
            result.warnings = [
                "expected a sidecar of at most \(SidecarFormat.largestSize >> 20) MiB, found a larger file; kept unchanged"
            ]
            return result
        }
        guard let orientation = Orientation(rawValue: turn.orientation), turn.width > 0, turn.height > 0 else {
            result.warnings = ["the picture's turn is not known; kept unchanged"]
            return result
        }
        var options = NormalizationOptions()
        options.limits = turn.limits
        let turned = Normalizer(options: options).turned(
            sidecar: bytes, by: PictureTurn(orientation, of: Size(width: turn.width, height: turn.height)))
        result.changes = turned.changes
        result.warnings = turned.warnings
        guard turned.bytes != bytes else { return result }
        try write(turned.bytes, to: output, &result)
        return result
    }

    private func write(_ bytes: [UInt8], to output: Int32, _ result: inout TurnedSidecar) throws(DescriptorWorkError) {
        try DescriptorWork.write(bytes, to: output)
        result.bytes = bytes.count
        result.crc32 = CRC32.checksum(bytes)
    }

    /// Turns the labels in a file; one without labels is kept as it is. Labels that do not fit the upright picture are refused,
    /// since nobody would notice.
    private func labels(
        _ convention: LabelConvention, source: Int32, output: Int32
    ) throws(DescriptorWorkError) -> TurnedSidecar {
        var result = TurnedSidecar()
        let orientation = Orientation(rawValue: turn.orientation)
        guard let bytes = try DescriptorWork.contents(of: source, limit: SidecarFormat.largestSize) else {
            guard orientation != .up else { return result }
            result.refusal =
                "labels: expected a file of at most \(SidecarFormat.largestSize >> 20) MiB, found a larger one; turn it with "
                + "upright-batch annotations"
            return result
        }
        guard let orientation, orientation == .up || turn.width > 0 && turn.height > 0 else {
            if PictureLabels.areIn(bytes) {
                result.refusal = "labels: expected the turn of the picture, found an output that cannot be read"
            }
            return result
        }
        let picture = PictureTurn(orientation, of: Size(width: turn.width, height: turn.height))
        let labels = PictureLabels(picture, madeOn: convention, outputBytes: turn.outputBytes)
        let turned: (bytes: [UInt8], format: String)?
        do throws(LabelRefusal) { turned = try labels.turned(bytes) } catch {
            result.refusal = "labels: \(error)"
            return result
        }
        guard let turned, turned.bytes != bytes else { return result }
        try write(turned.bytes, to: output, &result)
        result.changes = [
            Change(.part("labels"), from: "orientation \(turn.orientation)", to: "\(turned.format), turned")
        ]
        return result
    }
}
