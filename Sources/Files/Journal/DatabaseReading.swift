package import GRDB

/// An SQLite database of the state folder, opened by a command that only reads, without a write of any kind.
///
/// SQLite makes files beside a database with a write-ahead log even for a reader, unless they are there. Without a log nobody
/// writes: such a database is read as a file that does not change (`immutable`), and each read ends by looking whether that
/// still holds (``isValid``).
package struct DatabaseReading: Sendable {
    private let path: RawPath
    /// The file that nobody wrote when it was opened; nil if it has a write-ahead log.
    private let still: FileStatus?

    /// Looks at a database that exists.
    package init(_ path: RawPath) throws(FileError) {
        self.path = path
        let folder = try OpenFolder(path.parent)
        let status = try folder.status(of: RawPath(bytes: path.name))
        still = try folder.statusIfPresent(of: Self.log(of: path)) == nil ? status : nil
    }

    private static func log(of path: RawPath) -> RawPath { RawPath(bytes: path.name + "-wal".utf8) }

    /// Whether what was read is true: false if somebody has begun to write a database that is read as one that nobody writes.
    package var isValid: Bool {
        guard let still else { return true }
        do throws(FileError) {
            let now = try Self(path).still
            return now?.isSameContent(as: still) ?? false
        } catch { return false }
    }

    /// Opens the database.
    ///
    /// - Parameter label: the name of its queue.
    package func open(label: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(30)
        configuration.label = label
        let name = String(decoding: path.bytes, as: UTF8.self)
        guard still != nil else { return try DatabaseQueue(path: name, configuration: configuration) }
        do { return try DatabaseQueue(path: uri, configuration: configuration) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN
        {
            // An SQLite that was built without such names.
            return try DatabaseQueue(path: name, configuration: configuration)
        }
    }

    /// The path as a name with a parameter (https://sqlite.org/uri.html).
    private var uri: String {
        let encoded = path.bytes.map { byte in
            let scalar = UnicodeScalar(byte)
            let isPlain = byte < 0x80 && (scalar.properties.isAlphabetic || "/._-0123456789".utf8.contains(byte))
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return "file:" + encoded.joined() + "?immutable=1"
    }
}
