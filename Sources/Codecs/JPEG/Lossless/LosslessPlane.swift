/// The samples of one component of a lossless JPEG.
package struct LosslessPlane: Hashable {
    /// The component's identifier.
    package var id: Int
    /// The horizontal sampling factor.
    package var horizontal: Int
    /// The vertical sampling factor.
    package var vertical: Int
    /// The number of the quantization table that the frame header names; unused.
    package var table: Int
    /// The number of samples per row that belong to the picture.
    package var width: Int
    /// The number of rows that belong to the picture.
    package var height: Int
    /// The number of samples from one row to the next, including the padding of the last MCU.
    package var stride: Int
    /// The samples, after the point transform, including the padding rows of the last MCUs.
    package var samples: [UInt16]

    package init(
        id: Int, horizontal: Int, vertical: Int, table: Int, width: Int, height: Int, stride: Int, samples: [UInt16]
    ) {
        self.id = id
        self.horizontal = horizontal
        self.vertical = vertical
        self.table = table
        self.width = width
        self.height = height
        self.stride = stride
        self.samples = samples
    }
}
