import Testing
import UprightBase

@Suite struct ByteComparisonTests {
    @Test func equalBytesAreEqualWhereverTheyLie() {
        let bytes: [UInt8] = [1, 2, 3, 1, 2, 3]
        #expect(bytes[0..<3].hasBytes(of: bytes[3..<6]))
        #expect(bytes[3..<6].hasBytes(of: [1, 2, 3]))
        #expect([UInt8]().hasBytes(of: bytes[2..<2]))
        #expect(bytes.hasBytes(of: AnyCollection(bytes)))
    }

    @Test func aDifferentByteOrLengthIsNoticed() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        #expect(!bytes.hasBytes(of: [1, 2, 3, 5]))
        #expect(!bytes.hasBytes(of: [1, 2, 3]))
        #expect(!bytes[..<3].hasBytes(of: bytes))
        #expect(!bytes.hasBytes(of: AnyCollection([1, 2, 3])))
        #expect(![UInt8]().hasBytes(of: bytes))
    }
}
