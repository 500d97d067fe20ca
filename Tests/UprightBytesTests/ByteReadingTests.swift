import Testing
import UprightBase

@Suite struct ByteReadingTests {
    @Test(arguments: [0, 1, 0x0102, 0xFFFE, 0x0102_0304, UInt64.max])
    func numbersAndTheirBytesAreInverse(number: UInt64) {
        #expect(number.bigEndianBytes.bigEndianInteger == number)
        #expect(number.littleEndianBytes.littleEndianInteger == number)
        #expect(number.littleEndianBytes == Array(number.bigEndianBytes.reversed()))
    }

    @Test func theHighByteComesFirstOrLast() {
        let bytes: [UInt8] = [9, 1, 2, 3, 4]
        #expect(bytes.bigEndian16(at: 1) == 0x0102 && bytes.littleEndian16(at: 1) == 0x0201)
        #expect(bytes.bigEndian32(at: 1) == 0x0102_0304)
        #expect(bytes[1...].bigEndian32(at: 1) == 0x0102_0304)
    }

    @Test(arguments: [-1, 2, 4, 5, Int.max])
    func nothingIsReadBeyondTheEnds(offset: Int) {
        let bytes: [UInt8] = [1, 2, 3, 4, 5]
        #expect(bytes.bigEndian32(at: offset) == nil)
        #expect(bytes[1...3].bigEndian16(at: offset) == (offset == 2 ? 0x0304 : nil))
        #expect(!bytes.contains([9], at: offset))
    }

    @Test("Of a file, no more is read in all than the budget allows")
    func budget() {
        let file = FileBytes(count: 10, budget: 6) { [UInt8](repeating: 7, count: $0.count) }
        #expect(file.bytes(4, at: 0) != nil && file.bytes(3, at: 4) == nil)
        #expect(file.bytes(2, at: 8) == [7, 7] && file.bytes(1, at: 0) == nil)
    }
}
