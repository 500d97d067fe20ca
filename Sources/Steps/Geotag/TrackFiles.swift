package import UprightFiles
package import UprightRewriting
package import UprightWorker
package import UprightFormats

/// Files with GPS tracks, and folders of them.
package struct TrackFiles: Sendable {
    /// A file that may have a track.
    struct File: Sendable {
        let path: RawPath
        /// The folder in which it was found; nil if the user names it.
        let folder: OpenFolder?
        let status: FileStatus
    }

    /// The files and folders. The user names them, so symbolic links in their paths are followed.
    package let paths: [RawPath]

    /// Creates a list of files and folders.
    package init(_ paths: [RawPath]) { self.paths = paths }

    /// Returns all fixes of all files as one track.
    ///
    /// - Parameter limits: the limits for a worker's output per file.
    package func track(by reader: any ContentReader, limits: Limits) async throws(OperationError) -> Track {
        var points: [TrackPoint] = []
        for path in paths {
            for file in try await Self.files(at: path) {
                points += try await Self.points(of: file, by: reader, limits)
            }
        }
        return Track(points)
    }

    /// Lists the files at a path, in the order of their names: the file, or those in the folder whose names are a track's.
    static func files(at path: RawPath) async throws(OperationError) -> [File] {
        do throws(FileError) {
            return try await offTheCooperativePool { () throws(FileError) -> [File] in
                guard FileStore.isFolder(path) else {
                    return [File(path: path, folder: nil, status: try FileStore.status(of: path))]
                }
                let folder = try OpenFolder(path)
                var files: [File] = []
                let names = try folder.entries().map(\.name).filter(isTrack)
                for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                    // It may have left by now.
                    guard let status = try folder.statusIfPresent(of: RawPath(bytes: name)) else { continue }
                    files.append(File(path: path.appending(name: name), folder: folder, status: status))
                }
                return files
            }
        } catch { throw OperationError(error.description, cause: error) }
    }

    /// Whether a folder's file is read as a track.
    static func isTrack(_ name: [UInt8]) -> Bool {
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        return name.first != UInt8(ascii: ".") && Track.endings.contains { lowered.hasSuffix($0) }
    }

    /// Reads the fixes of a file.
    static func points(
        of file: File, by reader: any ContentReader, _ limits: Limits
    ) async throws(OperationError) -> [TrackPoint] {
        do {
            let opened = try await offTheCooperativePool { () throws(FileError) in
                guard let folder = file.folder else { return try FileStore.open(file.path) }
                return try folder.file(RawPath(bytes: file.path.name))
            }
            let status = try opened.status()
            guard status.kind == .regular else {
                throw OperationError("\(file.path): expected a file, found a \(status.kind.rawValue)")
            }
            guard status.size <= TrackReading.largestSize else {
                throw OperationError(
                    "\(file.path): \(status.size) bytes, more than a track may have "
                        + "(\(TrackReading.largestSize))")
            }
            let made = try OpenFile.inMemory()
            let reading = try await reader.track(source: opened.descriptor, output: made.descriptor, limits: limits)
            guard reading.reason.isEmpty else { throw OperationError("\(file.path): \(reading.reason)") }
            let bytes = try made.readAll(limit: TrackReading.largestSize)
            return TrackPoints.points(parsing: bytes)
        } catch let failure as OperationError {
            throw failure
        } catch let error as FileError {
            throw OperationError(error.description, cause: error)
        } catch { throw OperationError("\(file.path): \(error)") }
    }
}
