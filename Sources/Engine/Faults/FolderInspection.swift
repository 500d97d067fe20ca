package import UprightFiles

/// Checks whether the pictures of a folder can be worked on: its folders are mounted and writable and have free space.
package struct FolderInspection: Sendable {
    private let folder: DropFolder
    /// The journal's folder, which needs free space as the outputs do.
    private let state: RawPath?
    private let minimumBytes: UInt64
    private let probe: SourceProbe

    private static let minimumInodes: UInt64 = 64

    /// Creates an inspection.
    ///
    /// - Parameters:
    ///   - folder: the drop folder with its output.
    ///   - state: the journal's folder; nil if there is none.
    ///   - freeSpace: how many bytes must stay free.
    package init(_ folder: DropFolder, state: RawPath? = nil, freeSpace: Int = 0) {
        self.folder = folder
        self.state = state
        minimumBytes = UInt64(max(freeSpace, 0))
        probe = SourceProbe(folder)
    }

    /// Returns the fault that can be found without writing; nil if there is none. Blocks.
    package func fault() -> Fault? {
        do throws(FileError) {
            if folder.isMarked(folder.source) { _ = try OpenFolder.marked(folder.source) }
            let output: OpenFolder
            do { output = try folder.open(folder.output) } catch {
                // An output folder that was never marked is created when it is needed.
                if error.isAbsence { return state.flatMap { lack(at: $0) } }
                throw error
            }
            try output.checkWritable()
            return try lack(in: output) ?? state.flatMap { lack(at: $0) }
        } catch {
            return Fault(error, in: folder) ?? Fault(.output, error.description)
        }
    }

    /// Returns the fault that a trial write finds: creates, writes, syncs and removes a hidden file in the output.
    /// Blocks.
    package func faultByTrying() -> Fault? {
        if let fault = fault() { return fault }
        do throws(FileError) {
            let trial = try AtomicFile(in: folder.openOutput())
            try trial.file.write([UInt8](repeating: 0x55, count: 4_096))
            try trial.file.synchronize()
            trial.discard()
            return nil
        } catch {
            return Fault(error, in: folder) ?? Fault(.output, error.description)
        }
    }

    /// Returns the fault that a look at the drop folder finds: none of its files can be read. Blocks.
    ///
    /// - Parameter failed: a file whose read has failed, relative to the drop folder.
    package func faultByReading(besides failed: RawPath? = nil) -> Fault? {
        probe.failure(besides: failed).map { Fault($0, in: folder) ?? Fault(.source, $0.description) }
    }

    /// Returns the fault if it affects the whole folder of a failed picture; nil if only a part of the folder fails.
    ///
    /// - Parameter failed: the picture, relative to the drop folder.
    package func confirmed(_ fault: Fault, besides failed: RawPath? = nil) -> Fault? {
        switch fault.kind {
        case .output: return faultByTrying()
        case .source: return faultByReading(besides: failed)
        case .noSpace, .notMounted, .journal, .process, .requested: return fault
        }
    }

    private func lack(at path: RawPath) -> Fault? {
        do { return try lack(in: OpenFolder(path)) } catch {
            // The code that uses the folder reports what is wrong with it.
            return error.isShortage ? Fault(.process, error.description) : nil
        }
    }

    /// What a folder's file system lacks, bytes or inodes; nil if it has enough.
    private func lack(in folder: OpenFolder) throws(FileError) -> Fault? {
        let space = try folder.freeSpace()
        if space.inodes < Self.minimumInodes {
            return Fault(
                .noSpace,
                "\(folder.path): \(space.inodes) inodes free, fewer than \(Self.minimumInodes); make room on the file system"
            )
        }
        guard space.bytes < minimumBytes else { return nil }
        return Fault(
            .noSpace,
            "\(folder.path): \(space.bytes) bytes free, less than limits.free-space (\(minimumBytes)); make room on the file system"
        )
    }
}
