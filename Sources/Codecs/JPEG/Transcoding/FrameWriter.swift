internal import UprightBase
internal import UprightFormats

/// Writes the segments before and between the scans of a sequential picture, as libjpeg does.
struct FrameWriter {
    /// A component of the frame.
    struct Component {
        /// The component's identifier.
        var id: Int
        /// The horizontal sampling factor.
        var horizontal: Int
        /// The vertical sampling factor.
        var vertical: Int
        /// The number of the quantization table.
        var table: Int
        /// The quantizer steps, in row-major order.
        var quantization: [UInt16]
    }

    let components: [Component]
    let coding: JPEGCoding
    private var standardSent: Set<Int> = []
    private var interval = 0

    init(_ components: [Component], _ coding: JPEGCoding) {
        self.components = components
        self.coding = coding
    }

    /// Writes `SOI`, quantization tables and the frame header.
    func writeFrame(
        _ size: Size, precision: Int = 8, to writer: inout EntropyWriter
    ) throws(CodecError) {
        try writer.appendMarker(JPEGMarker.soi)
        var sent: Set<Int> = []
        for component in components where sent.insert(component.table).inserted {
            try writer.appendQuantization(component.quantization, number: component.table)
        }
        let isBaseline =
            precision == 8 && (coding.dcTables + coding.acTables).allSatisfy { $0 < 2 }
            && components.allSatisfy { $0.quantization.allSatisfy { $0 < 256 } }
        try writer.appendFrame(
            isBaseline ? JPEGMarker.sof0 : JPEGMarker.sof1, size,
            components.map { ($0.id, $0.horizontal, $0.vertical, $0.table) },
            precision: precision)
    }

    /// Writes the Huffman tables that are not yet in force, the restart interval if it changes, and a scan's header.
    mutating func writeHeader(
        of scan: JPEGCoding.Scan, _ tables: ScanTables, to writer: inout EntropyWriter
    ) throws(CodecError) {
        for (index, plane) in scan.planes.enumerated() {
            let (dc, ac) = (coding.dcTables[plane], coding.acTables[plane])
            let earlier = scan.planes.prefix(index)
            if coding.optimizesTables
                ? !earlier.contains(where: { coding.dcTables[$0] == dc }) : standardSent.insert(dc).inserted
            {
                try writer.appendHuffman(tables.dc[index].definition, number: dc, isAC: false)
            }
            if coding.optimizesTables
                ? !earlier.contains(where: { coding.acTables[$0] == ac }) : standardSent.insert(ac | 16).inserted
            {
                try writer.appendHuffman(tables.ac[index].definition, number: ac, isAC: true)
            }
        }
        if coding.restartInterval != interval {
            try writer.appendRestartInterval(coding.restartInterval)
            interval = coding.restartInterval
        }
        try writer.appendScan(
            scan, scan.planes.map { (components[$0].id, coding.dcTables[$0] << 4 | coding.acTables[$0]) })
    }
}
