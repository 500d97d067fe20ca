internal import CUprightCodecs

/// The conditioning of the arithmetic coder: how it adapts its contexts.
///
/// Source: ITU-T T.81, F.1.4.4.1.4 and B.2.4.3.
package struct JPEGConditioning: Hashable {
    /// L for DC tables 0...15.
    package var dcLower: [UInt8]
    /// U for DC tables 0...15.
    package var dcUpper: [UInt8]
    /// Kx for AC tables 0...15.
    package var ac: [UInt8]

    package init() {
        dcLower = Array(repeating: 0, count: 16)
        dcUpper = Array(repeating: 1, count: 16)
        ac = Array(repeating: 5, count: 16)
    }

    init(_ raw: jpeg_picture) {
        dcLower = withUnsafeBytes(of: raw.arithmetic_dc_lower) { Array($0) }
        dcUpper = withUnsafeBytes(of: raw.arithmetic_dc_upper) { Array($0) }
        ac = withUnsafeBytes(of: raw.arithmetic_ac) { Array($0) }
    }

    func store(in raw: inout jpeg_picture) {
        withUnsafeMutableBytes(of: &raw.arithmetic_dc_lower) { $0.copyBytes(from: dcLower.prefix(16)) }
        withUnsafeMutableBytes(of: &raw.arithmetic_dc_upper) { $0.copyBytes(from: dcUpper.prefix(16)) }
        withUnsafeMutableBytes(of: &raw.arithmetic_ac) { $0.copyBytes(from: ac.prefix(16)) }
    }
}
