public import Foundation

/// A folder that is removed with its contents when the last reference to it is released.
public final class TemporaryFolder: Sendable {
    /// The folder's URL, with symbolic links resolved.
    public let url: URL

    /// The folder's path.
    public var path: String { url.path(percentEncoded: false) }

    /// Creates a new, empty folder.
    public init() throws {
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = base.appending(path: "upright-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The URL of the given relative path.
    public subscript(_ relative: String) -> URL { url.appending(path: relative) }

    /// Writes a file, and creates its parent folders.
    @discardableResult
    public func write(_ bytes: [UInt8], to relative: String) throws -> URL {
        let target = self[relative]
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: target)
        return target
    }

    /// Writes a text file, and creates its parent folders.
    @discardableResult
    public func write(_ text: String, to relative: String) throws -> URL {
        try write([UInt8](text.utf8), to: relative)
    }

    /// Returns the bytes of a file; nil if it does not exist.
    public func bytes(of relative: String) -> [UInt8]? {
        (try? Data(contentsOf: self[relative])).map { [UInt8]($0) }
    }

    /// The relative paths of all files in the folder, sorted, without folders.
    public var files: [String] {
        let start = path.hasSuffix("/") ? path.count : path.count + 1
        let all = FileManager.default.enumerator(at: url, includingPropertiesForKeys: [.isDirectoryKey])
        return (all?.compactMap { $0 as? URL } ?? [])
            .filter { (try? $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) != true }
            .map { String($0.path(percentEncoded: false).dropFirst(start)) }.sorted()
    }
}
