package import UprightFiles
package import UprightWorker

/// Reads the contents of files for `upright inspect`, in sandboxed workers.
package struct InspectionRun: Sendable {
    private let workers: FileWorkers
    private let scope: InspectionScope

    /// Creates a run.
    ///
    /// - Parameter scope: what to read besides the properties.
    package init(_ workers: FileWorkers, _ scope: InspectionScope) {
        self.workers = workers
        self.scope = scope
    }

    /// Reads files, several at a time, and passes on their contents in the order of the files, until `handle` returns false.
    package func run(_ sources: [RawPath], _ handle: (Inspection) throws -> Bool) async rethrows {
        try await workers.run(sources, { await inspection(of: $0) }, handle: handle)
    }

    private func inspection(of source: RawPath) async -> Inspection {
        do {
            let file = try await offTheCooperativePool { () throws(FileError) in try Self.open(source) }
            defer { withExtendedLifetime(file) {} }
            let contents = try await workers.pool.inspect(
                source: file.descriptor, scope, limits: workers.limits)
            return Inspection(source, contents, scope)
        } catch {
            let reason = (error as? FileError)?.messageWithoutPath ?? "\(error)"
            return Inspection(source, InspectedFile(reason: reason), scope, wasRead: false)
        }
    }

    /// Opens a file that can be read.
    static func open(_ source: RawPath) throws(FileError) -> OpenFile {
        // A symbolic link that the user names is followed, as by other tools.
        let source = try source.followed()
        let folder = try OpenFolder(containing: source)
        let file = try folder.file(RawPath(bytes: source.name))
        let kind = try file.status().kind
        guard kind == .regular || kind == .folder else { throw FileError(.open, source, .notRegular(kind)) }
        // A folder can be opened, but not read.
        _ = try file.read(1, at: 0)
        return file
    }
}
