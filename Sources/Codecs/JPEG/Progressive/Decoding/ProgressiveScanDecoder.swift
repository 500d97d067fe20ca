internal import CUprightCodecs

/// Decodes one scan of a progressive picture.
///
/// It tolerates no errors: at the first one it gives up, and libjpeg takes over, which recovers from damage. Scans
/// of the same coefficients run in parallel: each follows the one before it, row by row.
///
/// Source: ITU-T T.81, G.2.
struct ProgressiveScanDecoder {
    /// The progress of the scan in one of its planes.
    struct Follower {
        /// The rows of blocks in an MCU, and in the plane.
        let down: Int
        let height: Int
        let progress: RowProgress
        /// The progress of the previous scan in the same plane, which this scan refines or follows.
        let previous: RowProgress?
    }

    let scan: ProgressiveScan
    let followers: [Follower]
    let rows: Int

    /// Decodes the scan's data.
    ///
    /// - Returns: whether all of it was valid.
    func decode(_ data: UnsafeBufferPointer<UInt8>) -> Bool {
        // Release the scans that wait for this one, even if it fails.
        defer { for follower in followers { follower.progress.finish(.max) } }
        guard let base = data.baseAddress,
            let decoder = jpeg_progressive_decoder_create(scan.raw, base, data.count)
        else { return false }
        defer { jpeg_progressive_decoder_free(decoder) }
        var known = [Int](repeating: 0, count: followers.count)
        for row in 0..<rows {
            wait(for: row, &known)
            guard jpeg_progressive_decode(decoder) != 0 else { return false }
            for follower in followers { follower.progress.finish((row + 1) * follower.down) }
        }
        return jpeg_progressive_is_complete(decoder) != 0
    }

    /// Waits for the block rows that a row of MCUs covers.
    private func wait(for row: Int, _ known: inout [Int]) {
        for (index, follower) in followers.enumerated() {
            let needed = min((row + 1) * follower.down, follower.height)
            if let previous = follower.previous, known[index] < needed { known[index] = previous.wait(for: needed) }
        }
    }
}
