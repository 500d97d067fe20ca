package import UprightAlbums
internal import UprightBase
package import UprightFiles

/// A ZIP archive of files that is generated while it is read: stored entries, with ZIP64 if needed.
///
/// Every file is read twice, because an entry's checksum precedes its bytes; only one piece is kept in memory. If a file
/// changes its size in between, the archive ends with an error: no archive is better than a wrong one.
package struct ZipArchive: AsyncSequence, Sendable {
    /// A file and its name in the archive.
    package struct Entry: Sendable, Hashable {
        /// Where the bytes are.
        package enum Source: Sendable, Hashable {
            /// A picture's file, which is checked as it is shown.
            case photo(AlbumPhoto)
            /// A file that this program has written.
            case file(RawPath)
        }

        package var source: Source
        package var name: String
        package var size: Int
        /// The modification time in seconds since 1970.
        package var modified: Int
        /// The SHA-256 of what was delivered; nil if it is unknown.
        package var delivered: [UInt8]?
    }

    package let entries: [Entry]
    private static let piece = 1 << 18

    /// The files of pictures; nil for an archive of other files.
    private let files: PictureFiles?

    /// Creates an archive of a folder with everything in it.
    ///
    /// - Parameter name: The folder's name in the archive.
    package init(of folder: RawPath, as name: String) throws(FileError) {
        files = nil
        var entries: [Entry] = []
        var open: [(path: RawPath, name: String)] = [(folder, name)]
        while let next = open.popLast() {
            for entry in try OpenFolder(next.path).entries().sorted(by: { $0.name.lexicographicallyPrecedes($1.name) })
            {
                // What is being written, by another export or one that was killed, is no part of the folder.
                if HiddenName.isHidden(entry.name) { continue }
                let path = next.path.appending(RawPath(bytes: entry.name))
                let name = next.name + "/" + String(decoding: entry.name, as: UTF8.self)
                let status = try FileStore.ownStatus(of: path)
                switch status.kind {
                case .folder: open.append((path, name))
                case .regular:
                    let seconds = Int(status.modified / 1_000_000_000)
                    entries.append(Entry(source: .file(path), name: name, size: status.size, modified: seconds))
                default: continue
                }
            }
        }
        self.entries = entries
    }

    /// Creates an archive of the pictures whose files exist, under their file names; a repeated name gets a number.
    package init(of photos: [AlbumPhoto], _ files: PictureFiles) async throws {
        self.files = files
        var taken: Set<String> = []
        var entries: [Entry] = []
        for photo in photos {
            guard let file = await files.output(of: photo) else { continue }
            let status = try file.status()
            // The names in an archive are UTF-8.
            let last = String(decoding: photo.path.name, as: UTF8.self)
            let dot = last.lastIndex(of: ".") ?? last.endIndex
            var name = last
            var number = 2
            while !taken.insert(name.lowercased()).inserted {
                name = "\(last[..<dot]) (\(number))\(last[dot...])"
                number += 1
            }
            entries.append(
                Entry(
                    source: .photo(photo), name: name, size: status.size,
                    modified: Int(status.modified / 1_000_000_000),
                    delivered: try await files.delivered(photo)))
        }
        self.entries = entries
    }

    package var size: Int {
        var size = 0
        var directory = 0
        for entry in entries {
            let name = entry.name.utf8.count
            directory += 46 + name + (Self.needs64(entry, at: size) ? 28 : 0)
            size = size.addingSaturated(30 + name + (entry.size >= Self.limit ? 20 : 0)).addingSaturated(entry.size)
        }
        return size.addingSaturated(directory + 22 + (needs64(directoryAt: size, directory) ? 76 : 0))
    }

    private static let limit = 0xFFFF_FFFF
    private static func needs64(_ entry: Entry, at offset: Int) -> Bool { entry.size >= limit || offset >= limit }
    private func needs64(directoryAt offset: Int, _ size: Int) -> Bool {
        entries.count >= 0xFFFF || offset >= Self.limit || size >= Self.limit
    }

    package func makeAsyncIterator() -> Iterator { Iterator(archive: self) }

    /// Reads the archive piece by piece.
    package struct Iterator: AsyncIteratorProtocol {
        private let archive: ZipArchive
        private var number = 0
        private var file: OpenFile?
        private var read = 0
        private var offset = 0
        private var directory: [UInt8] = []
        private var isFinished = false

        fileprivate init(archive: ZipArchive) { self.archive = archive }

        package mutating func next() async throws -> [UInt8]? { try piece() }

        /// The next piece; nil at the end.
        package mutating func piece() throws -> [UInt8]? {
            if let file {
                let entry = archive.entries[number]
                if read < entry.size {
                    let piece = try file.read(Swift.min(ZipArchive.piece, entry.size - read), at: read)
                    guard !piece.isEmpty else { throw OperationError("\(entry.name) changed while it was read") }
                    read += piece.count
                    offset += piece.count
                    return piece
                }
                self.file = nil
                number += 1
            }
            if number < archive.entries.count { return try begin(archive.entries[number]) }
            guard !isFinished else { return nil }
            isFinished = true
            return directory + end()
        }

        private mutating func begin(_ entry: Entry) throws -> [UInt8] {
            let file: OpenFile
            var isChecked = false
            switch entry.source {
            case .photo(let photo):
                guard let files = archive.files else { throw OperationError("\(entry.name) cannot be opened") }
                file = try files.openOutput(of: photo)
                isChecked = try files.mustBeDelivered(file, of: photo)
            case .file(let path): file = try FileStore.open(path)
            }
            var crc = CRC32()
            var sha256 = SHA256()
            var at = 0
            while at < entry.size {
                let piece = try file.read(Swift.min(ZipArchive.piece, entry.size - at), at: at)
                guard !piece.isEmpty else { throw OperationError("\(entry.name) changed while it was read") }
                piece.withUnsafeBytes {
                    crc.update($0)
                    if isChecked { sha256.update($0) }
                }
                at += piece.count
            }
            if isChecked, let delivered = entry.delivered, sha256.finalized() != delivered {
                throw OperationError("\(entry.name) changed while it was read")
            }
            let name = Array(entry.name.utf8)
            let is64 = entry.size >= ZipArchive.limit
            var common = Bytes()
            common.append(20 + (is64 ? 25 : 0), 2)
            common.append(1 << 11, 2)  // the name is UTF-8
            common.append(0, 2)  // stored
            let (date, time) = Self.dosTime(entry.modified)
            common.append(time, 2)
            common.append(date, 2)
            common.append(Int(crc.value), 4)
            common.append(is64 ? ZipArchive.limit : entry.size, 4)
            common.append(is64 ? ZipArchive.limit : entry.size, 4)
            common.append(name.count, 2)

            var central = Bytes()
            central.append(0x0201_4B50, 4)
            central.append(45 | 3 << 8, 2)  // made under Unix
            central.bytes += common.bytes
            let central64 = ZipArchive.needs64(entry, at: offset)
            central.append(central64 ? 28 : 0, 2)
            central.append(0, 2)  // no comment
            central.append(0, 2)  // the first disk
            central.append(0, 2)
            central.append(0o100644 << 16, 4)
            central.append(central64 ? ZipArchive.limit : offset, 4)
            central.bytes += name
            if central64 {
                central.append(1, 2)
                central.append(24, 2)
                for value in [entry.size, entry.size, offset] { central.append(value, 8) }
                // If the ZIP64 field has all three values, the short fields must be 0xFFFFFFFF.
                central.bytes.replaceSubrange(20..<28, with: [UInt8](repeating: 0xFF, count: 8))
            }
            directory += central.bytes

            var local = Bytes()
            local.append(0x0403_4B50, 4)
            local.bytes += common.bytes
            local.append(is64 ? 20 : 0, 2)
            local.bytes += name
            if is64 {
                local.append(1, 2)
                local.append(16, 2)
                for value in [entry.size, entry.size] { local.append(value, 8) }
            }
            offset += local.bytes.count
            self.file = file
            read = 0
            return local.bytes
        }

        private func end() -> [UInt8] {
            var end = Bytes()
            let count = archive.entries.count
            let is64 = archive.needs64(directoryAt: offset, directory.count)
            if is64 {
                end.append(0x0606_4B50, 4)
                end.append(44, 8)
                end.append(45, 2)
                end.append(45, 2)
                end.append(0, 8)  // disks
                for value in [count, count, directory.count, offset] { end.append(value, 8) }
                end.append(0x0706_4B50, 4)
                end.append(0, 4)
                end.append(offset + directory.count, 8)
                end.append(1, 4)
            }
            end.append(0x0605_4B50, 4)
            end.append(0, 4)
            end.append(is64 ? 0xFFFF : count, 2)
            end.append(is64 ? 0xFFFF : count, 2)
            end.append(is64 ? ZipArchive.limit : directory.count, 4)
            end.append(is64 ? ZipArchive.limit : offset, 4)
            end.append(0, 2)
            return end.bytes
        }

        /// A time in MS-DOS format, in UTC.
        private static func dosTime(_ seconds: Int) -> (date: Int, time: Int) {
            guard let day = CivilDate(seconds: Double(seconds)), (1980...2107).contains(day.year) else {
                return (1 << 5 | 1, 0)
            }
            let second = ((seconds % 86_400) + 86_400) % 86_400
            return (
                (day.year - 1980) << 9 | day.month << 5 | day.day,
                second / 3600 << 11 | second / 60 % 60 << 5 | second % 60 / 2
            )
        }
    }

    /// A buffer of little-endian numbers.
    private struct Bytes {
        var bytes: [UInt8] = []

        mutating func append(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
    }
}
