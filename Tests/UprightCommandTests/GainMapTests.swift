import Foundation
import TestSupport
import Testing

/// A gain map and its picture: the rendering on an HDR display before and after the turn.
@Suite struct GainMapTests {
    static let hasReaders =
        (try? Command.run("python3", ["-c", "import PIL, numpy"]).status) == 0
        && (try? Command.run("exiftool", ["-ver"]).status) == 0

    /// Renders both files (base times two to the power of the map, brought to the base's size), turns the first one's
    /// rendering upright, and prints how far the two are apart in dB: as they are, and with the second map upside down.
    static let program = """
        import io, subprocess, sys
        import numpy as np
        from PIL import Image

        def picture(data):
            return Image.open(io.BytesIO(data))

        def rendering(path, turns=0):
            with open(path, "rb") as file:
                base = np.asarray(picture(file.read()).convert("RGB"), dtype=float)
            data = subprocess.run(["exiftool", "-b", "-MPImage2", path], capture_output=True).stdout
            gain = picture(data).convert("L").rotate(180 * turns).resize(base.shape[1::-1], Image.BILINEAR)
            return base * 2 ** (2 * np.asarray(gain, dtype=float)[..., None] / 255)

        def decibels(first, second):
            error = ((first - second) ** 2).mean()
            return 99.0 if error == 0 else 10 * np.log10(1020 ** 2 / error)

        upright = np.rot90(rendering(sys.argv[1]), -1)
        print(decibels(upright, rendering(sys.argv[2])), decibels(upright, rendering(sys.argv[2], turns=1)))
        """

    @Test(.enabled(if: hasReaders, "python3-pil, python3-numpy or exiftool is not installed"))
    func theMapLinesUpWithTheTurnedPicture() throws {
        let folder = try TemporaryFolder()
        let source = try #require(Fixture.all.first { $0.path == "jpeg/gain-map.jpg" })
        let run = try Command.run(
            Command.built("upright").path(), ["reprocess", source.url.path(), "--output", "out", "--quiet"],
            in: folder.url)
        #expect(run.status == 0, "\(run.error)")
        let answer = try Command.run(
            "python3", ["-c", Self.program, source.url.path(), folder["out/gain-map.jpg"].path()])
        let figures = answer.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        try #require(figures.count == 2, "\(answer.error)")
        #expect(figures[0] > 50, "the rendering differs: \(figures[0]) dB")
        // A gain map that is not turned with its picture would be detected.
        #expect(figures[1] < 35)
    }
}
