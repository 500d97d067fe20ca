import Testing
import UprightRewriting
import UprightFormats

/// The IPTC data of a TIFF, in its own tag and in Photoshop's resources, are searched to their end.
struct TIFFLeftoverTests {
    private func file(iptc: [UInt8]?, resource: [UInt8]?) -> [UInt8] {
        var page = TestTIFF.Page(orientation: 1)
        if let iptc { page.extra[33_723] = (7, iptc.map { Int($0) }) }
        if let resource {
            var resources = PhotoshopResources(parsing: [])
            resources.resources = [.init(id: PhotoshopResources.iptc, data: resource)]
            page.extra[34_377] = (7, resources.serialized.map { Int($0) })
        }
        return TestTIFF(pages: [page]).bytes
    }

    private func leftovers(_ bytes: [UInt8], _ profile: StripProfile) -> [String] {
        var leftovers = StripLeftovers(StripRules(MetadataStrip(profile, places: true, onUnknown: nil)))
        for block in TIFFFormat().blocks(of: bytes) ?? [] { leftovers.look(at: block, isEdited: false) }
        return leftovers.findings
    }

    @Test(arguments: [[], [0x1C], [0x1C, 2, 80], [1, 2, 3, 4], [0x1C, 2, 80, 0, 9, 65]] as [[UInt8]])
    func shortDataAreStripped(data: [UInt8]) throws {
        for file in [
            file(iptc: data, resource: nil), file(iptc: nil, resource: data), file(iptc: data, resource: data),
        ] {
            for profile in [StripProfile.location, .private, .all] {
                _ = leftovers(file, profile)
                let strip = MetadataEdit.strip(MetadataStrip(profile, places: true, onUnknown: nil))
                let edited = try MetadataEditor([strip]).edited(file)
                #expect(leftovers(edited.bytes, profile).isEmpty)
            }
        }
    }

    @Test func everyDataSetIsSearched() {
        let sets: [UInt8] =
            [0x1C, 2, 105, 0, 10] + Array("A headline".utf8) + [0x1C, 2, 80, 0, 3] + Array("Ada".utf8)
        for file in [file(iptc: sets, resource: nil), file(iptc: nil, resource: sets)] {
            #expect(leftovers(file, .private).contains { $0.contains("2:80") })
        }
    }
}
