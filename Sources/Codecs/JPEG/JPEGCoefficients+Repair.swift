extension JPEGCoefficients {
    /// Clamps coefficients that no encoder can write, which occur only in damaged data.
    ///
    /// - Parameter indices: the planes to look at.
    /// - Returns: the planes and the number of coefficients changed.
    package func clampCoefficients(of indices: [Int]) -> (planes: [Int], count: Int) {
        var (changed, total): ([Int], Int) = ([], 0)
        for index in indices {
            let plane = planes[index]
            let most = Int16(1 << CoefficientSizes(precision: plane.precision).ac - 1)
            var count = 0
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    for k in 0..<64 {
                        let bounded = min(max(block[k], k == 0 ? -most - 1 : -most), most)
                        if bounded != block[k] {
                            block[k] = bounded
                            count += 1
                        }
                    }
                }
            }
            if count > 0 { changed.append(index) }
            total += count
        }
        return (changed, total)
    }

    /// Whether a coefficient is larger than any encoder can write, which occurs only in damaged data.
    package var exceedsRange: Bool {
        planes.contains { plane in
            let most = Int16(1 << CoefficientSizes(precision: plane.precision).ac - 1)
            return (0..<plane.height).contains { row in
                (0..<plane.width).contains { column in
                    let block = plane.block(column, row)
                    return block[0] < -most - 1 || block[0] > most || (1..<64).contains { block[$0].magnitude > most }
                }
            }
        }
    }

    /// Gives separate table numbers to planes that share a number but have different tables, as happens if a number is
    /// redefined between scans.
    ///
    /// - Returns: false if four numbers are not enough.
    package mutating func separateTables() -> Bool {
        var slots: [Int: [UInt16]] = [:]
        for index in planes.indices {
            let table = planes[index].quantization
            if let taken = slots[planes[index].table], taken != table {
                let same = slots.first { $0.value == table }?.key
                guard let free = same ?? (0..<4).first(where: { slots[$0] == nil }) else { return false }
                planes[index].table = free
            }
            slots[planes[index].table] = table
        }
        return true
    }
}
