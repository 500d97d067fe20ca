internal import Glibc

/// The way in which a file is taken away: out of the drop folder, from an album, or to a new name.
///
/// A program that replaces files does so by a rename, at any time (rsync, Syncthing, exiftool). So the file is renamed aside, to
/// a hidden name in its folder, and compared there, where nobody replaces it, with the file that was read. If it is that file,
/// it is removed or moved; otherwise it gets its name back. What a killed process leaves under a hidden name gets its name
/// back as well (``HiddenName/clear(_:numbering:)``), and whoever wanted to take it away finds it again.
package struct Departure: Sendable {
    /// How it ended.
    package enum End: Sendable, Hashable {
        /// The file is gone from its folder.
        case done
        /// The name has another file than the one that was read, or none, or that was written to meanwhile: nothing was taken away.
        case changed
        /// Another file has the name that the file was to get: it stays.
        case exists
    }

    private let name: [UInt8]
    private let folder: OpenFolder
    private let read: FileStatus
    private let source: OpenFile?

    /// Describes a departure.
    ///
    /// - Parameters:
    ///   - name: the file's name in the folder.
    ///   - read: the file's status before its content was read for the last time.
    ///   - source: the file, open for reading. It stays if a process has opened it for writing. A move to another file system
    ///     needs it.
    package init(of name: [UInt8], in folder: OpenFolder, read: FileStatus, source: OpenFile? = nil) {
        (self.name, self.folder, self.read, self.source) = (name, folder, read, source)
    }

    package func remove() throws(FileError) -> End {
        guard let hidden = try begin() else { return .changed }
        do throws(FileError) { try folder.remove(hidden) } catch {
            // Another process has given it its name back.
            if error.isAbsence { return .changed }
            try Self.putBack(hidden, as: name, in: folder)
            throw error
        }
        return .done
    }

    /// Moves the file to another folder, durably; replaces nothing there. To another file system, it is copied with its owner,
    /// its rights, its attributes and its times.
    ///
    /// If a file with the same bytes has the name already, as a killed process leaves it, the file is removed.
    ///
    /// - Parameters:
    ///   - target: the folder.
    ///   - newName: the name there. Default: that of the file.
    ///   - sha256: the digest of the bytes that were read.
    package func move(
        to target: OpenFolder, as newName: [UInt8]? = nil, sha256: [UInt8]
    ) throws(FileError) -> End {
        let newName = newName ?? name
        if let present = try target.statusIfPresent(of: RawPath(bytes: newName)) {
            // One file can be seen through two mounts, with the same inode.
            guard present.kind == .regular, present.inode != read.inode else { return .exists }
            return try isCopy(newName, in: target, sha256) ? try remove() : .exists
        }
        if try target.status().device == read.device {
            guard let hidden = try begin() else { return .changed }
            let code = folder.rename(hidden, to: target, as: newName)
            guard code != 0 else {
                try target.synchronize()
                try folder.synchronize()
                return .done
            }
            // Another process has given it its name back.
            guard try Self.putBack(hidden, as: name, in: folder) != nil else { return .changed }
            if code == EEXIST { return .exists }
            guard code == EXDEV else { throw FileError(.rename, folder.path.appending(name: name), code: code) }
        }
        guard let source else { throw FileError(.rename, folder.path.appending(name: name), code: EXDEV) }
        return try copy(source, to: target, as: newName, sha256) ? try remove() : .exists
    }

    /// Whether a file has the bytes. If so, makes it durable: a process that was killed may not have done so.
    private func isCopy(_ name: [UInt8], in target: OpenFolder, _ sha256: [UInt8]) throws(FileError) -> Bool {
        let file = try target.file(RawPath(bytes: name))
        guard try file.status().size == read.size, try file.contentDigest().sha256 == sha256 else { return false }
        try file.synchronize()
        try target.synchronize()
        return true
    }

    /// Copies the file durably. Returns false if the name is taken.
    private func copy(
        _ source: OpenFile, to target: OpenFolder, as name: [UInt8], _ sha256: [UInt8]
    ) throws(FileError) -> Bool {
        let copy = try AtomicFile(in: target, rights: .exactly(0o600))
        guard try source.copyDigested(to: copy.file).sha256 == sha256 else {
            throw FileError(.copy, source.path, .differs)
        }
        try source.copyEverything(to: copy.file)
        try copy.file.synchronize()
        do throws(FileError) { try copy.publish(as: name) } catch {
            guard error.isExistence else { throw error }
            return false
        }
        try target.synchronize()
        return true
    }

    /// Renames the file aside.
    ///
    /// - Returns: its hidden name; nil if it is not the file that was read, which then has its name again.
    package func begin() throws(FileError) -> [UInt8]? {
        guard try folder.statusIfPresent(of: RawPath(bytes: name)) == read else { return nil }
        let (hidden, code) = Self.hide(name, as: name, in: folder, nil)
        if code == ENOENT { return nil }
        guard code == 0 else { throw FileError(.rename, folder.path.appending(name: name), code: code) }
        do throws(FileError) {
            let found = try folder.statusIfPresent(of: RawPath(bytes: hidden))
            // The rename itself changes the time of the inode.
            if let found, found.identity == read.identity, found.isSameContent(as: read),
                source?.isBeingWritten != true
            {
                return hidden
            }
        } catch {
            try Self.putBack(hidden, as: name, in: folder)
            throw error
        }
        try Self.putBack(hidden, as: name, in: folder)
        return nil
    }

    // MARK: Names

    /// The files that a hidden name can be of which are nobody's loss, when an output exchanges its name with the one that it
    /// replaces.
    package struct Exchange {
        /// The output's inode.
        let own: UInt64
        let replaced: FileStatus

        /// Describes an exchange.
        package init(own: UInt64, replaced: FileStatus) { (self.own, self.replaced) = (own, replaced) }

        /// The beginning of the hidden name that says so.
        fileprivate var text: String { Self.text(own) + "." + Self.text(of: replaced) }

        private static func text(_ number: UInt64) -> String { String(number, radix: 36) }

        private static func text(of status: FileStatus) -> String {
            [status.inode, UInt64(bitPattern: Int64(status.size)), UInt64(bitPattern: status.modified)]
                .map(text).joined(separator: ".")
        }

        /// Whether a hidden file is one of both, by its name.
        static func isOver(_ hidden: [UInt8], _ status: FileStatus) -> Bool {
            let token = hidden.dropFirst(HiddenName.prefix.count).prefix { $0 != UInt8(ascii: "-") }
            let (own, replaced) = (text(status.inode) + ".", "." + text(of: status))
            return status.kind == .regular
                && (token.starts(with: own.utf8) || token.suffix(replaced.utf8.count).elementsEqual(replaced.utf8))
        }
    }

    /// Renames a file to a hidden name that says what its name was, or is to be.
    ///
    /// - Returns: the hidden name, and 0 or the system's error number.
    package static func hide(
        _ file: [UInt8], as name: [UInt8], in folder: OpenFolder, _ exchange: Exchange?
    ) -> ([UInt8], CInt) {
        let token = exchange?.text ?? HiddenName.token()
        let hidden = Self.hidden(name, token, atMost: 255)
        let code = folder.renameAside(file, as: hidden)
        guard code == ENAMETOOLONG else { return (hidden, code) }
        // Encrypted file systems allow 143 bytes.
        let shorter = Self.hidden(name, token, atMost: 143)
        return (shorter, folder.renameAside(file, as: shorter))
    }

    /// A hidden name that says what the file's name was, as far as there is room: of a longer one it keeps beginning and end.
    private static func hidden(_ name: [UInt8], _ token: String, atMost limit: Int) -> [UInt8] {
        let start = HiddenName.prefix + Array(token.utf8) + [UInt8(ascii: "-")]
        let room = limit - start.count - HiddenName.departing.count
        guard name.count > room else { return start + name + HiddenName.departing }
        // Not within a character: some file systems refuse such names.
        let end = name.suffix(16).drop { $0 & 0xC0 == 0x80 }
        let cut = name.prefix(room - end.count + 1)
        return start + cut.prefix(upTo: cut.lastIndex { $0 & 0xC0 != 0x80 } ?? 0) + end + HiddenName.departing
    }

    /// The name that a file had; nil if the hidden name does not say.
    private static func name(of hidden: [UInt8]) -> [UInt8]? {
        let rest = hidden.dropFirst(HiddenName.prefix.count).dropLast(HiddenName.departing.count)
        let name = rest.drop { $0 != UInt8(ascii: "-") }.dropFirst()
        return HiddenName.hasSuffix(hidden, HiddenName.departing) && !name.isEmpty ? Array(name) : nil
    }

    /// Ends what a killed process was doing with a file, unless a living one has the file locked or has ended it meanwhile.
    ///
    /// - Parameters:
    ///   - numbering: whether it gets a numbered name if another file has its own.
    ///   - cleared: gets what became of it.
    package static func recover(
        _ hidden: [UInt8], in folder: OpenFolder, numbering: Bool, _ cleared: inout HiddenName.Cleared
    ) throws(FileError) {
        guard let name = name(of: hidden) else { return }
        let status = try folder.status(of: RawPath(bytes: hidden))
        let file = try status.kind == .regular ? folder.file(RawPath(bytes: hidden)) : nil
        do { guard try file?.tryLock() ?? true else { return } } catch {
            // A file system without locks. A living process that finds its file put back leaves it.
        }
        if Exchange.isOver(hidden, status) {
            try folder.remove(hidden)
            cleared.removed += 1
            return
        }
        do throws(FileError) {
            let most = numbering ? NumberedName.most : 1
            guard let name = try putBack(hidden, as: name, in: folder, upTo: most) else { return }
            cleared.putBack.append(folder.path.appending(name: name))
        } catch {
            guard error.condition == .noFreeName else { throw error }
            cleared.nameless.append(folder.path.appending(name: hidden))
        }
    }

    /// Gives a hidden file its name back or, if another file has it by now, the next free number: `a-2.jpg`.
    ///
    /// - Returns: the name; nil if the file is gone.
    @discardableResult
    package static func putBack(
        _ hidden: [UInt8], as name: [UInt8], in folder: OpenFolder, upTo most: Int = NumberedName.most
    ) throws(FileError) -> [UInt8]? {
        for number in 1...most {
            let free = NumberedName.of(name, number)
            switch folder.rename(hidden, to: folder, as: free) {
            case 0: return free
            case EEXIST: continue
            case ENOENT: return nil
            case let code: throw FileError(.rename, folder.path.appending(name: hidden), code: code)
            }
        }
        throw FileError(.rename, folder.path.appending(name: hidden), .noFreeName)
    }
}
