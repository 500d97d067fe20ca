package import UprightBase

/// The seven passes of an interlaced PNG picture.
///
/// Source: PNG (third edition), 8.1.
package enum Adam7 {
    /// A pass: its first column and row, and the steps to the next ones.
    package struct Pass {
        let x: Int
        let y: Int
        let stepX: Int
        let stepY: Int

        /// Returns the size of the pass; if a side is 0, the pass has no rows.
        func size(in size: Size) -> Size {
            Size(
                width: x < size.width ? (size.width - x + stepX - 1) / stepX : 0,
                height: y < size.height ? (size.height - y + stepY - 1) / stepY : 0)
        }
    }

    /// The passes in order.
    static let passes = [
        Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
        Pass(x: 0, y: 4, stepX: 4, stepY: 8),
        Pass(x: 2, y: 0, stepX: 4, stepY: 4), Pass(x: 0, y: 2, stepX: 2, stepY: 4),
        Pass(x: 1, y: 0, stepX: 2, stepY: 2),
        Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]

    /// Returns the passes that have pixels in a picture of the given size, with their own sizes.
    package static func passes(in size: Size) -> [(pass: Pass, size: Size)] {
        passes.map { ($0, $0.size(in: size)) }.filter { $0.1.width > 0 && $0.1.height > 0 }
    }
}
