internal import UprightFiles
internal import UprightRewriting

/// The pictures that the arguments name: files, and the pictures in folders.
struct PictureArguments {
    /// The arguments.
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    /// The named files in order, and for each named folder the files below it with a picture's extension, sorted by path.
    /// Links inside folders are not followed; hidden files and folders are skipped.
    var files: [RawPath] {
        paths.map { RawPath(argument: $0) }.flatMap { path in FileStore.isFolder(path) ? pictures(in: path) : [path] }
    }

    private func pictures(in path: RawPath) -> [RawPath] {
        var found: [RawPath] = []
        do throws(FileError) { try collect(in: OpenFolder(path), &found) } catch {
            Console.shared.report(error.description)
        }
        return found.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    private func collect(in folder: OpenFolder, _ found: inout [RawPath]) throws(FileError) {
        for entry in try folder.entries() where entry.name.first != UInt8(ascii: ".") {
            let name = RawPath(bytes: entry.name)
            let kind: FileStatus.Kind
            if let known = entry.kind { kind = known } else { kind = try folder.status(of: name).kind }
            switch kind {
            case .folder: try collect(in: folder.folder(name), &found)
            case .regular where Self.isPicture(entry.name): found.append(folder.path.appending(name))
            default: break
            }
        }
    }

    private static func isPicture(_ name: [UInt8]) -> Bool {
        let lowered = String(decoding: name, as: UTF8.self).lowercased()
        return PictureFormats.descriptions.flatMap(\.filenameExtensions).contains { lowered.hasSuffix("." + $0) }
    }
}
