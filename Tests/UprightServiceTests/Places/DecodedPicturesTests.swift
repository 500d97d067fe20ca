internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightService
internal import UprightSteps
internal import Foundation
internal import TestSupport
internal import Testing

/// What the gallery shows of pictures that nothing else decodes.
@Suite struct DecodedPicturesTests {
    /// A picture of 64 by 32 pixels coded with HEVC: red and blue above green and white, made by heif-enc.
    private static let heic =
        "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA"
        + "AAAAACAAAAEGlkYXQAAAAAAEAAIAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAfwACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlp"
        + "bmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAA"
        + "AAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAA"
        + "AwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAACAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbW"
        + "EAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAIdtZGF0AAAAeygBr1j5E5Jf/841//lF8h7ByM+3P6dlH7NP"
        + "f7Kv0V5m/+VLl/sicP9aL7aPQ+9AW/pGIqXlQK2VIbHEO5Cayw2OUW8OSqKWa1dEpYFVSI++JN0UbPmDKXnIdX6eG0YnfW6S80XGkxx5HxzTmg"
        + "YRQGv0aeP/Qc7+cR6FwA=="

    @Test(
        "A HEIC picture is decoded by the second worker, which has libde265, and shown in its orientation",
        .enabled(if: PictureFormats.libde265Version != nil, "libde265 is not installed"),
        arguments: ["best-effort", "off"])
    func heic(sandbox: String) async throws {
        let scratch = try TemporaryFolder()
        try scratch.write(
            "folders: [{source: ./drop, output: ./out}]\nstate: ./state\nsandbox: \(sandbox)\n", to: "pipeline.yaml")
        let bytes = [UInt8](try #require(Data(base64Encoded: Self.heic)))
        try scratch.write(bytes, to: "a.heic")
        try scratch.write(Array(bytes.dropLast(40)), to: "cut.heic")
        let viewer = try WorkerPictureViewer(try Configuration.load(file: scratch["pipeline.yaml"].path()))
        let made = try #require(
            await viewer.thumbnail(of: try FileStore.open(RawPath(scratch["a.heic"].path())), edge: 64))
        let pixels = try PixelBuffer(decoding: made.jpeg)
        #expect(pixels.size.width == 64 && pixels.size.height == 32)
        func colour(_ x: Int, _ y: Int) -> [Int] {
            let at = (y * pixels.size.width + x) * 3
            return pixels.rgb[at..<at + 3].map { $0 > 128 ? 1 : 0 }
        }
        #expect(colour(12, 8) == [1, 0, 0] && colour(52, 8) == [0, 0, 1])
        #expect(colour(12, 26) == [0, 1, 0] && colour(52, 26) == [1, 1, 1])
        let small = try #require(
            await viewer.thumbnail(of: try FileStore.open(RawPath(scratch["a.heic"].path())), edge: 16))
        #expect(try PixelBuffer(decoding: small.jpeg).size.width == 16)
        // Damage is no thumbnail, and no fault of the gallery.
        _ = await viewer.thumbnail(of: try FileStore.open(RawPath(scratch["cut.heic"].path())), edge: 64)
        #expect(await viewer.thumbnail(of: try FileStore.open(RawPath(scratch["a.heic"].path())), edge: 32) != nil)
        await viewer.shutDown()
    }
}
