internal import Glibc
internal import UprightConfiguration
internal import UprightBase
package import UprightFiles

/// What is remembered of an output folder to which `upright reprocess` has written: the folders that its pictures came from. The
/// gallery of the folder shows them as originals, and keeps its albums at the same place.
///
/// It is in the user's state, `$XDG_STATE_HOME/upright/outputs` or `~/.local/state/upright/outputs`, and not in the folder.
package struct RememberedOutput: Sendable {
    /// The output folder: an absolute path without links.
    package let folder: RawPath
    /// The folder with what is remembered.
    package let state: RawPath

    private static let most = 32
    private static let largest = 1 << 16
    private static let separator = UInt8(ascii: "\n")

    /// Locates what is remembered of a folder, which need not exist.
    ///
    /// - Throws: `FileError` if the folder is none, or if neither `XDG_STATE_HOME` nor `HOME` is set.
    package init(_ folder: RawPath) throws(FileError) {
        self.folder = try FileStore.resolved(folder)
        guard FileStore.isFolder(self.folder) else { throw FileError(.open, folder, code: ENOTDIR) }
        guard let home = Self.home else { throw FileError(.open, "~/.local/state", code: ENOENT) }
        let key = String(hexadecimal(SHA256.hash(self.folder.bytes)).prefix(20))
        state = home.appending(RawPath("upright/outputs/" + key))
    }

    private static var home: RawPath? {
        func folder(_ name: String) -> String? {
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        return (folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }).map { RawPath($0) }
    }

    private var list: RawPath { state.appending("sources") }

    /// The folders that the outputs came from, the last one first. Those that no longer exist are left out.
    package var sources: [RawPath] {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try FileStore.read(list, limit: Self.largest) } catch { return [] }
        return bytes.split(separator: Self.separator).map { RawPath(bytes: Array($0)) }.filter(FileStore.isFolder)
    }

    /// Remembers folders that pictures came from.
    package func remember(_ folders: [RawPath]) throws(FileError) {
        let known = sources
        var wanted: [RawPath] = []
        for path in folders {
            let path = try FileStore.resolved(path)
            let isUsable = path != folder && !path.bytes.contains(Self.separator) && !wanted.contains(path)
            if isUsable { wanted.append(path) }
        }
        guard !wanted.allSatisfy(known.contains) else { return }
        let all = (wanted + known.filter { !wanted.contains($0) }).prefix(Self.most)
        _ = try OpenFolder.creating(state, rights: .exactly(0o700))
        try FileStore.write(Array(all.map(\.bytes).joined(separator: [Self.separator])), to: list)
    }
}
