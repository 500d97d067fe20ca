public import Foundation
public import Testing

/// One line of `fixtures/manifest.tsv`: a file and the facts claimed about it.
public struct Fixture: Sendable, CustomTestStringConvertible {
    /// The path relative to `fixtures`.
    public let path: String
    /// The SHA-256 digest in lower-case hexadecimal.
    public let sha256: String
    /// The file's length in bytes.
    public let bytes: Int
    /// The uniform type identifier of the content.
    public let type: String
    /// The stored width in pixels; 0 if it is unknown.
    public let width: Int
    /// The stored height in pixels; 0 if it is unknown.
    public let height: Int
    /// The file's orientation value, valid or not; nil if it has none.
    public let orientation: Int?
    /// The number of frames: 1 for a still picture, 0 for a file that is not a picture.
    public let frames: Int
    /// Further properties of the file.
    public let tags: Set<String>

    /// The folder of the fixtures.
    public static let folder = repository.appending(path: "fixtures")
    /// The repository's folder.
    public static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// Every fixture in the manifest, sorted by path.
    public static let all: [Fixture] = {
        guard let text = try? String(contentsOf: folder.appending(path: "manifest.tsv"), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").dropFirst().compactMap(Fixture.init)
    }()

    /// Returns the fixtures in a folder of `fixtures`.
    public static func all(in folder: String) -> [Fixture] { all.filter { $0.path.hasPrefix(folder + "/") } }

    /// Returns the fixture with the given path.
    public static func named(_ path: String) -> Fixture? { all.first { $0.path == path } }

    /// The file's URL.
    public var url: URL { Self.folder.appending(path: path) }

    /// Returns the file's content.
    public func content() throws -> [UInt8] { try [UInt8](Data(contentsOf: url)) }

    /// The path.
    public var testDescription: String { path }

    private init?(line: Substring) {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 8, let bytes = Int(cells[2]), let frames = Int(cells[6]) else { return nil }
        let size = cells[4].split(separator: "x").compactMap { Int($0) }
        guard size.count == 2 else { return nil }
        (path, sha256, type) = (cells[0], cells[1], cells[3])
        (self.bytes, self.frames) = (bytes, frames)
        (width, height) = (size[0], size[1])
        orientation = Int(cells[5])
        tags = cells[7] == "-" ? [] : Set(cells[7].split(separator: ",").map(String.init))
    }
}
