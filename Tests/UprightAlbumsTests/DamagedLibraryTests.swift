import UprightAlbums
import Foundation
import Testing
import UprightFormats

/// A damaged database is reported when it is opened, and crashes nothing.
@Suite struct DamagedLibraryTests {
    @Test(arguments: ["latitude", "countryCode", "mergedInto"])
    func aRenamedColumn(column: String) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "albums-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "albums.sqlite").path()
        do { _ = try AlbumLibrary(path: path) }
        _ = try AlbumLibrary(path: path)
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let name = try #require(bytes.firstRange(of: Array(column.utf8)))
        bytes[name.upperBound - 1] = UInt8(ascii: "_")
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try Data(bytes).write(to: URL(filePath: path))
        // SQLite detects some of the damage, and the comparison of the schema the rest.
        #expect {
            _ = try AlbumLibrary(path: path)
        } throws: { error in
            if case AlbumsError.database(let code, _, path) = error { code == 1 || code == 11 } else { false }
        }
    }
}
