internal import UprightGeometry
internal import UprightCodecs
internal import UprightContainers
internal import UprightThreads

/// Puts the output together, chunk by chunk in the order of the source, and keeps account of each.
struct PNGAssembly {
    let file: PNGFile
    let source: [UInt8]
    let edits: PNGChunkEdits
    /// What was wrong with the image data that was decoded.
    private(set) var damage: [String] = []
    /// What the output is expected to hold, chunk by chunk.
    private(set) var expected: [ExpectedChunk] = []
    private var dispositions: [Int: PartAccount.Disposition] = [:]

    /// A chunk that the output must hold.
    enum ExpectedChunk {
        /// The chunk that stands at this place in the source, byte for byte.
        case verbatim(Range<Int>)
        /// A chunk of this type with this data.
        case data(PNGChunkType, [UInt8])
        /// Image data that was encoded anew, in any number of chunks of this type.
        case pixels(PNGChunkType)
    }

    init(file: PNGFile, source: [UInt8], edits: PNGChunkEdits) {
        self.file = file
        self.source = source
        self.edits = edits
    }

    /// The most bytes of image data in a chunk: few enough that a reader may show what has arrived.
    private static let chunkLength = 1 << 19

    /// The file with its edits, and with the image data as it is.
    mutating func patched() throws(RasterRefusal) -> [UInt8] {
        var writer = PNGWriter(capacity: source.count + edits.data.values.reduce(0) { $0 + $1.count })
        for index in file.chunks.indices { appendOther(index, to: &writer) }
        writer.append(verbatim: source[file.trailer])
        return writer.bytes
    }

    /// The file with its edits, and with every picture turned.
    mutating func turned(
        _ frames: PNGFrames, by turn: PictureTurn, _ parallelism: Parallelism
    ) throws(RasterRefusal) -> [UInt8] {
        var writer = PNGWriter(capacity: source.count + source.count / 8)
        var frameByFirstChunk: [Int: PNGFrame] = [:]
        var carriesPixels: Set<Int> = []
        for frame in frames.all {
            carriesPixels.formUnion(frame.chunks)
            if let first = frame.chunks.first { frameByFirstChunk[first] = frame }
        }
        var sequence: UInt32 = 0
        for (index, chunk) in file.chunks.enumerated() {
            if let frame = frameByFirstChunk[index] {
                let encoded = try turned(frame, turn.orientation, parallelism)
                append(encoded, chunk.type, &sequence, to: &writer)
            } else if let control = frames.controls[index] {
                append(control, index, turn, &sequence, to: &writer)
            } else if chunk.type == .ihdr {
                var header = file.header
                header.size = turn.uprightSize
                appendData(header.serialized, index, to: &writer)
            } else if !carriesPixels.contains(index) {
                appendOther(index, to: &writer)
            }
            if carriesPixels.contains(index) { dispositions[index] = .moved }
        }
        // Where the file broke off within image data that is whole now, nothing else is missing.
        if let last = file.chunks.last, [.idat, .frameData].contains(last.type), file.trailer.isEmpty {
            writer.append(.iend, [])
            expected.append(.data(.iend, []))
        }
        writer.append(verbatim: source[file.trailer])
        return writer.bytes
    }

    private mutating func append(
        _ encoded: borrowing EncodedImageData, _ type: PNGChunkType, _ sequence: inout UInt32,
        to writer: inout PNGWriter
    ) {
        expected.append(.pixels(type))
        encoded.withBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.chunkLength) {
                let piece = bytes[start..<min(start + Self.chunkLength, bytes.count)]
                var prefix: [UInt8] = []
                if type == .frameData {
                    prefix = sequence.bigEndianBytes
                    sequence &+= 1
                }
                writer.append(type, prefix: prefix, UnsafeRawBufferPointer(rebasing: piece))
            }
        }
    }

    private mutating func turned(
        _ frame: PNGFrame, _ orientation: Orientation, _ parallelism: Parallelism
    ) throws(RasterRefusal) -> EncodedImageData {
        let header = file.header
        do throws(PNGCodecError) {
            let decoded = try PNGRaster.decode(
                frame.joined(in: source), size: frame.size, bitsPerPixel: header.bitsPerPixel,
                isInterlaced: header.isInterlaced)
            if let found = decoded.damage { damage.append(found) }
            let raster = try decoded.picture().turned(by: orientation, parallelism: parallelism)
            return try raster.encode(interlaced: header.isInterlaced, parallelism: parallelism)
        } catch {
            throw RasterRefusal(error)
        }
    }

    private mutating func append(
        _ control: PNGFrameControl, _ index: Int, _ turn: PictureTurn, _ sequence: inout UInt32,
        to writer: inout PNGWriter
    ) {
        var moved = control
        moved.rect = turn.transform.applied(to: control.rect)
        moved.sequenceNumber = sequence
        sequence &+= 1
        appendData(moved.serialized, index, to: &writer)
        dispositions[index] = .moved
    }

    /// Appends a chunk other than image data: left out, edited, or as it is.
    private mutating func appendOther(_ index: Int, to writer: inout PNGWriter) {
        if edits.dropped[index] != nil { return }
        if let data = edits.data[index] {
            appendData(data, index, to: &writer)
        } else {
            writer.append(verbatim: source[file.chunks[index].range])
            expected.append(.verbatim(file.chunks[index].range))
        }
    }

    private mutating func appendData(_ data: [UInt8], _ index: Int, to writer: inout PNGWriter) {
        let chunk = file.chunks[index]
        if source[chunk.data].elementsEqual(data), chunk.checksum == .valid {
            writer.append(verbatim: source[chunk.range])
            expected.append(.verbatim(chunk.range))
        } else {
            writer.append(chunk.type, data)
            expected.append(.data(chunk.type, data))
            dispositions[index] = .patched
        }
    }

    /// What became of every chunk and of the trailer.
    var account: [PartAccount] {
        var parts = file.chunks.enumerated().map { index, chunk in
            PartAccount(
                part: PartName(of: chunk, in: source), offset: chunk.range.lowerBound, length: chunk.range.count,
                disposition: edits.dropped[index] != nil ? .dropped : dispositions[index] ?? .kept,
                reason: edits.dropped[index] ?? "")
        }
        if !file.trailer.isEmpty {
            parts.append(
                PartAccount(
                    part: .trailer, offset: file.trailer.lowerBound, length: file.trailer.count, disposition: .kept))
        }
        return parts
    }
}
