internal import CUprightCodecs
package import UprightBase

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
    /// The picture's width in blocks; the last block can be partial.
    package var width: Int
    /// The picture's height in blocks; the last block can be partial.
    package var height: Int
    /// The number of blocks from one row to the next; blocks beyond ``width`` are padding.
    package var stride: Int
    /// The coefficients: rows of blocks, row-major within a block.
    package var blocks: JPEGBlocks
    /// Bits per sample: 8 or 12.
    package var precision = 8

    /// Returns a pointer to the first coefficient of a block.
    package func block(_ column: Int, _ row: Int) -> UnsafeMutablePointer<Int16> {
        blocks.base + (row * stride + column) * 64
    }

    /// The plane's memory for the innermost loops, without the reference counting that would slow them down and make
    /// threads contend.
    var grid: Grid { Grid(base: blocks.base, stride: stride) }

    /// The addresses of blocks, valid while the plane lives.
    struct Grid {
        fileprivate let base: UnsafeMutablePointer<Int16>
        fileprivate let stride: Int

        /// Returns a pointer to the first coefficient of a block.
        @inline(__always)
        func block(_ column: Int, _ row: Int) -> UnsafeMutablePointer<Int16> {
            base + (row &* stride &+ column) &* 64
        }
    }

    /// Creates a component's plane with coefficients of 0.
    ///
    /// - Parameters:
    ///   - horizontal: the component's own and the picture's largest horizontal sampling factor.
    ///   - vertical: the component's own and the picture's largest vertical sampling factor.
    ///   - precision: bits per sample.
    package init(
        id: Int, size: Size, horizontal: (own: Int, maximum: Int), vertical: (own: Int, maximum: Int), table: Int,
        quantization: [UInt16], precision: Int = 8
    ) throws(CodecError) {
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

    /// The number of bits of 1 in the coefficients: in the magnitudes of AC coefficients, and in the 16 bits of DC
    /// coefficients.
    ///
    /// An exact turn does not change it, and a coefficient or a bit that an encoder loses does.
    package var setBits: Int {
        let grid = grid
        defer { withExtendedLifetime(self) {} }
        return (0..<height).reduce(0) { $0 + jpeg_set_bits(grid.block(0, $1), width) }
    }

    /// The lowest sample, centred on 0: -128 for 8 bits.
    var lowestSample: Float { -Float(1 << (precision - 1)) }

    /// The quantizer steps in column-major order.
    var transposedQuantization: [UInt16] { (0..<64).map { quantization[($0 % 8) * 8 + $0 / 8] } }

    /// Returns a plane of the same component with its own memory, undefined coefficients, and its axes swapped if
    /// `transposes` is true.
    func successor(transposing transposes: Bool) throws(CodecError) -> JPEGPlane {
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
