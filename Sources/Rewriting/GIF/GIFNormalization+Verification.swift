internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers

extension GIFNormalization {
    /// Checks the output against what it was meant to be, before it is handed over.
    func verify(_ output: [UInt8], _ assembly: GIFAssembly) throws(RasterRefusal) {
        guard options.verification != .off else { return }
        let file: GIFFile
        do throws(GIFFormatError) {
            file = try GIFFile(parsing: output)
        } catch {
            throw .verification(error.description)
        }
        let isTurned = assembly.turn.orientation != .up
        if isTurned, file.screen.size != assembly.turn.uprightSize {
            throw .verification("the screen has another size than the turned canvas")
        }
        let source = assembly.file
        guard file.blocks.count == source.blocks.count + (assembly.endsEarly ? 1 : 0) else {
            throw .verification("expected \(source.blocks.count) blocks, found \(file.blocks.count)")
        }
        for (index, (before, after)) in zip(source.blocks, file.blocks).enumerated() {
            let expected = assembly.edits[index] ?? Array(assembly.source[before.range])
            guard output[after.range].elementsEqual(expected) else {
                throw .verification("\(after.name) at byte \(after.range.lowerBound) is not as it was written")
            }
        }
        guard output[file.trailer].elementsEqual(assembly.source[source.trailer]) else {
            throw .verification("the bytes after the last block differ")
        }
        if options.verification == .pixels, isTurned { try verifyPixels(output, assembly) }
    }

    /// Decodes both files by giflib, which has no part in the turn, and compares them index for index.
    private func verifyPixels(_ output: [UInt8], _ assembly: GIFAssembly) throws(RasterRefusal) {
        let stored = ReferenceGIF(decoding: assembly.source)
        // What giflib cannot read in the source, it cannot compare.
        guard stored.error == nil else { return }
        let upright = ReferenceGIF(decoding: output)
        if let error = upright.error { throw .verification("giflib: \(error)") }
        guard stored.frames.count == upright.frames.count else { throw .verification("a frame is missing") }
        for (number, (before, after)) in zip(stored.frames, upright.frames).enumerated()
        where !assembly.cropped.contains(number) {
            guard after.isTurned(from: before, by: assembly.turn.orientation) else {
                throw .verification("the pixels of frame \(number) differ")
            }
        }
    }
}
