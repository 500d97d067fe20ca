import UprightBase
import Foundation
import TestSupport
import Testing

/// The manifest is checked both ways: every line matches its file, and every file has a line.
@Suite struct ManifestTests {
    @Test func listsEveryFileExactlyOnce() throws {
        let start = Fixture.folder.path().count
        let all = FileManager.default.enumerator(at: Fixture.folder, includingPropertiesForKeys: [.isDirectoryKey])
        let found = (all?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) != true }
            .map { $0.path().dropFirst(start).drop { $0 == "/" } }
            // The manifest lists pictures; the state folder of 0.1 has none.
            .filter { !$0.hasPrefix("recipes/") && !$0.hasPrefix("state-0.1/") }
            .filter { $0 != "manifest.tsv" && $0 != "README.md" }
        #expect(found.map(String.init).sorted() == Fixture.all.map(\.path).sorted())
        #expect(Fixture.all.count > 100)
    }

    @Test(arguments: Fixture.all)
    func hasTheRightDigestAndLength(fixture: Fixture) throws {
        let content = try fixture.content()
        #expect(content.count == fixture.bytes)
        #expect(hexadecimal(SHA256.hash(content)) == fixture.sha256)
    }

    @Test func everyFixtureIsSmall() {
        #expect(Fixture.all.filter { $0.bytes > 200_000 }.map(\.path) == [])
    }

    @Test func samplesCoverTheDemo() {
        let samples = Fixture.all(in: "samples")
        #expect(
            (1...8).allSatisfy { value in samples.contains { $0.orientation == value && $0.type == "public.jpeg" } })
        #expect(samples.contains { $0.type == "com.compuserve.gif" && $0.frames > 1 && $0.tags.contains("xmp") })
        #expect(samples.contains { $0.type == "public.png" && $0.tags.contains("palette") })
        #expect(samples.contains { $0.tags.isSuperset(of: ["gps", "thumbnail"]) })
        #expect(samples.contains { $0.width % 8 != 0 && $0.height % 8 != 0 && $0.type == "public.jpeg" })
    }
}
