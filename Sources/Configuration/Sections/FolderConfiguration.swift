/// A drop folder and the destination of its pictures: an entry of `folders`.
public struct FolderConfiguration: Sendable, Hashable {
    /// How new files are detected.
    public enum Backend: String, Sendable, Hashable, CaseIterable {
        /// Depends on the type of the file system: `inotify` on local ones, `poll` on network and FUSE mounts.
        case auto
        /// The kernel reports changes. Only detects changes that this machine makes.
        case inotify
        /// The folder is listed periodically.
        case poll
    }

    /// What happens to an original once its output is durable.
    public enum Originals: Sendable, Hashable {
        /// It stays where it is.
        case keep
        /// It is moved to the given folder, under its relative path.
        case move(to: String)
        /// It is deleted.
        case delete
    }

    /// What happens to a file of a type that is not handled.
    public enum Others: String, Sendable, Hashable, CaseIterable {
        /// It stays where it is.
        case leave
        /// It is delivered as it is; its original is kept, moved or deleted as those of pictures are.
        case copy
        /// It is delivered as it is, and then leaves the drop folder, whatever happens to originals: the output has its bytes.
        case move
    }

    /// What happens to a source that was edited after its delivery.
    public enum OnChange: String, Sendable, Hashable, CaseIterable {
        /// It is rejected; its first output stays.
        case reject
        /// Its output is replaced, unless that has changed since its delivery.
        case replace
        /// It is delivered next to its first output, under a numbered name: `a-2.jpg`.
        case version
    }

    /// The drop folder to watch (`source`), an absolute path.
    public var source: String
    /// The folder for the normalized pictures (`output`), an absolute path.
    public var output: String
    /// Whether to watch folders inside as well (`recursive`). Default: true.
    public var recursive = true
    /// Whether to correct a wrong file-name extension in the output (`correct-extension`). Default: true.
    public var correctExtension = true
    /// Whether to turn pictures (`turns`); if false, they are copied in their stored orientation. Default: true.
    public var turns = true
    /// How new files are detected (`backend`). Default: `auto`.
    public var backend = Backend.auto
    /// The interval at which a polled folder is listed (`poll-interval`). Default: 5 s.
    public var pollInterval = Duration.seconds(5)
    /// How long the size and modification time of a file must be unchanged before it is processed (`settle`). Default: 2 s.
    public var settle = Duration.seconds(2)
    /// The interval at which everything is scanned again, with every backend (`scan-interval`). Default: 15 min.
    public var scanInterval = Duration.seconds(900)
    /// What happens to originals (`originals`). Default: `keep`.
    public var originals = Originals.keep
    /// Whether originals are moved or deleted even if they hold something that their outputs do not have in a valid form
    /// (`originals: move-always`, `delete-always`). Default: false.
    public var alwaysRetires = false
    /// How long an original must be unchanged after its delivery before it is moved or deleted, if it is not known that its
    /// writers have closed it (`retire-after`). Default: 5 min.
    public var retireAfter = Duration.seconds(300)
    /// What happens to files of types that are not handled (`others`). Default: `leave`.
    public var others = Others.leave
    /// What happens to a source that was edited after its delivery (`on-change`). Default: `reject`.
    public var onChange = OnChange.reject
    /// The folder that receives a copy of each rejected file and a text file with the reason (`rejected`); nil for none.
    public var rejected: String?
    /// Whether sidecars (`.xmp`, Takeout `.json`, `.mov`, `.aae`) travel with their picture (`companions`). Default: true.
    public var companions = true
    /// Globs of names to ignore (`ignore`), in addition to those that are always ignored.
    public var ignore: [String] = FolderConfiguration.defaultIgnore

    /// The temporary and administrative names that are ignored if `ignore` is not given.
    public static let defaultIgnore = [
        ".*", "*.tmp", "*.temp", "*.swp", "*~", "~*",
        // Downloads and uploads in progress: browsers, download managers, clients of BitTorrent.
        "*.part", "*.partial", "*.filepart", "*.crdownload", "*.opdownload", "*.download", "*.downloading",
        "*.uploading", "*.aria2", "*.!ut", "*.!qB", "*.!bt", "*.bc!", "*.td", "*.xltd", "*.dtapart", "*.fdmdownload",
        "*.jc!",
        // Synchronization in progress, and placeholders of files that are elsewhere.
        "*.!sync", "*.bts", "*.rsls*", "*.ffs_tmp", "*.gstmp", "*.drivedownload", "*.driveupload", "*.nextcloud",
        "*.owncloud",
        // exiftool's copies.
        "*_original", "*_exiftool_tmp",
        // Folders and files of NAS systems and operating systems.
        "@eaDir", "*@SynoEAStream", "*@SynoResource", "@tmp", "@Recycle", "@Recently-Snapshot", "#recycle",
        "#snapshot", "lost+found", "__MACOSX", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN", "System Volume Information",
    ]

    /// What happens to the original of a delivered file.
    ///
    /// - Parameter isOther: whether the file is of a type that is not handled.
    public func originals(isOther: Bool) -> Originals { isOther && others == .move ? .delete : originals }

    /// Whether originals can leave the drop folder.
    public var retiresOriginals: Bool { originals != .keep || others == .move }

    /// Creates a folder with the defaults.
    public init(source: String, output: String) {
        self.source = source
        self.output = output
    }
}
