import Foundation
import TestSupport
import Testing
import Upright

/// The sample program reads, edits and turns a picture, and writes no file over another.
@Suite struct SampleTests {
    @Test func theSampleTurnsAPicture() throws {
        let folder = try TemporaryFolder()
        let input = try #require(Fixture.named("samples/orientation-6.jpg")).url.path()
        let output = folder["upright.jpg"].path()
        let sample = Command.built("sample").path()
        let first = try Command.run(sample, [input, output])
        #expect(first.status == 0 && first.output.contains("exif.Copyright"), "\(first.error)")
        let properties = try ImageProperties(reading: [UInt8](Data(contentsOf: URL(filePath: output))))
        #expect(properties.tiff.copyright == "© 2024 Ada Lovelace" && (properties.tiff.orientation ?? .up) == .up)
        #expect(properties.gps?.coordinate == GPSCoordinate(latitude: 37.33182, longitude: -122.03118))
        #expect(try Command.run(sample, [input, output]).status != 0)
        #expect(try Command.run(sample, [input]).status == 64)
    }

    @Test func theSampleHasFiftyLines() throws {
        let source = Fixture.repository.appending(path: "Examples/sample/Sample.swift")
        #expect(try String(contentsOf: source, encoding: .utf8).split(separator: "\n").count <= 50)
    }
}
