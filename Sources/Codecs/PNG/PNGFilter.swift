/// The five filters of a row of PNG image data.
///
/// Source: PNG (third edition), 9 Filtering.
enum PNGFilter: UInt8 {
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
    func undo(
        _ row: UnsafeMutablePointer<UInt8>, previous: UnsafePointer<UInt8>, count: Int, unit: Int
    ) {
        switch self {
        case .none: break
        case .sub: Self.undoSub(row, count, unit)
        case .up: Self.undoUp(row, previous, count)
        case .average: Self.undoAverage(row, previous, count, unit)
        case .paeth:
            switch unit {
            case 3: Self.undoPaeth3(row, previous, count)
            case 4: Self.undoPaeth4(row, previous, count)
            default: Self.undoPaeth(row, previous, count, unit)
            }
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

    /// Does the same as ``undoPaeth(_:_:_:_:)`` for rows of three bytes per pixel, a whole pixel at a time: each sample
    /// depends only on the previous pixel.
    private static func undoPaeth3(
        _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int
    ) {
        var left = SIMD4<Int16>.zero
        var corner = SIMD4<Int16>.zero
        var i = 0
        while i &+ 3 <= count {
            let above = SIMD4<Int16>(Int16(previous[i]), Int16(previous[i &+ 1]), Int16(previous[i &+ 2]), 0)
            let value = SIMD4<Int16>(Int16(row[i]), Int16(row[i &+ 1]), Int16(row[i &+ 2]), 0)
            left = (value &+ predictor(left, above, corner)) & 255
            corner = above
            row[i] = UInt8(truncatingIfNeeded: left.x)
            row[i &+ 1] = UInt8(truncatingIfNeeded: left.y)
            row[i &+ 2] = UInt8(truncatingIfNeeded: left.z)
            i &+= 3
        }
    }

    private static func undoPaeth4(
        _ row: UnsafeMutablePointer<UInt8>, _ previous: UnsafePointer<UInt8>, _ count: Int
    ) {
        let target = UnsafeMutableRawPointer(row)
        let source = UnsafeRawPointer(previous)
        var left = SIMD4<Int16>.zero
        var corner = SIMD4<Int16>.zero
        var i = 0
        while i &+ 4 <= count {
            let above = SIMD4<Int16>(
                truncatingIfNeeded: source.loadUnaligned(fromByteOffset: i, as: SIMD4<UInt8>.self))
            let value = SIMD4<Int16>(
                truncatingIfNeeded: target.loadUnaligned(fromByteOffset: i, as: SIMD4<UInt8>.self))
            left = (value &+ predictor(left, above, corner)) & 255
            corner = above
            target.storeBytes(
                of: SIMD4<UInt8>(truncatingIfNeeded: left), toByteOffset: i, as: SIMD4<UInt8>.self)
            i &+= 4
        }
    }

    /// Returns the Paeth predictor of several samples at once.
    @inline(__always)
    private static func predictor(
        _ left: SIMD4<Int16>, _ above: SIMD4<Int16>, _ corner: SIMD4<Int16>
    ) -> SIMD4<Int16> {
        let toLeft = above &- corner
        let toAbove = left &- corner
        let toCorner = toLeft &+ toAbove
        let a = pointwiseMax(toLeft, 0 &- toLeft)
        let b = pointwiseMax(toAbove, 0 &- toAbove)
        let c = pointwiseMax(toCorner, 0 &- toCorner)
        let least = pointwiseMin(a, pointwiseMin(b, c))
        return corner.replacing(with: above, where: b .== least).replacing(with: left, where: a .== least)
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
