extension JPEGCoefficients {
    /// Clamps coefficients that no encoder can write, which occur only in damaged data.
    ///
    /// - Returns: the number of coefficients changed.
    package func clampCoefficients() -> Int {
        var count = 0
        for plane in planes {
            for row in 0..<plane.height {
                for column in 0..<plane.width {
                    let block = plane.block(column, row)
                    let most = Int16(1 << CoefficientSizes(precision: plane.precision).ac - 1)
                    for k in 0..<64 {
                        let bounded = min(max(block[k], k == 0 ? -most - 1 : -most), most)
                        if bounded != block[k] {
                            block[k] = bounded
                            count += 1
                        }
                    }
                }
            }
        }
        return count
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
