internal import UprightConfiguration
internal import UprightFiles
public import UprightJournal

/// Marks the folders of a configuration at their first use, and knows later which of them have a mark (``FolderMark``).
///
/// Which folders were marked is kept in the journal. One that the journal does not know is being used for the first time, or
/// since a version that made no marks: it is marked as it is. One that it knows is never marked again, nor made.
public struct FolderMarks: Sendable {
    private let journal: Journal

    /// The marks that a journal knows of.
    public init(_ journal: Journal) { self.journal = journal }

    /// A folder with its marks, made where they are due.
    ///
    /// - Throws: `JournalError` where the journal fails, ``Fault`` where the output cannot be made or marked.
    public func established(_ folder: DropFolder) async throws -> DropFolder {
        let known = try await journal.markedFolders()
        let (marked, fault) = await offTheCooperativePool { Self.marked(folder, known) }
        for path in marked.subtracting(known) { try await journal.noteMark(of: path) }
        if let fault { throw fault }
        var folder = folder
        folder.marked = marked
        return folder
    }

    private static func marked(_ folder: DropFolder, _ known: Set<RawPath>) -> (Set<RawPath>, Fault?) {
        var marked: Set<RawPath> = []
        var paths = [folder.source]
        if let rejected = folder.configuration.rejected { paths.append(RawPath(rejected)) }
        if case .move(let originals) = folder.configuration.originals { paths.append(RawPath(originals)) }
        for path in paths where !path.isEmpty {
            do throws(FileError) { try mark(path, known, &marked) } catch {
                // A drop folder may be read-only; the others are made when there is something for them.
                continue
            }
        }
        do throws(FileError) { try mark(folder.output, known, &marked) } catch {
            return (marked, Fault(error, in: folder) ?? Fault(.output, error.description))
        }
        return (marked, nil)
    }

    private static func mark(
        _ path: RawPath, _ known: Set<RawPath>, _ marked: inout Set<RawPath>
    ) throws(FileError) {
        if !known.contains(path) { try FolderMark.make(in: OpenFolder.creating(path)) }
        marked.insert(path)
    }
}
