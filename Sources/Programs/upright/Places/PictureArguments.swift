internal import UprightFiles

/// The pictures among the files and in the folders that are given as arguments.
struct PictureArguments {
    /// The arguments.
    let paths: [String]

    init(_ paths: [String]) { self.paths = paths }

    /// The pictures: what is named itself, and what a folder holds under a picture's name, sorted by path. Links inside of
    /// folders are not followed, hidden files and folders are left out.
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
        return ["jpg", "jpeg", "jpe", "png", "gif"].contains { lowered.hasSuffix("." + $0) }
    }
}
