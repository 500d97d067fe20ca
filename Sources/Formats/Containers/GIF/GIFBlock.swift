/// A block of a GIF file.
///
/// Source: GIF89a, 12.
public struct GIFBlock: Sendable, Hashable {
    /// What the block holds.
    public enum Content: Sendable, Hashable {
        /// A frame.
        case image(GIFImage)
        /// How to show the next frame.
        case graphicControl(GIFGraphicControl)
        /// Text drawn on a grid.
        case plainText(GIFPlainText)
        /// Application data.
        case application(GIFApplication)
        /// Text that is not part of the picture.
        case comment
        /// An extension with an unknown label, or a malformed one.
        case unknown(label: UInt8)
        /// Zero bytes between blocks, which readers skip.
        case padding
        /// The trailer `0x3B`, which ends the blocks.
        case end
    }

    /// The range of the block, from its introducer to its last byte.
    public var range: Range<Int>
    /// The content of the block.
    public var content: Content

    /// The block's name in the terms of the format.
    public var name: String {
        switch content {
        case .image: "Image"
        case .graphicControl: "Graphic Control Extension"
        case .plainText: "Plain Text Extension"
        case .application(let application): "Application Extension \(application.identifier)"
        case .comment: "Comment Extension"
        case .unknown(let label): "Extension 0x\(String(label, radix: 16))"
        case .padding: "padding"
        case .end: "Trailer"
        }
    }

    /// Returns the content of an extension's sub-blocks, without their lengths (GIF89a, 15).
    package func data(in bytes: [UInt8]) -> [UInt8] {
        var data: [UInt8] = []
        var position = range.lowerBound + 2
        while position < range.upperBound, bytes[position] > 0 {
            let end = min(position + 1 + Int(bytes[position]), range.upperBound)
            data += bytes[position + 1..<end]
            position = end
        }
        return data
    }
}
