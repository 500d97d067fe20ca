import Foundation
import TestSupport
import Testing
import Upright

@Suite struct PixelBufferTests {
    private static let turned = Fixture.all.filter { $0.path.hasPrefix("samples/orientation-") }

    @Test("Pixels are those that are shown, whatever the orientation says", arguments: turned)
    func upright(fixture: Fixture) throws {
        let buffer = try PixelBuffer(decoding: try fixture.content())
        let first = try PixelBuffer(decoding: try #require(Fixture.named("samples/orientation-1.jpg")).content())
        #expect(buffer.size == first.size && buffer.rgb.count == buffer.size.width * buffer.size.height * 3)
        // A JPEG that is turned before it is coded differs by its coding.
        let differences = zip(buffer.rgb, first.rgb).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) / max(differences.count, 1) <= 3)
    }

    @Test("A small one keeps its shape, and no side is longer than the edge", arguments: [1, 7, 64, 100_000])
    func edges(edge: Int) throws {
        let bytes = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        let (whole, small) = (try PixelBuffer(decoding: bytes), try PixelBuffer(decoding: bytes, edge: edge))
        #expect(max(small.size.width, small.size.height) == min(edge, max(whole.size.width, whole.size.height)))
        #expect((small.size.width >= small.size.height) == (whole.size.width >= whole.size.height))
    }

    @Test("What is not decoded, too large or damaged is refused with its reason")
    func refusals() throws {
        let jpeg = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        var limits = Limits()
        limits.pixels = 10
        for (bytes, edge, limit, part) in [
            (try #require(Fixture.named("heif/orientation-6.heic")).content(), nil, Limits(), "public.heic"),
            (Array("text".utf8), nil, Limits(), "expected a picture"), (jpeg, 0, Limits(), "1 pixel or more"),
            (jpeg, nil, limits, "pixels"), (Array(jpeg.prefix(200)), nil, Limits(), ""),
        ] as [([UInt8], Int?, Limits, String)] {
            let error = #expect(throws: PixelBufferError.self) {
                try PixelBuffer(decoding: bytes, edge: edge, limits: limit)
            }
            #expect(part.isEmpty || error?.description.contains(part) == true, "\(error?.description ?? "")")
        }
    }
}
