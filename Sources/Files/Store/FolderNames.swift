internal import Glibc
internal import Synchronization

/// The names of a certain kind in folders. A folder is listed once, and its names are kept until it changes.
///
/// A picture has dozens of possible companions and sidecars, almost none of which exist, and names are compared by their keys.
package final class FolderNames: Sendable {
    /// The names found in one folder.
    package struct Names: Sendable {
        /// The names, each behind its key (``NameKey``), in the order of that.
        private let sorted: [(key: [UInt8], name: [UInt8])]

        /// The filename extensions in lower case.
        private let extensions: Set<[UInt8]>

        fileprivate init(_ names: [[UInt8]]) {
            sorted = names.map { (NameKey.folded($0), $0) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            extensions = Set(sorted.compactMap { Self.suffix($0.key) })
        }

        private static func suffix(_ name: [UInt8]) -> [UInt8]? {
            name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[($0 + 1)...]) }
        }

        /// Whether the folder has no wanted name.
        package var isEmpty: Bool { sorted.isEmpty }

        /// Whether a name has a filename extension, given in lower case.
        package func hasExtension(_ suffix: String) -> Bool { extensions.contains(Array(suffix.utf8)) }

        /// Returns the wanted names whose keys begin with that of some bytes.
        package func names(beginningWith prefix: [UInt8]) -> [[UInt8]] {
            let key = NameKey.folded(prefix)
            var (low, high) = (0, sorted.count)
            while low < high {
                let middle = (low + high) / 2
                if sorted[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
            }
            return sorted[low...].prefix { $0.key.starts(with: key) }.map(\.name)
        }
    }

    /// A list of a folder.
    package struct Listing: Sendable {
        /// The wanted names; nil if there are too many to keep.
        package let names: Names?
        /// Whether the folder has exactly these names as long as its times stay. Of one that changes, a name that came since can be
        /// missing.
        package let isExact: Bool
        fileprivate let times: [Int64]
        fileprivate let listed: ContinuousClock.Instant
    }

    /// The maximum number of folders to keep.
    private static let maximumFolders = 64
    /// The maximum number of names to keep per folder.
    private static let maximumNames = 65_536
    /// How long a folder must be unchanged before it is listed, in nanoseconds. Two changes within the resolution of
    /// modification times (2 s on FAT) cannot be told apart.
    private static let quiet: Int64 = 3_000_000_000

    private let isWanted: @Sendable ([UInt8]) -> Bool
    private let now: @Sendable () -> Int64
    private let listings = Mutex<[FileIdentity: Listing]>([:])
    /// The devices of folders whose status takes no request to another machine.
    private let localDevices = Mutex<Set<UInt64>>([])

    /// Creates an empty store.
    ///
    /// - Parameter isWanted: whether a name is of the kind to keep. Must not depend on ASCII case.
    package convenience init(where isWanted: @escaping @Sendable ([UInt8]) -> Bool) {
        self.init(where: isWanted, now: Self.now)
    }

    /// Creates an empty store with the given clock, in nanoseconds since 1970.
    package init(where isWanted: @escaping @Sendable ([UInt8]) -> Bool, now: @escaping @Sendable () -> Int64) {
        self.isWanted = isWanted
        self.now = now
    }

    /// Returns the wanted names in a folder.
    ///
    /// - Parameter age: how old the list of a folder that changes may be.
    package func names(in folder: OpenFolder, within age: Duration = .zero) throws(FileError) -> Listing {
        let (status, start) = (try folder.status(), ContinuousClock.now)
        if let kept = listings.withLock({ $0[status.identity] }) {
            if kept.isExact, kept.times == Self.times(status) { return kept }
            if start - kept.listed < age {
                return Listing(names: kept.names, isExact: false, times: kept.times, listed: kept.listed)
            }
        }
        let isQuiet = now() &- max(status.modified, status.changed) >= Self.quiet
        let entries = try folder.entries(where: isWanted, atMost: Self.maximumNames + 1)
        let after = try folder.status()
        let isExact = isQuiet && Self.times(after) == Self.times(status)
        let listing = Listing(
            names: entries.count <= Self.maximumNames ? Names(entries.map(\.name)) : nil, isExact: isExact,
            times: Self.times(status), listed: start)
        if isExact, let type = try? folder.fileSystemType(), !type.needsPolling {
            _ = localDevices.withLock { $0.insert(status.device) }
        }
        listings.withLock { listings in
            if listings.count >= Self.maximumFolders { listings = [:] }
            listings[status.identity] = listing
        }
        return listing
    }

    /// Whether a folder is known to have no wanted name, without waiting for another machine: it has been listed, has not
    /// changed since, and is on a local disk. False if a call of ``names(in:)`` must tell.
    ///
    /// - Parameter device: the device of a file in the folder.
    package func hasNone(in folder: OpenFolder, onDevice device: UInt64) -> Bool {
        guard localDevices.withLock({ $0.contains(device) }) else { return false }
        let status: FileStatus
        do { status = try folder.status() } catch { return false }
        let kept = listings.withLock { $0[status.identity] }
        return kept.map { $0.isExact && $0.times == Self.times(status) && $0.names?.isEmpty == true } ?? false
    }

    private static func times(_ status: FileStatus) -> [Int64] { [status.modified, status.changed] }

    private static let now: @Sendable () -> Int64 = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return FileStatus.nanoseconds(time)
    }
}
