/// A scan header, `SOS`.
///
/// Source: ITU-T T.81, B.2.3.
public struct JPEGScan: Sendable, Hashable {
    /// One component of a scan.
    public struct Component: Sendable, Hashable {
        /// The component selector, Csj: an identifier of the frame header.
        public let id: UInt8
        /// The number of the table for DC coefficients, Tdj.
        public let dcTable: Int
        /// The number of the table for AC coefficients, Taj.
        public let acTable: Int

        /// Creates a component with the given identifier and tables.
        public init(id: UInt8, dcTable: Int, acTable: Int) {
            self.id = id
            self.dcTable = dcTable
            self.acTable = acTable
        }
    }

    /// The components in the order of the header.
    public let components: [Component]
    /// The first coefficient in zigzag order, Ss.
    public let spectralStart: Int
    /// The last coefficient in zigzag order, Se.
    public let spectralEnd: Int
    /// The bit position of the previous scan, Ah.
    public let approximationHigh: Int
    /// The bit position of this scan, Al.
    public let approximationLow: Int
    /// The current restart interval, in MCUs; 0 for none.
    public let restartInterval: Int
    /// The index of the header in the file's segments.
    public let segmentIndex: Int
}
