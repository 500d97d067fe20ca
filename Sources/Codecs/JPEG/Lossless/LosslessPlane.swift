/// The samples of one component of a lossless JPEG.
package struct LosslessPlane: Hashable {
    /// The component's identifier.
    package var id: Int
    /// The horizontal sampling factor.
    package var horizontal: Int
    /// The vertical sampling factor.
    package var vertical: Int
    /// The number of the quantization table that the frame header names; it has no use.
    package var table: Int
    /// Samples in a row that are part of the picture.
    package var width: Int
    /// Rows that are part of the picture.
    package var height: Int
    /// Samples from one row to the next, those that fill the last MCU included.
    package var stride: Int
    /// The samples, after the point transform; rows that fill the last MCU included.
    package var samples: [UInt16]

    /// A component with its samples.
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
