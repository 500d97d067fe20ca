internal import CUprightCodecs

/// The five filters of a row of PNG image data.
///
/// Source: PNG (third edition), 9 Filtering.
package enum PNGFilter: UInt8 {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4

    /// Removes the filter from a row, in place.
    ///
    /// - Parameters:
    ///   - row: the row's bytes.
    ///   - previous: the unfiltered row above; zeros for the first row.
    ///   - unit: the number of bytes per pixel, at least 1.
    package func undo(
        _ row: UnsafeMutablePointer<UInt8>, previous: UnsafePointer<UInt8>, count: Int, unit: Int
    ) {
        switch self {
        case .none: break
        case .sub where Self.hasWholePixels(unit): png_undo_sub(row, count, UInt32(unit))
        case .sub: Self.undoSub(row, count, unit)
        case .up: Self.undoUp(row, previous, count)
        case .average, .paeth:
            if undoesSeveralRows(unit) {
                undo(row, rows: 1, stride: 0, previous: previous, count: count, unit: unit)
            } else if self == .paeth {
                Self.undoPaeth(row, previous, count, unit)
            } else {
                Self.undoAverage(row, previous, count, unit)
            }
        }
    }

    /// Returns whether ``undo(_:rows:stride:previous:count:unit:)`` supports a number of bytes per pixel.
    func undoesSeveralRows(_ unit: Int) -> Bool {
        (self == .average || self == .paeth) && Self.hasWholePixels(unit)
    }

    private static func hasWholePixels(_ unit: Int) -> Bool { [3, 4, 6, 8].contains(unit) }

    /// Removes the average or Paeth filter from rows that follow each other, in place. Several take a third of the time
    /// of as many calls.
    ///
    /// - Parameters:
    ///   - row: the first row's bytes; those of the next one are `stride` bytes further.
    package func undo(
        _ row: UnsafeMutablePointer<UInt8>, rows: Int, stride: Int, previous: UnsafePointer<UInt8>, count: Int,
        unit: Int
    ) {
        if self == .average {
            png_undo_average(row, stride, rows, previous, count, UInt32(unit))
        } else {
            png_undo_paeth(row, stride, rows, previous, count, UInt32(unit))
        }
    }

    private static func undoSub(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ unit: Int) {
        var i = unit
        while i < count {
            row[i] = row[i] &+ row[i &- unit]
            i &+= 1
        }
    }

    private static func undoUp(_ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int) {
        let target = UnsafeMutableRawPointer(row)
        let above = UnsafeRawPointer(previous)
        var i = 0
        while i &+ 16 <= count {
            let sum =
                target.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
                &+ above.loadUnaligned(fromByteOffset: i, as: SIMD16<UInt8>.self)
            target.storeBytes(of: sum, toByteOffset: i, as: SIMD16<UInt8>.self)
            i &+= 16
        }
        while i < count {
            row[i] = row[i] &+ previous[i]
            i &+= 1
        }
    }

    private static func undoAverage(
        _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ unit: Int
    ) {
        var i = 0
        while i < min(unit, count) {
            row[i] = row[i] &+ previous[i] &>> 1
            i &+= 1
        }
        while i < count {
            let sum = UInt16(row[i &- unit]) &+ UInt16(previous[i])
            row[i] = row[i] &+ UInt8(truncatingIfNeeded: sum &>> 1)
            i &+= 1
        }
    }

    private static func undoPaeth(
        _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int, _ unit: Int
    ) {
        var i = 0
        while i < min(unit, count) {
            row[i] = row[i] &+ previous[i]
            i &+= 1
        }
        while i < count {
            row[i] = row[i] &+ paeth(row[i &- unit], previous[i], previous[i &- unit])
            i &+= 1
        }
    }

    /// Returns the Paeth predictor: the neighbour nearest to left + above − corner. Of equally near ones, left comes
    /// first, then above.
    @inline(__always)
    static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let toLeft = Int(above) &- Int(corner)
        let toAbove = Int(left) &- Int(corner)
        let a = abs(toLeft)
        let b = abs(toAbove)
        let c = abs(toLeft &+ toAbove)
        return a <= b && a <= c ? left : b <= c ? above : corner
    }
}
