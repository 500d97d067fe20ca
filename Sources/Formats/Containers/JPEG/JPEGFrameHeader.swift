public import UprightBase

/// A frame header, `SOFn`.
///
/// Source: ITU-T T.81, B.2.2.
public struct JPEGFrameHeader: Sendable, Hashable {
    /// The coding process, as named by the marker.
    public enum Process: Sendable, Hashable {
        /// Baseline DCT (`SOF0`).
        case baseline
        /// Extended sequential DCT (`SOF1`, `SOF9`).
        case sequential
        /// Progressive DCT (`SOF2`, `SOF10`).
        case progressive
        /// Lossless prediction (`SOF3`, `SOF11`).
        case lossless
        /// A differential frame of a hierarchical file (`SOF5` to `SOF7`, `SOF13` to `SOF15`).
        case differential
    }

    /// The marker, `SOF0`...`SOF15`.
    public let marker: UInt8
    /// Bits per sample.
    public let precision: Int
    /// The picture's size in pixels; if the header leaves the height open, the height is that of `DNL`.
    public let size: Size
    /// Whether the header leaves the height to a `DNL` segment.
    public let leavesHeightOpen: Bool
    /// The components in the order of the header.
    public let components: [JPEGComponent]
    /// The index of the header in the file's segments.
    public let segmentIndex: Int

    /// The coding process.
    public var process: Process {
        switch marker & 0x0F {
        case 0: .baseline
        case 1, 9: .sequential
        case 2, 10: .progressive
        case 3, 11: .lossless
        default: .differential
        }
    }

    /// Whether the entropy coding is arithmetic.
    public var isArithmetic: Bool { marker >= JPEGMarker.sof9 }

    /// The largest horizontal sampling factor, at least 1.
    public var maximumHorizontal: Int { components.map(\.horizontal).max().map { max($0, 1) } ?? 1 }

    /// The largest vertical sampling factor, at least 1.
    public var maximumVertical: Int { components.map(\.vertical).max().map { max($0, 1) } ?? 1 }
}
