internal import UprightBase
internal import UprightCodecs
internal import UprightFormats

/// The turn of a PNG file's pictures: replaces the chunks that describe and hold them.
struct PNGImageTurn: ~Copyable {
    private let document: PNGDocument
    private let turn: PictureTurn
    private let parallelism: Parallelism
    private let controls: [Int: PNGFrameControl]
    private var frameByFirstChunk: [Int: PNGFrame] = [:]
    private var carriesPixels: Set<Int> = []
    private var sequence: UInt32 = 0
    /// The picture, if it has been decoded already.
    private var picture: PNGRaster?
    /// The damage found in the decoded image data.
    private(set) var damage: [String] = []

    /// Creates the turn of all frames of a file.
    ///
    /// - Parameter decoded: the only frame, if it has been decoded already.
    init(
        _ frames: PNGFrames, _ decoded: consuming PNGRaster.Decoded?, of document: PNGDocument, by turn: PictureTurn,
        _ parallelism: Parallelism
    ) {
        if let decoded = decoded.take() {
            if let found = decoded.damage { damage.append(found) }
            picture = decoded.picture()
        }
        self.document = document
        self.turn = turn
        self.parallelism = parallelism
        controls = frames.controls
        for frame in frames.all {
            carriesPixels.formUnion(frame.chunks)
            if let first = frame.chunks.first { frameByFirstChunk[first] = frame }
        }
    }

    /// Appends the replacement of a chunk and returns true; returns false for a chunk that does not describe or hold
    /// pixels.
    mutating func append(_ index: Int, to output: inout AssembledPNG) throws(PictureRefusal) -> Bool {
        let chunk = document.file.chunks[index]
        if let frame = frameByFirstChunk[index] {
            try append(frame, chunk.type, to: &output)
        } else if let control = controls[index] {
            var moved = control
            moved.rect = turn.transform.applied(to: control.rect)
            moved.sequenceNumber = sequence
            sequence &+= 1
            output.append(moved.serialized, as: index, of: document)
            output.dispositions[index] = .moved
        } else if chunk.type == .ihdr {
            var header = document.file.header
            header.size = turn.uprightSize
            output.append(header.serialized, as: index, of: document)
        } else if !carriesPixels.contains(index) {
            return false
        }
        if carriesPixels.contains(index) { output.dispositions[index] = .moved }
        return true
    }

    private mutating func append(
        _ frame: PNGFrame, _ type: PNGChunkType, to output: inout AssembledPNG
    ) throws(PictureRefusal) {
        let header = document.file.header
        output.expected.append(.pixels(type))
        do throws(CodecError) {
            let picture =
                if let picture = picture.take() { picture } else { try decoded(frame) }
            output.writer.makeRoom(for: frame.streamCount)
            let chunks = PNGImageDataWriter(type, firstSequenceNumber: sequence, taking: &output.writer)
            defer { chunks.finish(giving: &output.writer) }
            try picture.encode(
                turnedBy: turn.orientation, interlaced: header.isInterlaced, parallelism: parallelism
            ) { chunks.append($0) }
            sequence = chunks.sequence
        } catch {
            throw PictureRefusal(error)
        }
    }

    private mutating func decoded(_ frame: PNGFrame) throws(CodecError) -> PNGRaster {
        let header = document.file.header
        let count = frame.streamCount
        guard let buffer = ByteBuffer(count: count) else { throw .noMemory(forPicture: count) }
        frame.join(in: document.source, into: buffer.base)
        let decoded = try PNGRaster.decode(
            buffer.bytes, size: frame.size, bitsPerPixel: header.bitsPerPixel, isInterlaced: header.isInterlaced)
        if let found = decoded.damage { damage.append(found) }
        return decoded.picture()
    }
}
