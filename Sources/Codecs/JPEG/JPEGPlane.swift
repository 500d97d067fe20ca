package import UprightGeometry

/// The quantized DCT coefficients of one component.
package struct JPEGPlane {
    /// The component's identifier.
    package var id: Int
    /// The horizontal sampling factor.
    package var horizontal: Int
    /// The vertical sampling factor.
    package var vertical: Int
    /// The number of the quantization table.
    package var table: Int
    /// The 64 quantizer steps, row by row (not in zigzag order).
    package var quantization: [UInt16]
    /// How many blocks wide the picture is; the last may hold a part of it.
    package var width: Int
    /// How many blocks high the picture is; the last may hold a part of it.
    package var height: Int
    /// Blocks from one row to the next; what lies beyond ``width`` is padding.
    package var stride: Int
    /// The coefficients: rows of blocks, each row by row.
    package var blocks: JPEGBlocks
    /// Bits a sample: 8 or 12.
    package var precision = 8

    /// The first coefficient of a block.
    package func block(_ column: Int, _ row: Int) -> UnsafeMutablePointer<Int16> {
        blocks.base + (row * stride + column) * 64
    }

    /// The plane's memory for the innermost loops, which would count references to it, and threads with them.
    var grid: Grid { Grid(base: blocks.base, stride: stride) }

    /// Where blocks lie. It is valid as long as the plane lives.
    struct Grid {
        fileprivate let base: UnsafeMutablePointer<Int16>
        fileprivate let stride: Int

        /// The first coefficient of a block.
        @inline(__always)
        func block(_ column: Int, _ row: Int) -> UnsafeMutablePointer<Int16> {
            base + (row &* stride &+ column) &* 64
        }
    }

    /// A plane of a component in a picture, with coefficients of 0.
    ///
    /// - Parameters:
    ///   - horizontal: the component's and the picture's largest horizontal sampling factor.
    ///   - vertical: the component's and the picture's largest vertical sampling factor.
    ///   - precision: bits a sample.
    package init(
        id: Int, size: Size, horizontal: (own: Int, maximum: Int), vertical: (own: Int, maximum: Int), table: Int,
        quantization: [UInt16], precision: Int = 8
    ) throws(JPEGCodecError) {
        self.id = id
        self.precision = precision
        self.horizontal = horizontal.own
        self.vertical = vertical.own
        self.table = table
        self.quantization = quantization
        let (across, down) = (8 * horizontal.maximum, 8 * vertical.maximum)
        width = (size.width * horizontal.own + across - 1) / across
        height = (size.height * vertical.own + down - 1) / down
        stride = width
        blocks = try JPEGBlocks(zeros: width * height)
    }

    /// The lowest sample, around 0: -128 for 8 bits.
    var lowestSample: Float { -Float(1 << (precision - 1)) }

    /// The quantizer steps, column by column.
    var transposedQuantization: [UInt16] { (0..<64).map { quantization[($0 % 8) * 8 + $0 / 8] } }

    /// A plane of the same component with its axes exchanged where `transposes`, and memory of its own.
    func successor(transposing transposes: Bool) throws(JPEGCodecError) -> JPEGPlane {
        var plane = self
        if transposes {
            swap(&plane.horizontal, &plane.vertical)
            swap(&plane.width, &plane.height)
            plane.quantization = transposedQuantization
        }
        plane.stride = plane.width
        plane.blocks = try JPEGBlocks(count: plane.width * plane.height)
        return plane
    }
}
