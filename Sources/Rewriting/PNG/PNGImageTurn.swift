internal import UprightBytes
internal import UprightAssembly
internal import UprightCodecs
internal import UprightContainers
internal import UprightGeometry
internal import UprightThreads

/// The turn of a PNG file's pictures: replaces the chunks that describe and hold them.
struct PNGImageTurn {
    private let rewrite: PNGRewrite
    private let turn: PictureTurn
    private let parallelism: Parallelism
    private let controls: [Int: PNGFrameControl]
    private var frameByFirstChunk: [Int: PNGFrame] = [:]
    private var carriesPixels: Set<Int> = []
    private var sequence: UInt32 = 0
    /// The damage found in the decoded image data.
    private(set) var damage: [String] = []

    /// Creates the turn of all frames of a file.
    init(_ frames: PNGFrames, of rewrite: PNGRewrite, by turn: PictureTurn, _ parallelism: Parallelism) {
        self.rewrite = rewrite
        self.turn = turn
        self.parallelism = parallelism
        controls = frames.controls
        for frame in frames.all {
            carriesPixels.formUnion(frame.chunks)
            if let first = frame.chunks.first { frameByFirstChunk[first] = frame }
        }
    }

    /// The maximum image data in a chunk, in bytes: small enough that readers can show a partly loaded picture.
    private static let chunkLength = 1 << 19

    /// Appends the replacement of a chunk and returns true; returns false for a chunk that does not describe or hold
    /// pixels.
    mutating func append(_ index: Int, to output: inout AssembledPNG) throws(RasterRefusal) -> Bool {
        let chunk = rewrite.file.chunks[index]
        if let frame = frameByFirstChunk[index] {
            append(try turned(frame), chunk.type, to: &output)
        } else if let control = controls[index] {
            var moved = control
            moved.rect = turn.transform.applied(to: control.rect)
            moved.sequenceNumber = sequence
            sequence &+= 1
            output.append(moved.serialized, as: index, of: rewrite)
            output.dispositions[index] = .moved
        } else if chunk.type == .ihdr {
            var header = rewrite.file.header
            header.size = turn.uprightSize
            output.append(header.serialized, as: index, of: rewrite)
        } else if !carriesPixels.contains(index) {
            return false
        }
        if carriesPixels.contains(index) { output.dispositions[index] = .moved }
        return true
    }

    private mutating func append(
        _ encoded: borrowing EncodedImageData, _ type: PNGChunkType, to output: inout AssembledPNG
    ) {
        output.expected.append(.pixels(type))
        encoded.withBytes { bytes in
            // Only now, when the picture itself is gone. What follows is mostly small.
            output.writer.makeRoom(for: bytes.count + bytes.count / 64 + (1 << 16))
            for start in stride(from: 0, to: bytes.count, by: Self.chunkLength) {
                let piece = bytes[start..<min(start + Self.chunkLength, bytes.count)]
                var prefix: [UInt8] = []
                if type == .frameData {
                    prefix = sequence.bigEndianBytes
                    sequence &+= 1
                }
                output.writer.append(type, prefix: prefix, UnsafeRawBufferPointer(rebasing: piece))
            }
        }
    }

    private mutating func turned(_ frame: PNGFrame) throws(RasterRefusal) -> EncodedImageData {
        let header = rewrite.file.header
        do throws(PNGCodecError) {
            // The stream's pieces are joined where the output's stream will be.
            let count = frame.streamCount
            let bound = try max(count, EncodedImageData.bound(frame.size, bitsPerPixel: header.bitsPerPixel))
            guard let buffer = ByteBuffer(count: bound) ?? ByteBuffer(count: count) else {
                throw .outOfMemory(bytes: bound)
            }
            frame.join(in: rewrite.source, into: buffer.base)
            let decoded = try PNGRaster.decode(
                UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]), size: frame.size,
                bitsPerPixel: header.bitsPerPixel, isInterlaced: header.isInterlaced)
            if let found = decoded.damage { damage.append(found) }
            return try decoded.picture()
                .encode(
                    turnedBy: turn.orientation, interlaced: header.isInterlaced, reusing: buffer,
                    parallelism: parallelism)
        } catch {
            throw RasterRefusal(error)
        }
    }
}
