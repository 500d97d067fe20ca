internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightRewriting
internal import UprightAlbums
internal import UprightFiles
internal import UprightPlaces

/// A state folder of version 0.1.0, whose daemon processed twelve pictures, a text file and a truncated JPEG.
@Suite("A state folder of 0.1")
struct StateOf01Tests {
    private func copied() throws -> TemporaryFolder {
        let scratch = try TemporaryFolder()
        for name in ["journal.sqlite", "albums.sqlite"] {
            let bytes = try Data(contentsOf: Fixture.repository.appending(path: "fixtures/state-0.1/" + name))
            try scratch.write([UInt8](bytes), to: "state/" + name)
        }
        return scratch
    }

    @Test("its journal is used unchanged")
    func journal() async throws {
        let scratch = try copied()
        let opened = try Journal.open(in: RawPath(scratch["state"].path()))
        #expect(opened.warnings.isEmpty)
        var selection = Journal.Selection()
        selection.delivered = true
        #expect(try await opened.journal.page(selection, after: 0).records.count == 12)
        let cut = try await opened.journal.record(of: RawPath("/srv/photos/drop/cut.jpg"))
        #expect(cut?.outcome == .deferred)
        // A sidecar that comes now finds its picture, whose row is from a time without keys of names.
        let found = try await opened.journal.sources(beginningWith: ["/srv/photos/drop/orientation-6."])
        #expect(found.first?.contains(RawPath("/srv/photos/drop/orientation-6.jpg")) == true, "\(found)")
    }

    @Test("its albums and their links are used unchanged")
    func albums() throws {
        let scratch = try copied()
        let library = try AlbumLibrary(path: scratch["state/albums.sqlite"].path())
        #expect(try library.album("Munich").count == 11)
        #expect(try library.photo(path: "/srv/photos/normalized/orientation-6.jpg")?.place?.city == "Munich")
    }
}
