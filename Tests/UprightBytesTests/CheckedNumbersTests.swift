import Testing
import UprightBase

/// Arithmetic with the numbers at the ends of the types.
@Suite struct CheckedNumbersTests {
    static let ends: [Int8] = [.min, .min + 1, -2, -1, 0, 1, 2, .max - 1, .max]

    @Test(arguments: ends, ends) func resultsBeyondTheTypeAreItsEnds(one: Int8, other: Int8) {
        func clamped(_ exact: Int) -> Int8 { Int8(clamping: exact) }
        #expect(one.addingSaturated(other) == clamped(Int(one) + Int(other)))
        #expect(one.subtractingSaturated(other) == clamped(Int(one) - Int(other)))
        #expect(one.multipliedSaturated(by: other) == clamped(Int(one) * Int(other)))
        let (first, second) = (UInt8(bitPattern: one), UInt8(bitPattern: other))
        #expect(first.addingSaturated(second) == UInt8(clamping: Int(first) + Int(second)))
        #expect(first.subtractingSaturated(second) == UInt8(clamping: Int(first) - Int(second)))
        #expect(first.multipliedSaturated(by: second) == UInt8(clamping: Int(first) * Int(second)))
    }

    @Test func floatingPointNumbersBeyondTheTypeAreItsEnds() {
        #expect(Int(saturating: 2.9) == 2 && Int(saturating: -2.9) == -2 && Int(saturating: -0.0) == 0)
        #expect(Int(saturating: .nan) == 0)
        for large in [0x1p63, 1e19, 1e308, .infinity] {
            #expect(Int(saturating: large) == .max && Int(saturating: -large) == .min)
            #expect(UInt8(saturating: large) == .max && UInt8(saturating: -large) == .min)
        }
        #expect(Int(saturating: -0x1p63) == .min && Int(saturating: 0x1p63.nextDown) == Int(0x1p63.nextDown))
        #expect(Int32(saturating: 2_147_483_647.5) == .max && Int32(saturating: -2_147_483_648.5) == .min)
    }
}
