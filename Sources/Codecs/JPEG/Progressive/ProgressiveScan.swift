internal import CUprightCodecs

/// A scan as C sees it, with the planes that it sends or refines.
final class ProgressiveScan {
    /// A component of the scan.
    struct Part {
        let plane: ProgressivePlane
        /// Blocks across and down in an MCU; 1 and 1 in a scan of one component.
        let across: Int
        let down: Int
        /// To decode with: the table; nil where the scan refines DC coefficients.
        var table: HuffmanTableDefinition?
        /// To encode with: which of the scan's tables.
        var number = 0
    }

    let raw: UnsafeMutablePointer<jpeg_progressive_scan>
    let parts: [Part]

    /// - Parameters:
    ///   - band: which of its plane's bands the scan sends, if it is the first one of a band.
    ///   - columns: the MCUs across.
    ///   - rows: the MCUs down.
    ///   - isPortable: whether to do without instructions that only some processors have.
    init(
        _ scan: JPEGCoding.Scan, _ parts: [Part], band: Int, columns: Int, rows: Int, restartInterval: Int,
        precision: Int, isPortable: Bool
    ) {
        self.parts = parts
        raw = .allocate(capacity: 1)
        raw.initialize(to: jpeg_progressive_scan())
        raw.pointee.count = Int32(parts.count)
        raw.pointee.columns = columns
        raw.pointee.rows = rows
        raw.pointee.restart_interval = restartInterval
        raw.pointee.start = Int32(scan.spectralStart)
        raw.pointee.end = Int32(scan.spectralEnd)
        raw.pointee.high = Int32(scan.approximationHigh)
        raw.pointee.low = Int32(scan.approximationLow)
        let sizes = CoefficientSizes(precision: precision)
        raw.pointee.most_bits = Int32(scan.spectralStart == 0 ? sizes.dc : sizes.ac)
        raw.pointee.list = Int32(band)
        raw.pointee.is_portable = isPortable ? 1 : 0
        withUnsafeMutableBytes(of: &raw.pointee.parts) { bytes in
            let target = bytes.bindMemory(to: jpeg_progressive_part.self)
            for (index, part) in parts.prefix(target.count).enumerated() {
                target[index].plane = part.plane.raw
                target[index].across = Int32(part.across)
                target[index].down = Int32(part.down)
                target[index].number = Int32(part.number)
                if let table = part.table { target[index].table = table.raw }
            }
        }
    }

    deinit { raw.deallocate() }
}
