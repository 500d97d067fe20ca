import UprightFormats
import Testing

@Suite struct IPTCBlockTests {
    static func block() -> [UInt8] {
        var block = IPTCBlock()
        block.dataSets = [
            IPTCDataSet(record: 1, number: 90, data: [0x1B, 0x25, 0x47]),
            IPTCDataSet(record: 2, number: 0, data: [0, 4]),
            IPTCDataSet(record: 2, number: 25, data: Array("eins".utf8)),
            IPTCDataSet(record: 2, number: 25, data: Array("zwei".utf8)),
            IPTCDataSet(record: 2, number: 90, data: Array("Zürich".utf8)),
            IPTCDataSet(record: 2, number: 202, data: [UInt8](repeating: 7, count: 0x8001)),
        ]
        return block.serialized
    }

    @Test func serializingIsTheInverseOfParsing() {
        let bytes = Self.block()
        let block = IPTCBlock(parsing: bytes)
        #expect(block.serialized == bytes)
        #expect(block.warnings.isEmpty)
        #expect(block.texts(25) == ["eins", "zwei"])
        #expect(block.texts(90) == ["Zürich"])
        #expect(block.properties["Keywords"] == ["eins", "zwei"])
        #expect(block.properties["City"] == "Zürich")
    }

    @Test func everyPrefixIsKept() {
        let bytes = Array(Self.block().prefix(60))
        for length in 0...bytes.count {
            let prefix = Array(bytes[..<length])
            #expect(IPTCBlock(parsing: prefix).serialized == prefix)
        }
    }

    @Test func everyMutationIsKept() {
        let bytes = Array(Self.block().prefix(60))
        for position in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var mutated = bytes
                mutated[position] = value
                let block = IPTCBlock(parsing: mutated)
                #expect(block.serialized == mutated)
                _ = block.properties
            }
        }
    }

    @Test func textWithoutADeclarationIsReadLeniently() {
        var block = IPTCBlock()
        block.dataSets = [IPTCDataSet(record: 2, number: 90, data: [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68])]
        #expect(block.texts(90) == ["Zürich"])
    }

    @Test(
        "Both escapes of UTF-8 and both of ISO 8859-1 name their encoding",
        arguments: [
            ([0x25, 0x47], .utf8), ([0x25, 0x2F, 0x49], .utf8), ([0x2E, 0x41], .latin1), ([0x2D, 0x41], .latin1),
            ([0x25, 0x48], nil),
        ] as [([UInt8], TextEncoding?)])
    func encodings(escape: [UInt8], encoding: TextEncoding?) {
        var block = IPTCBlock()
        block.dataSets = [IPTCDataSet(record: 1, number: 90, data: [0x1B] + escape)]
        #expect(block.encoding == encoding)
    }
}
