extension PNGRaster {
    /// Puts copies of a byte 9, 10 or 12 bits apart, for 1, 2 and 4 bits per pixel: then each pixel is in a byte of its
    /// own, above other pixels' bits. The same product moves pixels from bytes of their own to one byte.
    @inline(__always)
    private static func spread(_ bits: Int) -> UInt64 {
        switch bits {
        case 1: 0x8040_2010_0804_0201
        case 2: 0x4010_0401
        default: 0x1001
        }
    }

    /// Unpacks pixels smaller than a byte, one to a byte.
    static func unpack(_ packed: UnsafeRawPointer, count: Int, bits: Int, to target: UnsafeMutableRawPointer) {
        let mask = UInt8(truncatingIfNeeded: 1 &<< bits &- 1)
        let each = 8 / bits
        let masks = UInt64(mask) &* 0x0101_0101_0101_0101
        let first = UInt64(truncatingIfNeeded: 8 &- bits)
        var x = 0
        // Eight bytes are written at a time; the next ones overwrite what is not a pixel.
        while x &+ 8 <= count {
            let byte = UInt64(packed.load(fromByteOffset: x / each, as: UInt8.self))
            let pixels = (byte &* spread(bits)) &>> first & masks
            target.storeBytes(of: pixels.littleEndian, toByteOffset: x, as: UInt64.self)
            x &+= each
        }
        while x < count {
            let byte = packed.load(fromByteOffset: x / each, as: UInt8.self)
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
        let each = 8 / bits
        // The pixels of one byte, and where the product has it.
        let mask = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* each)
        let first = UInt64(truncatingIfNeeded: 8 &* (each &- 1))
        var x = 0
        var at = 0
        while x &+ 8 <= count {
            let word = UInt64(littleEndian: pixels.loadUnaligned(fromByteOffset: x, as: UInt64.self)) & mask
            let byte = UInt8(truncatingIfNeeded: (word &* spread(bits)) &>> first)
            target.storeBytes(of: byte, toByteOffset: at, as: UInt8.self)
            x &+= each
            at &+= 1
        }
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
