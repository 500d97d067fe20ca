package import UprightFiles
package import UprightRewriting
package import UprightWorker
package import UprightGeodata

/// Files with GPS tracks, and folders of them.
package struct TrackFiles: Sendable {
    /// The files and folders. The user names them, so symbolic links in their paths are followed.
    package let paths: [RawPath]

    /// Creates a list of files and folders.
    package init(_ paths: [RawPath]) { self.paths = paths }

    /// Returns all fixes of all files as one track.
    ///
    /// - Parameter limits: the limits for a worker's output per file.
    package func track(by reader: any ContentReader, limits: Limits) async throws(OperationError) -> Track {
        Track(try await points(by: reader, limits: limits))
    }

    /// Returns all fixes of all files.
    func points(by reader: any ContentReader, limits: Limits) async throws(OperationError) -> [TrackPoint] {
        var points: [TrackPoint] = []
        for path in paths {
            for file in try await files(at: path) { points += try await self.points(of: file, by: reader, limits) }
        }
        return points
    }

    private func files(at path: RawPath) async throws(OperationError) -> [OpenFile] {
        do throws(FileError) {
            return try await offTheCooperativePool { () throws(FileError) -> [OpenFile] in
                guard FileStore.isFolder(path) else { return [try FileStore.open(path)] }
                let folder = try OpenFolder(path)
                var files: [OpenFile] = []
                let names = try folder.entries().map(\.name).filter(Self.isTrack)
                for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                    files.append(try folder.file(RawPath(bytes: name)))
                }
                return files
            }
        } catch { throw OperationError(error.description, cause: error) }
    }

    /// Whether a folder's file is read as a track.
    private static func isTrack(_ name: [UInt8]) -> Bool {
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        return name.first != UInt8(ascii: ".") && Track.endings.contains { lowered.hasSuffix($0) }
    }

    private func points(
        of file: OpenFile, by reader: any ContentReader, _ limits: Limits
    ) async throws(OperationError) -> [TrackPoint] {
        do {
            let status = try file.status()
            guard status.kind == .regular else {
                throw OperationError("\(file.path): expected a file, found a \(status.kind.rawValue)")
            }
            guard status.size <= TrackReading.largestSize else {
                throw OperationError(
                    "\(file.path): \(status.size) bytes, more than a track may have "
                        + "(\(TrackReading.largestSize))")
            }
            let made = try OpenFile.inMemory()
            let reading = try await reader.track(source: file.descriptor, output: made.descriptor, limits: limits)
            guard reading.reason.isEmpty else { throw OperationError("\(file.path): \(reading.reason)") }
            let bytes = try made.readAll(limit: TrackReading.largestSize)
            return TrackPoints.points(parsing: bytes)
        } catch let failure as OperationError {
            throw failure
        } catch { throw OperationError("\(file.path): \(error)") }
    }
}
