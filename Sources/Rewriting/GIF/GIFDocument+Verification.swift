internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

extension GIFDocument {
    package func verify(_ assembled: AssembledPicture, _ options: NormalizationOptions) throws(PictureRefusal) {
        let output = assembled.bytes
        let file = try PictureRefusal.checking { () throws(FormatError) in try GIFFile(parsing: output) }
        if let turn, file.screen.size != turn.uprightSize {
            throw .verification("the screen size differs from that of the turned canvas")
        }
        guard output[file.head].hasBytes(of: head) else {
            throw .verification("the screen descriptor or the global colours differ from the plan")
        }
        let expected = self.expected
        guard file.blocks.count == expected.count else {
            throw .verification("expected \(expected.count) blocks, found \(file.blocks.count)")
        }
        for (before, after) in zip(expected, file.blocks) {
            guard output[after.range].hasBytes(of: before) else {
                throw .verification("\(after.name) at byte \(after.range.lowerBound) differs from the plan")
            }
        }
        guard output[file.trailer].hasBytes(of: trailer) else {
            throw .verification("the bytes after the last block differ")
        }
        if options.verification == .pixels { try verifyPixels(output) }
    }

    /// Decodes both files with giflib, which has no part in the turn, and compares them index by index.
    private func verifyPixels(
        _ output: [UInt8]
    ) throws(PictureRefusal) {
        let stored = ReferenceGIF(decoding: source)
        // A source that giflib cannot read cannot be compared.
        guard stored.error == nil else { return }
        let upright = ReferenceGIF(decoding: output)
        if let error = upright.error { throw .verification("giflib: \(error)") }
        guard stored.frames.count == upright.frames.count else { throw .verification("a frame is missing") }
        for (number, (before, after)) in zip(stored.frames, upright.frames).enumerated()
        where !cropped.contains(number) {
            guard after.isTurned(from: before, by: turn?.orientation ?? .up) else {
                throw .verification("the pixels of frame \(number) differ")
            }
        }
    }
}
