internal import CUprightLinux
internal import UprightDigests
internal import Glibc
public import UprightRewriting
public import UprightThreads

/// The work on a picture between two descriptors: read, normalize, write. The same in a worker and in-process.
public struct DescriptorWork: Sendable {
    /// What the normalizer may and may not do.
    public let options: NormalizationOptions

    /// The threads that share the work. Default: only the caller's.
    public var parallelism = Parallelism.none

    /// The work on a source of fewer bytes is not shared: waking a thread takes longer than its share.
    private static let minimumShared = 1 << 16

    /// Creates the work with options.
    public init(options: NormalizationOptions) { self.options = options }

    /// Normalizes the file open at `source` into the file open at `output`, and replaces what that held.
    ///
    /// Blocks. Leaves both descriptors open, and does not move the source's offset. Does not sync the output. Bad input
    /// is not an error: its outcome in the report is `ignored` or `rejected`.
    public func perform(source: Int32, output: Int32) throws(DescriptorWorkError) -> ProcessedPicture {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        if size > Int64(options.limits.fileSize) { return try refused(source: source, size: Int(size)) }

        var bytes = try read(source, size: Int(size))
        let parallelism = bytes.count < Self.minimumShared ? .none : parallelism
        let digest = SourceDigest()
        var result = Normalizer(options: options, parallelism: parallelism).normalize(&bytes) { digest.update($0) }
        var processed = ProcessedPicture(
            report: result.report, output: .none, sourceBytes: Int(size), sourceSHA256: [])
        if bytes.isEmpty { processed.sourceSHA256 = digest.value }
        switch result.output {
        case .none: break
        case .source: processed.facts = PictureFacts(reading: bytes)
        case .bytes(let written): processed.facts = PictureFacts(reading: written)
        }
        switch result.output {
        case .none: break
        case .source:
            processed.output = .source
            processed.sourceCheck = SourceCheck(of: bytes)
        case .bytes(let written):
            result.output = .none
            let most = options.limits.output.bytes(forSource: Int(size))
            if written.count > most {
                processed.report.outcome = .rejected
                processed.report.reason =
                    "the output would have \(written.count) bytes; the limit is \(most); "
                    + "to allow more, raise limits.output-ratio or limits.output-allowance"
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

    /// Returns all bytes of a picture's file, if it is not too large.
    static func picture(at source: Int32, _ limits: Limits) throws(DescriptorWorkError) -> PictureContents {
        let size = clinux_file_size(source)
        if size < 0 { throw .reading(errno: Int32(-size)) }
        if let excess = limits.excess(ofFileOf: Int(size)) { return .refused(excess) }
        return .bytes(try read(source, upTo: Int(size)))
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
        var written = 0
        var failure: Int32 = 0
        bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let result = pwrite(output, buffer.baseAddress! + written, buffer.count - written, off_t(written))
                if result > 0 {
                    written += result
                } else if result == 0 {
                    failure = EIO; break
                } else if errno != EINTR {
                    failure = errno; break
                }
            }
        }
        if failure == 0 { failure = -clinux_shorten(output, Int64(bytes.count)) }
        if failure != 0 { throw .writing(errno: failure, written: written) }
    }
}

/// The digest of a source that is read in parts. One thread at a time uses it.
private final class SourceDigest: @unchecked Sendable {
    private var digest = SHA256()

    var value: [UInt8] { digest.finalized() }

    func update(_ bytes: UnsafeRawBufferPointer) { digest.update(bytes) }
}
