extension ProgressiveScan {
    /// Records a scan of AC coefficients of one plane.
    ///
    /// - Parameter masks: the plane's nonzero coefficients.
    /// - Returns: false if a coefficient is too large to be written.
    func recordAC(_ masks: NonzeroMasks) throws(JPEGCodecError) -> Bool {
        let plane = picture.planes[scan.planes[0]]
        let band: UInt64 = ~0 >> UInt64(63 - scan.spectralEnd) & ~0 << UInt64(scan.spectralStart)
        return try masks.masks.withUnsafeBufferPointer { masks throws(JPEGCodecError) in
            try CoefficientMap.natural.withUnsafeBufferPointer { natural throws(JPEGCodecError) in
                try record(plane, masks, band, natural)
            }
        }
    }

    /// - Parameters:
    ///   - band: the coefficients of the scan, in zigzag order.
    ///   - natural: the row-major index of each coefficient in zigzag order.
    private func record(
        _ plane: JPEGPlane, _ masks: UnsafeBufferPointer<UInt64>, _ band: UInt64, _ natural: UnsafeBufferPointer<Int>
    ) throws(JPEGCodecError) -> Bool {
        var run = EndOfBandRun(record)
        let grid = plane.grid
        defer { withExtendedLifetime(plane) {} }
        let mostBits = sizes.ac
        var left = restartInterval
        var index = 0
        for row in 0..<plane.height {
            for column in 0..<plane.width {
                try record.reserve(EndOfBandRun.entriesPerBlock)
                if restartInterval > 0, left == 0 { run.end() }
                _ = restart(&left)
                let mask = masks[index] & band
                index &+= 1
                let block = grid.block(column, row)
                if scan.approximationHigh > 0 {
                    refine(block, mask, natural, &run)
                } else {
                    guard begin(block, mask, natural, &run, mostBits) else { return false }
                }
            }
        }
        run.end()
        return true
    }

    /// Records a block in the first scan of a band.
    @inline(__always)
    private func begin(
        _ block: UnsafeMutablePointer<Int16>, _ mask: UInt64, _ natural: UnsafeBufferPointer<Int>,
        _ run: inout EndOfBandRun, _ mostBits: Int
    ) -> Bool {
        var mask = mask
        var next = scan.spectralStart
        let low = scan.approximationLow
        while mask != 0 {
            let index = mask.trailingZeroBitCount
            mask &= mask &- 1
            let value = Int(block[natural[index]])
            let magnitude = Int(bitPattern: value.magnitude) &>> low
            if magnitude == 0 { continue }
            run.end()
            var zeros = index &- next
            next = index &+ 1
            while zeros > 15 {
                record.append(symbol: 0xF0, 0, 0)
                zeros &-= 16
            }
            let size = Int.bitWidth &- magnitude.leadingZeroBitCount
            guard size <= mostBits else { return false }
            let bits = (value < 0 ? ~magnitude : magnitude) & (1 &<< size &- 1)
            record.append(symbol: zeros &<< 4 | size, bits, size)
        }
        if next <= scan.spectralEnd { run.addBlock() }
        return true
    }

    /// Records a block in a refinement scan of a band: coefficients that become nonzero with this bit, and this bit of
    /// those that were nonzero before.
    @inline(__always)
    private func refine(
        _ block: UnsafeMutablePointer<Int16>, _ mask: UInt64, _ natural: UnsafeBufferPointer<Int>,
        _ run: inout EndOfBandRun
    ) {
        let low = scan.approximationLow
        // The last coefficient that becomes nonzero with this bit: zeros after it need no symbol.
        var lastNew = -1
        var scanned = mask
        while scanned != 0 {
            let index = 63 &- scanned.leadingZeroBitCount
            if Int(bitPattern: Int(block[natural[index]]).magnitude) &>> low == 1 {
                lastNew = index
                break
            }
            scanned &= ~(1 &<< UInt64(truncatingIfNeeded: index))
        }
        var mask = mask
        var zeros = 0
        var next = scan.spectralStart
        while mask != 0 {
            let index = mask.trailingZeroBitCount
            mask &= mask &- 1
            let value = Int(block[natural[index]])
            let magnitude = Int(bitPattern: value.magnitude) &>> low
            if magnitude == 0 { continue }
            zeros &+= index &- next
            next = index &+ 1
            while zeros > 15, index <= lastNew {
                run.end()
                record.append(symbol: 0xF0, 0, 0)
                zeros &-= 16
                run.flushBlock()
            }
            if magnitude > 1 {
                run.addCorrection(magnitude & 1)
                continue
            }
            run.end()
            record.append(symbol: zeros &<< 4 | 1, value < 0 ? 0 : 1, 1)
            run.flushBlock()
            zeros = 0
        }
        zeros &+= scan.spectralEnd &+ 1 &- next
        if zeros > 0 || run.hasCorrections { run.addRefinedBlock() }
    }
}
