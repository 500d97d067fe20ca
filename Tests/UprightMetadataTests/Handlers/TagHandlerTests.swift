import UprightFormats
import Testing

@Suite struct TagHandlerTests {
    struct Case: Sendable {
        let handler: any TagHandler
        let tag: TagID
        let type: TIFFFieldType
        let value: PropertyValue
    }

    static let cases: [Case] = [
        Case(handler: VersionHandler(), tag: TagID(.exif, 0x9000), type: .undefined, value: [2, 3, 2]),
        Case(handler: VersionHandler(), tag: TagID(.exif, 0x9000), type: .undefined, value: [3, 0]),
        Case(handler: CharacterCodeHandler(), tag: TagID(.exif, 0x9286), type: .undefined, value: "plain"),
        Case(handler: CharacterCodeHandler(), tag: TagID(.exif, 0x9286), type: .undefined, value: "東京 Größe 😀"),
        Case(handler: ByteListHandler(), tag: TagID(.exif, 0x9101), type: .undefined, value: [1, 2, 3, 0]),
        Case(handler: ByteCodeHandler(), tag: TagID(.exif, 0xA300), type: .undefined, value: 3),
        Case(
            handler: CFAPatternHandler(), tag: TagID(.exif, 0xA302), type: .undefined,
            value: ["Columns": 2, "Rows": 2, "Pattern": [0, 1, 1, 2]]),
        Case(
            handler: LensSpecificationHandler(), tag: TagID(.exif, 0xA432), type: .rational,
            value: [24.0, 70.0, 2.8, 4.0]),
        Case(
            handler: ResponseTableHandler(), tag: TagID(.exif, 0x8828), type: .undefined,
            value: ["Columns": ["log", "R"], "Rows": 2, "Values": [-1.5, 0.25, 0.0, 1.0]]),
        Case(
            handler: DeviceSettingHandler(), tag: TagID(.exif, 0xA40B), type: .undefined,
            value: ["Columns": 1, "Rows": 2, "Settings": ["eins", "zwei"]]),
        Case(
            handler: SourceExposureTimesHandler(), tag: TagID(.exif, 0xA462), type: .undefined,
            value: [
                "Times": [1.0, 0.5, 0.25, 0.125, 2.0, 4.0, 8.0], "Images": 2, "ImageTimes": [0.5, 0.25],
            ]),
        Case(handler: TimeStampHandler(), tag: TagID(.gps, 7), type: .rational, value: "13:05:09.25"),
        Case(handler: CopyrightHandler(), tag: TagID(.primary, 0x8298), type: .ascii, value: "© one\nAda, editor"),
        Case(handler: CopyrightHandler(), tag: TagID(.primary, 0x8298), type: .ascii, value: "\nan editor alone"),
        Case(handler: WindowsTextHandler(), tag: TagID(.primary, 0x9C9B), type: .byte, value: "Títle 😀"),
    ]

    @Test(arguments: cases.indices, MetadataValueTests.orders)
    func decodingAndEncodingAreInverse(index: Int, order: TIFFByteOrder) throws {
        let one = Self.cases[index]
        let context = TagContext(tag: one.tag, type: one.type, byteOrder: order)
        let bytes = try one.handler.encode(one.value, in: context)
        #expect(try one.handler.decode(bytes[...], in: context) == one.value)
        #expect(try one.handler.size(of: one.value, in: context) == bytes.count)
        #expect(one.handler.supportedTypes.contains(one.type))
    }

    /// Any bytes are read or rejected, without a crash.
    @Test(arguments: cases.indices) func prefixesAndMutationsAreHandledSafely(index: Int) throws {
        let one = Self.cases[index]
        let context = TagContext(tag: one.tag, type: one.type, byteOrder: .bigEndian)
        let bytes = try one.handler.encode(one.value, in: context)
        /// Expects what is read of damaged bytes to be a value that can be written and read again.
        func expectValue(_ bytes: [UInt8]) {
            guard let value = try? one.handler.decode(bytes[...], in: context),
                let written = try? one.handler.encode(value, in: context)
            else { return }
            #expect(throws: Never.self, "\(bytes)") { try one.handler.decode(written[...], in: context) }
        }
        for length in 0...bytes.count { expectValue(Array(bytes[..<length])) }
        for position in bytes.indices {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
                var mutated = bytes
                mutated[position] = value
                expectValue(mutated)
            }
        }
    }

    @Test func userCommentsOfTheOtherOrderAreRead() throws {
        let context = TagContext(tag: TagID(.exif, 0x9286), type: .undefined, byteOrder: .bigEndian)
        let bytes = Array("UNICODE\0".utf8) + "Hello".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try CharacterCodeHandler().decode(bytes[...], in: context) == "Hello")
    }

    @Test func commentsWithoutACodeAreRead() throws {
        let handler = CharacterCodeHandler()
        let context = TagContext(tag: TagID(.exif, 0x9286), type: .undefined, byteOrder: .bigEndian)
        #expect(try handler.decode(Array("GPS".utf8)[...], in: context) == "GPS")
        #expect(try handler.decode(Array("An old writer's text".utf8)[...], in: context) == "An old writer's text")
        for order in [TIFFByteOrder.bigEndian, .littleEndian] {
            let bytes = TextEncoding.utf16(order).encoded("A low view") ?? []
            #expect(try handler.decode(bytes[...], in: context) == "A low view")
        }
        #expect(throws: MetadataValueError.self) { try handler.decode([1, 2, 3], in: context) }
    }

    @Test func cfaPatternsOfTheOtherOrderAreRead() throws {
        let context = TagContext(tag: TagID(.exif, 0xA302), type: .undefined, byteOrder: .bigEndian)
        let value = try CFAPatternHandler().decode([2, 0, 2, 0, 0, 1, 1, 2], in: context)
        #expect(value["Pattern"] == [0, 1, 1, 2])
    }
}
