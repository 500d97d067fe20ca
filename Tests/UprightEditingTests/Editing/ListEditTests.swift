import UprightFormats
import UprightRewriting
import TestSupport
import Testing

/// `+=` and `-=` on lists, and XMP namespaces that users declare.
@Suite struct ListEditTests {
    /// Makes the edits that assignments ask for, and checks that making them again changes nothing.
    private func edited(
        _ bytes: [UInt8], _ texts: [String], namespaces: [XMPNamespace] = [],
        when condition: MetadataEdit.Condition = .always, after first: [MetadataEdit] = []
    ) throws -> [UInt8] {
        let assignments = try texts.map { try #require(MetadataAssignment($0)) }
        let editor = MetadataEditor(
            first + (try MetadataAssignment.edits(assignments, namespaces: namespaces, when: condition)))
        let result = try editor.edited(bytes)
        #expect(try editor.edited(result.bytes).bytes == result.bytes)
        return result.bytes
    }

    private func lists(_ bytes: [UInt8]) throws -> (iptc: [String], xmp: [String]) {
        let properties = try ImageProperties(reading: bytes)
        let items = properties.xmp?["dc:subject"]?.items.compactMap(\.text) ?? []
        return (properties.iptc?.texts(25) ?? [], items)
    }

    private func photo() throws -> [UInt8] { try #require(Fixture.named("jpeg/rgb.jpg")).content() }

    @Test func valuesAreAppendedOnceAndRemovedEverywhere() throws {
        var bytes = try edited(photo(), ["IPTC:Keywords+=a", "XMP:dc:subject+=a", "XMP:dc:subject+=b"])
        #expect(try lists(bytes) == (["a"], ["a", "b"]))
        bytes = try edited(bytes, ["IPTC:Keywords+=c", "IPTC:Keywords+=a", "XMP:dc:subject+=c", "XMP:dc:subject-=a"])
        #expect(try lists(bytes) == (["a", "c"], ["b", "c"]))
        // A value that the list lacks is nothing to remove; other letters are another value.
        #expect(try edited(bytes, ["IPTC:Keywords-=x", "XMP:dc:subject-=B"]) == bytes)
        bytes = try edited(bytes, ["IPTC:Keywords-=a", "IPTC:Keywords-=c", "XMP:dc:subject-=b", "XMP:dc:subject-=c"])
        #expect(try lists(bytes) == ([], []))
        #expect(try ImageProperties(reading: bytes).xmp?["dc:subject"] == nil)
    }

    @Test func theLastAssignmentOfAValueCountsAndASetListStartsAnew() throws {
        let bytes = try edited(photo(), ["IPTC:Keywords=a", "IPTC:Keywords=b"])
        #expect(
            try lists(edited(bytes, ["IPTC:Keywords+=c", "IPTC:Keywords-=c", "IPTC:Keywords-=a", "IPTC:Keywords+=a"]))
                == (["a", "b"], []))
        #expect(
            try lists(edited(bytes, ["iptc:keywords=x", "IPTC:Keywords+=y", "IPTC:Keywords-=a"])) == (["x", "y"], []))
    }

    @Test func nothingOfAListComesBackAfterAStripOrARemoval() throws {
        let bytes = try edited(photo(), ["XMP:dc:creator=Ann", "XMP:dc:creator=Bob"])
        let removal = try MetadataEdit.remove("XMP:dc:creator")
        let added = try edited(bytes, ["XMP:dc:creator+=Agency", "XMP:dc:creator-=Ann"], after: [removal])
        #expect(try ImageProperties(reading: added).xmp?["dc:creator"]?.items.compactMap(\.text) == ["Agency"])
        let strip = MetadataEdit.strip(try MetadataStrip(.private, places: true, keep: [], onUnknown: nil))
        for first in [removal, strip] {
            let without = try edited(bytes, ["XMP:dc:creator-=Ann"], after: [first])
            #expect(try ImageProperties(reading: without).xmp?["dc:creator"] == nil)
        }
    }

    @Test func blanksFillOnlyEmptyLists() throws {
        let bytes = try edited(photo(), ["IPTC:Keywords=a"])
        let filled = try edited(bytes, ["IPTC:Keywords+=b", "XMP:dc:subject+=b"], when: .whereBlank)
        #expect(try lists(filled) == (["a"], ["b"]))
    }

    @Test(arguments: ["IPTC:City+=x", "XMP:dc:title+=x", "XMP:photoshop:City-=x", "EXIF:Artist+=x", "XMP:all-=x"])
    func whatIsNoListIsRefused(text: String) throws {
        let assignment = try #require(MetadataAssignment(text))
        #expect(throws: MetadataValueError.list(assignment.name)) { try MetadataAssignment.edits([assignment]) }
    }

    @Test func aDeclaredNamespaceKeepsItsPrefix() throws {
        let namespace = try XMPNamespace(declaring: "shop", "https://example.org/shop/1.0/")
        let bytes = try edited(
            photo(), ["XMP:shop:Number=42", "XMP-shop:Shelves+=A"], namespaces: [namespace])
        let packet = try #require(try ImageProperties(reading: bytes).metadata.xmp)
        let text = String(decoding: packet, as: UTF8.self)
        #expect(text.contains("xmlns:shop=\"https://example.org/shop/1.0/\""))
        #expect(text.contains("<shop:Number") && !text.contains("ns:Number"))
        let more = try edited(bytes, ["XMP:shop:Shelves+=B"], namespaces: [namespace])
        let shelves = try ImageProperties(reading: more).xmp?[XMPName(namespace, "Shelves")]
        #expect(shelves?.items.compactMap(\.text) == ["A", "B"])
    }

    @Test func declarationsThatWouldMisleadAreRefused() {
        #expect(throws: MetadataValueError.self) { try XMPNamespace(declaring: "dc", "https://example.org/") }
        #expect(throws: MetadataValueError.self) { try XMPNamespace(declaring: "1a", "https://example.org/") }
        #expect(throws: MetadataValueError.self) { try XMPNamespace(declaring: "xml", "https://example.org/") }
        #expect(throws: MetadataValueError.self) { try XMPNamespace(declaring: "shop", "no uri") }
    }
}
