import Testing
import UprightFormats
import UprightRewriting
import UprightWorker

/// A large JPEG is read up to its picture's data where no more is asked for.
@Suite struct JPEGBeginningTests {
    /// A JPEG of 8×8 gray pixels with its segments spread over 400 KB, and data of a scan that no decoder reads.
    private func picture(end: [UInt8]) -> [UInt8] {
        func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
        }
        var bytes: [UInt8] = [0xFF, 0xD8]
        for index in 0..<7 { bytes += segment(0xE9, [UInt8](repeating: UInt8(index), count: 60_000)) }
        bytes += segment(0xFE, Array("before the picture".utf8))
        bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += segment(0xC0, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        bytes += segment(0xC4, [0, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes += segment(0xDA, [1, 1, 0, 0, 63, 0])
        return bytes + [UInt8](repeating: 0x55, count: 1000) + end
    }

    private func properties(_ bytes: [UInt8], structure: Bool) throws -> InspectedFile {
        let file = TestFile(bytes)
        defer { withExtendedLifetime(file) {} }
        let work = InspectionWork(scope: InspectionScope(structure: structure), limits: Limits())
        return try InspectedFile(parsing: try work.perform(source: file.descriptor))
    }

    @Test("The properties are those of the whole file") func sameProperties() throws {
        let bytes = picture(end: [0xFF, 0xD9])
        let beginning = try properties(bytes, structure: false)
        let whole = try properties(bytes, structure: true)
        #expect(beginning.properties == whole.properties && beginning.reason == nil && whole.reason == nil)
        #expect(beginning.properties["Comments"] == ["before the picture"])
        #expect(beginning.properties["PixelWidth"] == 8)
    }

    @Test("A file that ends in another way is read whole, so that its damage is seen") func otherEnds() throws {
        let comment: [UInt8] = [0xFF, 0xFE, 0, 3, 0x61, 0xFF, 0xD9, 0]
        for end in [[], [0xFF, 0xD9, 1, 2, 3], comment] as [[UInt8]] {
            let bytes = picture(end: end)
            let (part, whole) = (try properties(bytes, structure: false), try properties(bytes, structure: true))
            #expect(part.properties == whole.properties && part.warnings == whole.warnings)
            #expect(part.reason == whole.reason)
        }
    }
}
