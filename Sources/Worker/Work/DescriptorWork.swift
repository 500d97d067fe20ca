internal import CUprightLinux
package import UprightBase
internal import Glibc
package import UprightRewriting

/// The work on a picture between two descriptors: read, normalize, write. The same in a worker and in-process.
package struct DescriptorWork: Sendable {
    /// What the normalizer may and may not do.
    package let options: NormalizationOptions

    /// The threads that share the work. Default: only the caller's.
    package var parallelism = Parallelism.none

    /// The work on a source of fewer bytes is not shared: waking a thread takes longer than its share.
    private static let minimumShared = 1 << 16

    package init(options: NormalizationOptions) { self.options = options }

    /// Normalizes the file open at `source` into the file open at `output`, and replaces what that held.
    ///
    /// Blocks. Leaves both descriptors open, and does not move the source's offset. Does not sync the output. Bad input
    /// is not an error: its outcome in the report is `ignored` or `rejected`.
    package func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> ProcessedPicture {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        if size > Int64(options.limits.fileSize) { return try refused(source: source, size: Int(size)) }

        if !MetadataEditor(options.edits).needsWholeFile, let large = try LargeFile(source, size: Int(size)) {
            return try perform(large, size: Int(size), output: output)
        }
        var bytes = try read(source, size: Int(size))
        let parallelism = bytes.count < Self.minimumShared ? .none : parallelism
        // An edit can remove it from the output, and the video still belongs to the picture.
        let identifier = options.edits.isEmpty ? nil : PictureFacts(reading: bytes).contentIdentifier
        let digest = SourceDigest()
        var result = Normalizer(options: options, parallelism: parallelism).normalize(&bytes) { digest.update($0) }
        var processed = ProcessedPicture(
            report: result.report, output: .none, sourceBytes: Int(size), sourceSHA256: [])
        if bytes.isEmpty { processed.sourceSHA256 = digest.value }
        switch result.output {
        case .none: break
        case .source:
            processed.facts = PictureFacts(reading: bytes)
            addDigests(of: bytes, to: &processed.facts)
        case .bytes(let written):
            processed.facts = PictureFacts(reading: written)
            addDigests(of: written, to: &processed.facts)
            if let identifier { processed.facts.contentIdentifier = identifier }
        }
        switch result.output {
        case .none: break
        case .source:
            processed.output = .source
            processed.sourceCheck = SourceCheck(of: bytes)
        case .bytes(let written):
            result.output = .none
            if let excess = options.limits.output.excess(of: written.count, forSource: Int(size)) {
                processed.reject(excess)
                break
            }
            if processed.sourceSHA256.isEmpty {
                processed.sourceSHA256 = try Self.write(written, to: output, besides: bytes, parallelism)
            } else {
                try Self.write(written, to: output)
            }
            processed.output = .written(bytes: written.count, crc32: CRC32.checksum(written))
        }
        if processed.sourceSHA256.isEmpty, processed.sourceCheck == nil { processed.sourceSHA256 = SHA256.hash(bytes) }
        // The list of parts has been checked against the output; it is long, and the supervisor does not need it.
        processed.report.parts = []
        return processed
    }

    /// Adds the digests of what an output shows, if the options ask for them.
    private func addDigests(of bytes: [UInt8], to facts: inout PictureFacts) {
        guard options.digestsPicture else { return }
        let digests = PictureDigest.ofPages(bytes, limits: options.limits)
        (facts.pictureDigest, facts.beginnings) = (digests.last, digests.dropLast())
    }

    /// Normalizes a large file, which is not held in memory.
    private func perform(
        _ large: LargeFile, size: Int, output: Int32
    ) throws(DescriptorWorkError) -> ProcessedPicture {
        let (report, patch) = Normalizer(options: options, parallelism: parallelism)
            .patch(large.bytes, as: large.format)
        var processed = ProcessedPicture(report: report, output: .none, sourceBytes: size, sourceSHA256: [])
        if let patch {
            let count = patch.splices.count(from: size)
            if let excess = options.limits.output.excess(of: count, forSource: size) {
                processed.reject(excess)
            } else {
                let written = try large.write(patch, to: output)
                let (bytes, fault) = try large.check(patch, in: output, count: written.bytes)
                processed.sourceSHA256 = written.sourceSHA256
                if let fault, options.verification != .off {
                    processed.reject(fault)
                } else {
                    processed.output = .written(bytes: written.bytes, crc32: written.crc32)
                    processed.facts = PictureFacts(reading: bytes)
                }
            }
        } else if report.outcome == .unchanged {
            processed.output = .source
            processed.facts = PictureFacts(reading: large.bytes)
            processed.sourceCheck = try SourceCheck { (update) throws(DescriptorWorkError) in try large.read(update) }
        }
        if processed.sourceSHA256.isEmpty, processed.sourceCheck == nil {
            var digest = SHA256()
            try large.read { digest.update($0) }
            processed.sourceSHA256 = digest.finalized()
        }
        processed.report.parts = []
        return processed
    }

    /// Writes the output, and digests the source in parallel.
    ///
    /// - Returns: the source's SHA-256.
    private static func write(
        _ bytes: [UInt8], to output: Int32, besides source: [UInt8], _ parallelism: Parallelism
    ) throws(DescriptorWorkError) -> [UInt8] {
        let results = parallelism.map(2) { task in
            Result { () throws(DescriptorWorkError) -> [UInt8] in
                if task == 0 { return SHA256.hash(source) }
                try write(bytes, to: output)
                return []
            }
        }
        _ = try results[1].get()
        return try results[0].get()
    }

    /// The answer for a file above the limit: ignored if its first bytes are not a picture's, otherwise rejected.
    private func refused(source: Int32, size: Int) throws(DescriptorWorkError) -> ProcessedPicture {
        let start = try Self.read(source, upTo: 4096)
        var report = Normalizer(options: options).normalize(start).report
        if report.outcome != .ignored {
            report = NormalizationReport(type: report.type, outcome: .rejected)
            report.reason = options.limits.excess(ofFileOf: size) ?? ""
        }
        return ProcessedPicture(report: report, output: .none, sourceBytes: size, sourceSHA256: [])
    }

    private func read(_ source: Int32, size: Int) throws(DescriptorWorkError) -> [UInt8] {
        // Read one byte more than the size, to detect whether the file has grown.
        let bytes = try Self.read(source, upTo: size + 1, room: size / 64)
        if bytes.count != size { throw .changed(expected: size, found: bytes.count) }
        return bytes
    }

    /// A picture's file.
    enum PictureContents {
        case bytes([UInt8])
        /// It is larger than the limits allow; the reason.
        case refused(String)
    }

    /// Returns the bytes of a picture's file, if it is not too large.
    ///
    /// - Parameter whole: whether all bytes are needed; if not, a JPEG can end where its picture's data begins.
    static func picture(
        at source: Int32, _ limits: Limits, whole: Bool = true
    ) throws(DescriptorWorkError) -> PictureContents {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        if let excess = limits.excess(ofFileOf: Int(size)) { return .refused(excess) }
        if !whole, let beginning = JPEGBeginning.bytes(of: source, size: Int(size)) { return .bytes(beginning) }
        return .bytes(try read(source, upTo: Int(size)))
    }

    /// Returns a picture's file that is large, and whose format copies most of it; nil for any other.
    static func largeFile(at source: Int32, _ limits: Limits) throws(DescriptorWorkError) -> LargeFile? {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        return limits.excess(ofFileOf: Int(size)) == nil ? try LargeFile(source, size: Int(size)) : nil
    }

    /// Returns the parts of a picture's file that its metadata are read from, and zeros for all others.
    ///
    /// - Parameter whole: as for ``picture(at:_:whole:)``.
    static func described(
        at source: Int32, _ limits: Limits, whole: Bool = true
    ) throws(DescriptorWorkError) -> PictureContents {
        if let large = try largeFile(at: source, limits) { return .bytes(large.bytes) }
        return try picture(at: source, limits, whole: whole)
    }

    /// Returns all bytes of a file; nil if there are more than the limit.
    static func contents(of source: Int32, limit: Int) throws(DescriptorWorkError) -> [UInt8]? {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        return size > Int64(limit) ? nil : try read(source, upTo: Int(size))
    }

    /// - Parameter room: further bytes of memory, for an output that is a little larger. They are not touched here.
    private static func read(
        _ source: Int32, upTo maximum: Int, room: Int = 0
    ) throws(DescriptorWorkError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: maximum + room) { buffer, count in
            while count < maximum {
                let received = pread(source, buffer.baseAddress! + count, maximum - count, off_t(count))
                if received == 0 { break }
                if received > 0 { count += received } else if errno != EINTR { failure = errno; break }
            }
        }
        if failure != 0 { throw .reading(errno: failure) }
        return bytes
    }

    /// Writes all of a file; what it held is gone.
    static func write(_ bytes: [UInt8], to output: Int32) throws(DescriptorWorkError) {
        let written = try write(bytes, to: output, at: 0)
        let failure = -clinux_shorten(output, Int64(written))
        if failure != 0 { throw .writing(errno: failure, written: written) }
    }

    /// Writes bytes into a file from an offset on.
    ///
    /// - Returns: the offset behind them.
    static func write(_ bytes: [UInt8], to output: Int32, at offset: Int) throws(DescriptorWorkError) -> Int {
        var failure: DescriptorWorkError?
        bytes.withUnsafeBytes { buffer in
            do throws(DescriptorWorkError) { try write(buffer, to: output, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        return offset + bytes.count
    }

    /// Writes bytes into a file from an offset on.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to output: Int32, at offset: Int
    ) throws(DescriptorWorkError) {
        var written = 0
        while written < bytes.count, let start = bytes.baseAddress {
            let result = pwrite(output, start + written, bytes.count - written, off_t(offset + written))
            if result == 0 { throw .writing(errno: EIO, written: offset + written) }
            if result > 0 {
                written += result
            } else if errno != EINTR {
                throw .writing(errno: errno, written: offset + written)
            }
        }
    }
}

/// The digest of a source that is read in parts. One thread at a time uses it.
private final class SourceDigest: @unchecked Sendable {
    private var digest = SHA256()

    var value: [UInt8] { digest.finalized() }

    func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }
}
