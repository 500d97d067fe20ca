import Foundation
import TestSupport
import Testing
import Upright
import UprightBase

/// The frames of animations as values, judged by Pillow and by pictures made here.
@Suite struct PictureFramesTests {
    /// Writes animations of every way to dispose of a frame, and what Pillow shows of them on white.
    private static let maker = """
        import random, sys
        from PIL import Image
        random.seed(7)
        def frame(size, alphas):
            picture = Image.new('RGBA', size)
            picture.putdata([(random.randrange(256), random.randrange(256), random.randrange(256), random.choice(alphas))
                             for _ in range(size[0] * size[1])])
            return picture.resize((size[0] * 3, size[1] * 3), Image.NEAREST)
        binary = [frame((7, 5), [0, 255, 255]) for _ in range(5)]
        soft = [frame((7, 5), [0, 90, 200, 255]) for _ in range(5)]
        times = [40, 50, 60, 70, 80]
        for disposal in (0, 1, 2, 3):
            binary[0].save(f'{disposal}.gif', save_all=True, append_images=binary[1:], duration=times, disposal=disposal, loop=0)
        for disposal in (0, 1, 2):
            for blend in (0, 1):
                # Pillow pastes what is half transparent, and does not blend it.
                made = binary if blend else soft
                made[0].save(f'{disposal}-{blend}.png', save_all=True, append_images=made[1:], duration=times,
                             disposal=disposal, blend=blend)
        soft[0].save('default.png', save_all=True, append_images=soft[1:], duration=times, default_image=True)
        palette = [picture.convert('P') for picture in binary]
        palette[0].save('palette.png', save_all=True, append_images=palette[1:], duration=times)
        soft[0].save('lossless.webp', save_all=True, append_images=soft[1:], duration=times, lossless=True, exact=True)
        soft[0].save('lossy.webp', save_all=True, append_images=soft[1:], duration=times, quality=90)
        for name in sys.argv[1:]:
            with Image.open(name) as file:
                start = 1 if getattr(file, 'default_image', False) else 0
                for index in range(start, file.n_frames):
                    file.seek(index)
                    shown = file.convert('RGBA')
                    white = Image.new('RGBA', shown.size, 'white')
                    white.alpha_composite(shown)
                    open(f'{name}.{index - start}.rgb', 'wb').write(white.convert('RGB').tobytes())
        """

    private static let names =
        (0..<4).map { "\($0).gif" }
        + ["0-0", "0-1", "1-0", "1-1", "2-0", "2-1", "default", "palette"].map { $0 + ".png" }
        + ["lossless.webp", "lossy.webp"]

    @Test("Each frame is what Pillow shows, in any order of asking, with its duration")
    func frames() throws {
        let folder = try TemporaryFolder()
        let made = try Command.run("/usr/bin/python3", ["-c", Self.maker] + Self.names, in: folder.url)
        guard made.status == 0 else {
            #expect(
                made.error.contains("No module named 'PIL'") || made.error.contains("No such file"), "\(made.error)")
            return
        }
        for name in Self.names {
            var frames = try PictureFrames(of: try #require(folder.bytes(of: name)))
            #expect(frames.size == Size(width: 21, height: 15) && frames.count >= 4, "\(name)")
            let wanted = [0.04, 0.05, 0.06, 0.07, 0.08]
            #expect(frames.durations == (frames.count == 5 ? wanted : Array(wanted.prefix(4))), "\(name)")
            for index in Array(0..<frames.count) + [2, 0, 3] {
                let shown = try frames.pixels(at: index).rgb
                let judged = try #require(folder.bytes(of: "\(name).\(index).rgb"))
                let most = zip(shown, judged).map { abs(Int($0) - Int($1)) }.max() ?? 255
                #expect(shown.count == judged.count && most <= 2, "\(name), frame \(index): differs by \(most)")
            }
        }
    }

    @Test("Frames of a sideways animation are those of the normalized one", arguments: ["gif", "webp"])
    func sideways(type: String) throws {
        let source = try #require(Fixture.named("\(type)/animation-turned.\(type)")).content()
        guard case .bytes(let output) = Normalizer().normalize(source).output else {
            Issue.record("\(type): it was not turned")
            return
        }
        var (sideways, upright) = (try PictureFrames(of: source), try PictureFrames(of: output))
        #expect(upright.count > 1 && upright.durations == sideways.durations && upright.size == sideways.size)
        for index in 0..<upright.count {
            #expect(try upright.pixels(at: index) == sideways.pixels(at: index), "frame \(index)")
        }
    }

    @Test("A picture without an animation is one frame; others are refused with their reason")
    func refusals() throws {
        let jpeg = try #require(Fixture.named("samples/orientation-6.jpg")).content()
        var one = try PictureFrames(of: jpeg)
        #expect(one.count == 1 && one.durations == [0])
        #expect(try one.pixels(at: 0) == PixelBuffer(decoding: jpeg))
        for index in [-1, 1] { #expect(throws: PixelBufferError.self) { try one.pixels(at: index) } }
        let animation = try #require(Fixture.named("gif/animation-upright.gif")).content()
        for path in [\Limits.frames, \Limits.pixels, \Limits.animationPixels, \Limits.fileSize] {
            var limits = Limits()
            limits[keyPath: path] = 1
            #expect(throws: PixelBufferError.self) { try PictureFrames(of: animation, limits: limits) }
        }
        #expect(throws: PixelBufferError.self) { try PictureFrames(of: Array("text".utf8)) }
        var cut = try PictureFrames(of: animation)
        #expect(throws: PixelBufferError.self) { try cut.pixels(at: cut.count) }
    }

    @Test("A frame that cannot be decoded fails each time, and sums of sizes do not overflow")
    func damaged() throws {
        func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(type.utf8) + data
            return big(UInt32(data.count)) + body + big(CRC32.checksum(body))
        }
        func big(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
        func animation(_ side: UInt32, _ data: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            bytes += chunk("IHDR", big(side) + big(side) + [8, 0, 0, 0, 0]) + chunk("acTL", big(3) + big(0))
            for frame in 0..<3 as Range<UInt32> {
                let number = frame == 0 ? 0 : 2 * frame - 1
                bytes += chunk("fcTL", big(number) + big(side) + big(side) + big(0) + big(0) + [0, 1, 0, 1, 0, 0])
                bytes += frame == 0 ? chunk("IDAT", data) : chunk("fdAT", big(number + 1) + data)
            }
            return bytes + chunk("IEND", [])
        }
        #expect(throws: PixelBufferError.self) { try PictureFrames(of: animation(0x7FFF_FFFF, [0])) }
        var frames = try PictureFrames(of: animation(2, [0x78, 0x9C, 0xFF]))
        for _ in 0..<2 { #expect(throws: PixelBufferError.self) { try frames.pixels(at: 0) } }
    }
}
