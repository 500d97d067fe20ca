internal import CUprightCodecs

/// Encodes frames, one after the other.
///
/// A thread with several frames encodes two at a time: most of the time goes into waiting for branches and loads that
/// depend on each other within a frame.
package final class GIFFrameEncoder {
    private let encoder: OpaquePointer
    /// The frame that is being encoded, with its rows in the order in which they are stored.
    private var raster: GIFRaster?
    private var output: ByteBuffer?
    private var codeSize = 0

    package init() throws(CodecError) {
        guard let encoder = lzw_encoder_new() else { throw .noMemory(forFrame: 0) }
        self.encoder = encoder
    }

    deinit { lzw_encoder_free(encoder) }

    /// Starts a frame, in place of the previous one. Its inverse is ``GIFRaster/decode(_:in:filling:)``.
    package func begin(_ frame: consuming GIFRaster, interlaced: Bool) throws(CodecError) {
        let stored = interlaced ? try frame.interlaced() : frame
        let indices = stored.bytes
        codeSize = Self.codeSize(for: indices)
        // Most frames take less than a third of a byte per pixel.
        let capacity = indices.count / 3 + 2 * Int(LZW_OUTPUT_MARGIN)
        guard let output = ByteBuffer(count: capacity) else { throw .noMemory(forFrame: capacity) }
        if let base = indices.baseAddress, indices.count > 0 {
            lzw_encoder_begin(
                encoder, base.assumingMemoryBound(to: UInt8.self), indices.count, UInt32(codeSize), output.start,
                output.count)
        }
        self.output = .some(output)
        raster = .some(stored)
    }

    /// Whether the frame is complete.
    package var isDone: Bool { lzw_encoder_state(encoder) == LZW_DONE }

    /// Encodes this frame and that of another encoder until one of them is complete.
    ///
    /// Neither may be complete yet. A frame's data does not depend on the other frame.
    package func advance(with other: GIFFrameEncoder? = nil) throws(CodecError) {
        repeat {
            lzw_encoder_run(encoder, other?.encoder)
            try makeRoom()
            try other?.makeRoom()
        } while !isDone && other?.isDone != true
    }

    /// Continues in a larger output if this one is almost full.
    private func makeRoom() throws(CodecError) {
        guard lzw_encoder_state(encoder) == LZW_NO_ROOM, let old = output.take() else { return }
        let capacity = 2 * old.count
        guard let larger = ByteBuffer(count: capacity) else { throw .noMemory(forFrame: capacity) }
        larger.base.copyMemory(from: old.base, byteCount: lzw_encoder_size(encoder))
        lzw_encoder_extend(encoder, larger.start, larger.count)
        output = .some(larger)
    }

    /// Returns the complete frame's data: the minimum code size, sub-blocks of up to 255 bytes, and their terminator.
    ///
    /// - Parameter head: what the file holds before the data, with which the result starts.
    package func data(after head: [UInt8] = []) -> [UInt8] {
        let count = lzw_encoder_size(encoder)
        guard let source = output.take() else { return head }
        raster = nil
        let blocks = (count + 254) / 255
        return [UInt8](unsafeUninitializedCapacity: head.count + count + blocks + 2) { target, filled in
            guard let base = target.baseAddress else { return }
            for byte in head {
                base[filled] = byte
                filled += 1
            }
            base[filled] = UInt8(truncatingIfNeeded: codeSize)
            filled += 1
            var start = 0
            while start < count {
                let length = min(255, count - start)
                base[filled] = UInt8(truncatingIfNeeded: length)
                UnsafeMutableRawPointer(base + (filled + 1)).copyMemory(from: source.base + start, byteCount: length)
                start += length
                filled += 1 + length
            }
            base[filled] = 0
            filled += 1
        }
    }

    /// Returns the smallest minimum code size for all the given indices, at least 2.
    private static func codeSize(for indices: UnsafeRawBufferPointer) -> Int {
        var all: UInt8 = 0
        for index in indices { all |= index }
        return max(2, 8 - all.leadingZeroBitCount)
    }
}

extension ByteBuffer {
    fileprivate var start: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
}
