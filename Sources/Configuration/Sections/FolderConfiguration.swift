/// One drop folder and where its pictures go: an entry of `folders`.
public struct FolderConfiguration: Sendable, Hashable {
    /// How arrivals are noticed.
    public enum Backend: String, Sendable, Hashable, CaseIterable {
        /// By the file system's type: `inotify` on local ones, `poll` on network and FUSE mounts.
        case auto
        /// The kernel tells. Sees only what this machine does.
        case inotify
        /// The folder is listed on a period.
        case poll
    }

    /// What becomes of an original once its output is durable.
    public enum Originals: Sendable, Hashable {
        /// It stays where it is.
        case keep
        /// It is moved under the given folder, its relative path kept.
        case move(to: String)
        /// It is deleted.
        case delete
    }

    /// What is done with a source that was edited after it had come out.
    public enum OnChange: String, Sendable, Hashable, CaseIterable {
        /// It is rejected; its first output stays.
        case reject
        /// Its output is replaced, if that is still what was delivered.
        case replace
        /// It comes out beside its first output, under a name with a number: `a-2.jpg`.
        case version
    }

    /// The folder that is watched (`source`), an absolute path.
    public var source: String
    /// The folder that the normalized pictures are written to (`output`), an absolute path.
    public var output: String
    /// Whether folders inside are watched too (`recursive`). Default: true.
    public var recursive = true
    /// Whether a wrong file-name extension is corrected in the output (`correct-extension`). Default: true.
    public var correctExtension = true
    /// Whether pictures are turned (`turns`); off, they are copied as they lie. Default: true.
    public var turns = true
    /// How arrivals are noticed (`backend`). Default: `auto`.
    public var backend = Backend.auto
    /// How often a polled folder is listed (`poll-interval`). Default: 5 s.
    public var pollInterval = Duration.seconds(5)
    /// How long size and time of a file must have stood still (`settle`). Default: 2 s.
    public var settle = Duration.seconds(2)
    /// How often everything is scanned again in every backend (`scan-interval`). Default: 15 min.
    public var scanInterval = Duration.seconds(900)
    /// What becomes of originals (`originals`). Default: `keep`.
    public var originals = Originals.keep
    /// What is done with a source that was edited after it had come out (`on-change`). Default: `reject`.
    public var onChange = OnChange.reject
    /// The folder that gets a copy of each rejected file and a text with the reason (`rejected`); nil for none.
    public var rejected: String?
    /// Whether sidecars (`.xmp`, Takeout `.json`, `.mov`, `.aae`) travel with their picture (`companions`). Default: true.
    public var companions = true
    /// Names that are not looked at, as globs (`ignore`), beside those that are always ignored.
    public var ignore: [String] = FolderConfiguration.defaultIgnore

    /// The temporary and administrative names that are ignored where `ignore` is not given.
    public static let defaultIgnore = [
        ".*", "*.part", "*.partial", "*.filepart", "*.crdownload", "*.download", "*.tmp", "*.temp", "*.swp", "*~", "~*",
        "@eaDir", "#recycle", "#snapshot", "lost+found", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN",
        "System Volume Information",
    ]

    /// A folder with the defaults.
    public init(source: String, output: String) {
        self.source = source
        self.output = output
    }
}
