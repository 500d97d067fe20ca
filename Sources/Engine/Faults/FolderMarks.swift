internal import UprightConfiguration
package import UprightFiles

/// Marks the folders of a configuration on their first use, and records which of them have a mark (``FolderMark``).
///
/// The journal keeps the list of marked folders. A folder that is not in it is used for the first time, or was last
/// used by a version that made no marks: it is marked as it is. A folder in the list is never marked or created again.
package struct FolderMarks: Sendable {
    private let journal: Journal

    /// Creates the marks that a journal records.
    package init(_ journal: Journal) { self.journal = journal }

    /// Marks the folder's paths that have never been marked, and returns the folder with its marks.
    ///
    /// - Throws: `JournalError` if the journal fails, ``Fault`` if the output folder cannot be created or marked.
    package func established(_ folder: DropFolder) async throws -> DropFolder {
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
        let configuration = folder.configuration
        let others = [configuration.rejected, configuration.originalsFolder].compactMap(\.self).map { RawPath($0) }
        for path in [folder.source] + others where !path.isEmpty {
            do throws(FileError) { try mark(path, of: folder, known, &marked) } catch {
                // A drop folder can be read-only; the others are created when they are needed.
                continue
            }
        }
        do throws(FileError) {
            for path in [folder.output] + configuration.furtherOutputs.map({ RawPath($0) }) {
                try mark(path, of: folder, known, &marked)
            }
        } catch {
            return (marked, Fault(error, in: folder) ?? Fault(.output, error.description))
        }
        return (marked, nil)
    }

    private static func mark(
        _ path: RawPath, of folder: DropFolder, _ known: Set<RawPath>, _ marked: inout Set<RawPath>
    ) throws(FileError) {
        if !known.contains(path) { try FolderMark.make(in: folder.open(creating: path)) }
        marked.insert(path)
    }
}
