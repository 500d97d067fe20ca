internal import UprightDigests
internal import UprightEditing
internal import UprightGeometry
internal import UprightRewriting

/// Turns an XMP sidecar between two descriptors. The same in a worker and in-process.
package struct SidecarWork: Sendable {
    let turn: SidecarTurn

    /// Creates the work for a turn.
    package init(turn: SidecarTurn) { self.turn = turn }

    /// Writes the turned sidecar open at `source` into the file open at `output`, if the turn changes it.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> TurnedSidecar {
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
        try DescriptorWork.write(turned.bytes, to: output)
        result.bytes = turned.bytes.count
        result.crc32 = CRC32.checksum(turned.bytes)
        return result
    }
}
