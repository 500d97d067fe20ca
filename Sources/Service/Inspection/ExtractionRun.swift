package import UprightFiles
package import UprightRewriting
internal import UprightWorker

/// Takes parts out of files: a sandboxed worker finds the part, this process writes it.
package struct ExtractionRun: Sendable {
    /// The part of one file.
    package struct Result: Sendable {
        package let source: RawPath
        /// The part's bytes, in memory; nil if there is none.
        package let part: OpenFile?
        /// Why there is none.
        package let reason: String
    }

    private let workers: FileWorkers
    private let part: PicturePart

    package init(_ workers: FileWorkers, _ part: PicturePart) {
        self.workers = workers
        self.part = part
    }

    /// Reads files, several at a time, and passes on their parts in the order of the files, until `handle` returns false.
    package func run(_ sources: [RawPath], _ handle: (Result) throws -> Bool) async rethrows {
        try await workers.run(sources, { await result(of: $0) }, handle: handle)
    }

    private func result(of source: RawPath) async -> Result {
        do {
            let file = try await offTheCooperativePool { () throws(FileError) in try InspectionRun.open(source) }
            defer { withExtendedLifetime(file) {} }
            let made = try OpenFile.inMemory()
            let answer = try await workers.pool.extract(
                part, source: file.descriptor, output: made.descriptor, limits: workers.limits)
            if let reason = answer.reason { return Result(source: source, part: nil, reason: reason) }
            let content = try await offTheCooperativePool { () throws(FileError) in try made.contentDigest() }
            guard content.bytes == answer.bytes, content.crc32 == answer.crc32 else {
                throw OperationError.writtenDifferently(found: content.bytes, expected: answer.bytes)
            }
            return Result(source: source, part: made, reason: "")
        } catch {
            return Result(source: source, part: nil, reason: "\(error)")
        }
    }

    /// Writes a part to a file of its own, which must not exist unless it may be replaced.
    ///
    /// - Parameter source: the file that it is a part of: nobody can read it who cannot read that.
    package static func write(_ part: OpenFile, of source: RawPath, to path: RawPath, replacing: Bool) throws {
        let parent = path.parent.isEmpty ? RawPath(path.isAbsolute ? "/" : ".") : path.parent
        let folder = try OpenFolder(parent)
        let output = try AtomicFile(in: folder, rights: .following(FileRights(of: FileStore.open(source))))
        try part.copy(to: output.file)
        _ = try output.takeRights()
        try output.file.synchronize()
        do throws(FileError) { try output.publish(as: path.name, replacing: replacing) } catch {
            guard error.isExistence else { throw error }
            throw OperationError.outputExists(path)
        }
        try folder.synchronize()
    }
}
