/// A colour component, as described by the frame header.
///
/// Source: ITU-T T.81, B.2.2.
public struct JPEGComponent: Sendable, Hashable {
    /// The identifier, Ci.
    public let id: UInt8
    /// The horizontal sampling factor, Hi: 1...4 in a valid file.
    public let horizontal: Int
    /// The vertical sampling factor, Vi: 1...4 in a valid file.
    public let vertical: Int
    /// The quantization table's number, Tqi: 0...3 in a valid file.
    public let quantizationTable: Int

    /// Creates a component with the given identifier, sampling factors and table.
    public init(id: UInt8, horizontal: Int, vertical: Int, quantizationTable: Int) {
        self.id = id
        self.horizontal = horizontal
        self.vertical = vertical
        self.quantizationTable = quantizationTable
    }
}
