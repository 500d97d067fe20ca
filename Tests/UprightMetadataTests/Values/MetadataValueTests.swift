import UprightFormats
import Testing

@Suite struct MetadataValueTests {
    static let orders: [TIFFByteOrder] = [.littleEndian, .bigEndian]

    /// Decoding and encoding are inverses for all types, both byte orders, and any bits, including NaN.
    @Test(arguments: TIFFFieldType.known, orders) func codingIsInverse(type: TIFFFieldType, order: TIFFByteOrder) throws
    {
        let size = try #require(type.size)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for count in [0, 1, 2, 3, 17] {
            let bytes = (0..<count * size).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            let value = try #require(MetadataValue(decoding: bytes, as: type, order: order))
            #expect(value.encoded(order: order) == bytes)
            #expect(value.type == type && value.count == count && value.size == bytes.count)
        }
        for pattern: UInt8 in [0x00, 0x7F, 0x80, 0xFF] {
            let bytes = [UInt8](repeating: pattern, count: size)
            #expect(MetadataValue(decoding: bytes, as: type, order: order)?.encoded(order: order) == bytes)
        }
    }

    @Test func truncatedUnitsAreLeftOut() {
        #expect(MetadataValue(decoding: [1, 0, 2], as: .short, order: .littleEndian) == .short([1]))
        #expect(MetadataValue(decoding: [1], as: TIFFFieldType(rawValue: 99), order: .littleEndian) == nil)
    }

    @Test func textInUnknownEncodingsIsReadLeniently() {
        #expect(MetadataValue.ascii(Array("Grün\0rest".utf8)).text == "Grün")
        #expect(MetadataValue.ascii([0x47, 0x72, 0xFC, 0x6E, 0x92, 0]).text == "Grün’")
    }

    @Test func valuesPrintAsPeopleWriteThem() {
        #expect("\(MetadataValue.short([1, 2]))" == "1 2")
        #expect("\(MetadataValue.signedByte([-1]))" == "-1")
        #expect("\(MetadataValue.rational([Rational(1, 250)]))" == "1/250")
        #expect("\(MetadataValue.double([0.5]))" == "0.5")
        #expect("\(MetadataValue.text("Ada"))" == "Ada")
        #expect("\(MetadataValue.undefined([0x85, 0xF]))" == "850f")
    }
}
