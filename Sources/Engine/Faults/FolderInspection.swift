public import UprightFiles

/// Looks whether the pictures of a folder can be worked on: whether its folders are mounted, can be written and have room.
public struct FolderInspection: Sendable {
    private let folder: DropFolder
    /// The folder of the journal, which needs room as the outputs do.
    private let state: RawPath?
    private let leastBytes: UInt64

    private static let leastInodes: UInt64 = 64

    /// An inspection.
    ///
    /// - Parameters:
    ///   - folder: the drop folder with its output.
    ///   - state: the folder of the journal; nil where there is none.
    ///   - freeSpace: how many bytes must stay free.
    public init(_ folder: DropFolder, state: RawPath? = nil, freeSpace: Int = 0) {
        self.folder = folder
        self.state = state
        leastBytes = UInt64(max(freeSpace, 0))
    }

    /// What is wrong, as far as looking tells; nil where nothing is. It blocks, and writes nothing.
    public func fault() -> Fault? {
        do throws(FileError) {
            if folder.isMarked(folder.source) { _ = try OpenFolder.marked(folder.source) }
            let output: OpenFolder
            do { output = try folder.open(folder.output) } catch {
                // An output that was never marked is made where it is missing.
                if error.isAbsence { return state.flatMap { lack(at: $0) } }
                throw error
            }
            try output.checkWritable()
            return try lack(in: output) ?? state.flatMap { lack(at: $0) }
        } catch {
            return Fault(error, in: folder) ?? Fault(.output, error.description)
        }
    }

    /// What is wrong, by trying: a hidden file is made in the output, written, synced and removed. It blocks.
    public func faultByTrying() -> Fault? {
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

    /// The fault of a whole folder behind the failure of one of its pictures; nil where only a part of the folder fails.
    public func confirmed(_ fault: Fault) -> Fault? {
        switch fault.kind {
        case .output: return faultByTrying()
        case .source:
            do throws(FileError) {
                _ = try folder.openSource().entries()
                return nil
            } catch {
                return Fault(error, in: folder) ?? Fault(.source, error.description)
            }
        case .noSpace, .notMounted, .journal, .process, .requested: return fault
        }
    }

    private func lack(at path: RawPath) -> Fault? {
        do { return try lack(in: OpenFolder(path)) } catch {
            // Whoever uses the folder says what is wrong with it.
            return error.isShortage ? Fault(.process, error.description) : nil
        }
    }

    /// What is short on a folder's file system; nil where there is room.
    private func lack(in folder: OpenFolder) throws(FileError) -> Fault? {
        let space = try folder.freeSpace()
        if space.inodes < Self.leastInodes {
            return Fault(
                .noSpace,
                "\(folder.path): \(space.inodes) inodes free, fewer than \(Self.leastInodes); make room on the file system"
            )
        }
        guard space.bytes < leastBytes else { return nil }
        return Fault(
            .noSpace,
            "\(folder.path): \(space.bytes) bytes free, less than limits.free-space (\(leastBytes)); make room on the file system"
        )
    }
}
