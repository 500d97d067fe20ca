internal import UprightFiles
internal import UprightRewriting

/// The pictures that the arguments name: files, and the pictures in folders.
struct PictureArguments {
    let paths: [RawPath]

    init(_ paths: [String]) { self.paths = paths.map { RawPath(argument: $0) } }

    init(paths: [RawPath]) { self.paths = paths }

    /// The named files in order, and for each named folder the files below it with a picture's extension, sorted by path;
    /// and why folders could not be listed. Links inside folders are not followed; hidden files and folders are skipped.
    var found: (files: [RawPath], failures: [String]) {
        var files: [RawPath] = []
        var failures: [String] = []
        for path in paths {
            guard FileStore.isFolder(path) else {
                files.append(path)
                continue
            }
            var below: [RawPath] = []
            collect(in: path, &below, &failures) { () throws(FileError) in try OpenFolder(path) }
            files += below.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        }
        return (files, failures)
    }

    private func collect(
        in path: RawPath, _ found: inout [RawPath], _ failures: inout [String],
        opening: () throws(FileError) -> OpenFolder
    ) {
        do throws(FileError) {
            let folder = try opening()
            for entry in try folder.entries() where entry.name.first != UInt8(ascii: ".") {
                let name = RawPath(bytes: entry.name)
                let kind: FileStatus.Kind
                if let known = entry.kind { kind = known } else { kind = try folder.status(of: name).kind }
                switch kind {
                case .folder:
                    collect(in: folder.path.appending(name), &found, &failures) { () throws(FileError) in
                        try folder.folder(name)
                    }
                case .regular where Self.isPicture(entry.name): found.append(folder.path.appending(name))
                default: break
                }
            }
        } catch { failures.append(error.description) }
    }

    private static func isPicture(_ name: [UInt8]) -> Bool {
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        return PictureFormats.descriptions.flatMap(\.filenameExtensions).contains { lowered.hasSuffix("." + $0) }
    }
}
