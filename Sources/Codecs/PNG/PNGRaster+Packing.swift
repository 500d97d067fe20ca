extension PNGRaster {
    /// Unpacks pixels smaller than a byte, one to a byte.
    static func unpack(_ packed: UnsafeRawPointer, count: Int, bits: Int, to target: UnsafeMutableRawPointer) {
        let mask = UInt8(truncatingIfNeeded: 1 &<< bits &- 1)
        var x = 0
        while x < count {
            let byte = packed.load(fromByteOffset: x &* bits / 8, as: UInt8.self)
            var shift = 8 &- bits
            while shift >= 0, x < count {
                target.storeBytes(of: byte &>> UInt8(truncatingIfNeeded: shift) & mask, toByteOffset: x, as: UInt8.self)
                shift &-= bits
                x &+= 1
            }
        }
    }

    /// Packs pixels smaller than a byte. Unused bits at the end of a row are zero. The inverse of
    /// ``unpack(_:count:bits:to:)``.
    static func pack(_ pixels: UnsafeRawPointer, count: Int, bits: Int, to target: UnsafeMutableRawPointer) {
        var x = 0
        var at = 0
        while x < count {
            var byte: UInt8 = 0
            var shift = 8 &- bits
            while shift >= 0, x < count {
                byte |= pixels.load(fromByteOffset: x, as: UInt8.self) &<< UInt8(truncatingIfNeeded: shift)
                shift &-= bits
                x &+= 1
            }
            target.storeBytes(of: byte, toByteOffset: at, as: UInt8.self)
            at &+= 1
        }
    }
}
