internal import Glibc
internal import UprightConfiguration
public import UprightEngine
public import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// Reads the contents of files for `upright inspect`, in sandboxed workers: this process opens a file and reads none of it.
public struct InspectionRun: Sendable {
    private let pool: WorkerPool
    private let structure: Bool
    private let tags: Bool

    /// How many files are read ahead of the one that is shown, for each worker.
    private static let ahead = 2

    /// Starts the workers.
    ///
    /// - Parameters:
    ///   - structure: whether to list the parts of each file, with their digests.
    ///   - tags: whether to list each Exif tag with its number, type, count and exact value.
    /// - Throws: why no worker can be started.
    public static func starting(
        structure: Bool, tags: Bool
    ) async throws(ManagedProcessor.Unavailable) -> InspectionRun {
        let configuration = Configuration()
        let settings = try ManagedProcessor.settings(configuration, jobs: configuration.parallelJobs)
        let pool = WorkerPool(settings)
        _ = try await ManagedProcessor.starting(pool)
        return InspectionRun(pool: pool, structure: structure, tags: tags)
    }

    private init(pool: WorkerPool, structure: Bool, tags: Bool) {
        self.pool = pool
        self.structure = structure
        self.tags = tags
    }

    /// Reads files, several at a time, and passes on their contents in the order of the files, until `handle` returns false.
    public func run(_ sources: [RawPath], _ handle: (Inspection) throws -> Bool) async rethrows {
        let ahead = Self.ahead * pool.configuration.size
        try await withThrowingTaskGroup(of: (Int, Inspection).self) { group in
            var begun = 0
            var read: [Int: Inspection] = [:]
            for index in sources.indices {
                while begun < sources.count, begun <= index + ahead {
                    let number = begun
                    group.addTask { (number, await inspection(of: sources[number])) }
                    begun += 1
                }
                while read[index] == nil, let (number, inspection) = try await group.next() {
                    read[number] = inspection
                }
                guard let inspection = read.removeValue(forKey: index), try handle(inspection) else { break }
            }
            group.cancelAll()
        }
    }

    /// Ends the workers.
    public func shutDown() async { await pool.shutDown() }

    private func inspection(of source: RawPath) async -> Inspection {
        do {
            let file = try await offTheCooperativePool { () throws(FileError) in try Self.open(source) }
            let contents = try await pool.inspect(
                source: file.descriptor, structure: structure, tags: tags, limits: Limits())
            return Inspection(source, contents)
        } catch {
            return Inspection(source, InspectedFile(reason: "\(error)"))
        }
    }

    /// Opens a file that can be read, and that is not too large.
    private static func open(_ source: RawPath) throws(FileError) -> OpenFile {
        let folder = try OpenFolder(source.parent.isEmpty ? (source.isAbsolute ? "/" : ".") : source.parent)
        let file = try folder.file(RawPath(bytes: source.name))
        guard try file.status().size <= Limits().fileSize else { throw FileError(.read, file.path, code: EFBIG) }
        // A folder can be opened, but not read.
        _ = try file.read(1, at: 0)
        return file
    }
}
