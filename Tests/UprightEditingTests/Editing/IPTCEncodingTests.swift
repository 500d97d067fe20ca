import UprightBase
import UprightRewriting
import UprightFormats
import Testing

/// IPTC blocks whose encoding lacks a character of a new text: one caption in Latin-1 blocked the names of all places
/// in other scripts.
@Suite struct IPTCEncodingTests {
    private let kyoto = "京都"
    private let latin = Array("Gr".utf8) + [0xF6, 0xDF] + Array("e \u{20}".utf8) + [0x80]

    private func block(_ dataSets: [(UInt8, UInt8, [UInt8])]) -> [UInt8] {
        var block = IPTCBlock()
        block.dataSets = dataSets.map { IPTCDataSet(record: $0.0, number: $0.1, data: $0.2) }
        return block.serialized
    }

    private func edited(_ bytes: [UInt8], _ name: String, _ texts: [String]) throws -> (IPTCBlock, [Change]) {
        let edit = try IPTCEditing.edited(iptc: bytes, [try .set(name, to: texts)])
        let again = try IPTCEditing.edited(iptc: edit.bytes, [try .set(name, to: texts)])
        #expect(again.changes.isEmpty)
        return (IPTCBlock(parsing: edit.bytes), edit.changes)
    }

    @Test func undeclaredTextBecomesUTF8() throws {
        let preview: [UInt8] = [0xFF, 0xD8, 0xF6, 0x00, 0x1B]
        let source = block([
            (2, 0, [0, 4]), (2, 25, Array("Zürich".utf8)), (2, 25, [0x5A, 0xFC]), (2, 120, latin), (2, 202, preview),
            (2, 240, [0x01, 0xF6]), (7, 10, [0xF6]),
        ])
        let (result, changes) = try edited(source, "IPTC:City", [kyoto])
        #expect(result.encoding == .utf8)
        #expect(result.texts(90) == [kyoto])
        // Each data set by itself: UTF-8 if it is valid, otherwise Windows-1252.
        #expect(result.texts(25) == ["Zürich", "Zü"])
        // By the bytes, since text that is not UTF-8 is read all the same.
        #expect(result.dataSets.first { $0.number == 120 }?.data == Array("Größe  €".utf8))
        // What is no text stays.
        #expect(result.dataSets.first { $0.number == 202 }?.data == preview)
        #expect(result.dataSets.first { $0.number == 240 }?.data == [0x01, 0xF6])
        #expect(result.dataSets.first { $0.record == 7 }?.data == [0xF6])
        #expect(changes.map(\.what) == ["iptc.CodedCharacterSet", "iptc.City"])
    }

    @Test func textThatTheEncodingHasKeepsIt() throws {
        let source = block([(2, 0, [0, 4]), (2, 120, latin)])
        let (result, changes) = try edited(source, "IPTC:City", ["Köln"])
        #expect(result.encoding == nil && result.dataSets.contains { $0.data == [0x4B, 0xF6, 0x6C, 0x6E] })
        #expect(changes.map(\.what) == ["iptc.City"])
    }

    @Test func declaredLatin1BecomesUTF8() throws {
        let source = block([(1, 90, [0x1B, 0x2E, 0x41]), (2, 0, [0, 4]), (2, 120, latin)])
        let (result, _) = try edited(source, "IPTC:City", [kyoto])
        #expect(result.encoding == .utf8 && result.texts(120) == ["Größe  €"] && result.texts(90) == [kyoto])
        #expect(result.dataSets.count { $0.record == 1 && $0.number == 90 } == 1)
    }

    @Test func anUnknownEncodingIsNotGuessed() throws {
        let japanese: [UInt8] = [0x1B, 0x24, 0x42, 0x35, 0x7E, 0x45, 0x54]
        let source = block([(1, 90, [0x1B, 0x24, 0x42]), (2, 0, [0, 4]), (2, 120, japanese)])
        #expect(throws: MetadataEditError.self) {
            try IPTCEditing.edited(iptc: source, [try .set("IPTC:City", to: [kyoto])])
        }
        // Without text beyond ASCII, every encoding is as good.
        let plain = block([(1, 90, [0x1B, 0x24, 0x42]), (2, 0, [0, 4]), (2, 120, Array("plain".utf8))])
        #expect(try edited(plain, "IPTC:City", [kyoto]).0.encoding == .utf8)
    }

    @Test(arguments: [true, false]) func theDigestIsUpdatedOnlyIfItWasRight(isRight: Bool) throws {
        let source = block([(2, 0, [0, 4]), (2, 120, latin)])
        let digest = isRight ? MD5.hash(source) : [UInt8](repeating: 9, count: 16)
        var resources = PhotoshopResources(parsing: [])
        resources.resources = [
            .init(id: PhotoshopResources.iptc, data: source), .init(id: PhotoshopResources.iptcDigest, data: digest),
        ]
        let edit = try IPTCEditing.edited(resources.serialized, [try .set("IPTC:City", to: [kyoto])])
        let result = PhotoshopResources(parsing: edit.bytes).resources
        let new = try #require(result.first { $0.id == PhotoshopResources.iptc }).data
        let written = try #require(result.first { $0.id == PhotoshopResources.iptcDigest }).data
        #expect(written == (isRight ? MD5.hash(new) : digest))
    }
}
