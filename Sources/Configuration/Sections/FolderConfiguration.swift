/// A drop folder and the destination of its pictures: an entry of `folders`.
package struct FolderConfiguration: Sendable, Hashable {
    /// How new files are detected.
    package enum Backend: String, Sendable, Hashable, CaseIterable {
        /// Depends on the type of the file system: `inotify` on local ones, `poll` on network and FUSE mounts.
        case auto
        /// The kernel reports changes. Only detects changes that this machine makes.
        case inotify
        /// The folder is listed periodically.
        case poll
    }

    /// What happens to an original once its output is durable.
    package enum Originals: Sendable, Hashable {
        /// It stays where it is.
        case keep
        /// It is moved to the given folder, under its relative path.
        case move(to: String)
        case delete
    }

    /// What happens to a file of an unsupported type.
    package enum Others: String, Sendable, Hashable, CaseIterable {
        /// It stays where it is.
        case leave
        /// It is delivered as it is; its original is kept, moved or deleted as those of pictures are.
        case copy
        /// It is delivered as it is, and then leaves the drop folder, whatever happens to originals: the output has its bytes.
        case move
    }

    /// What happens to a picture that another source of the drop folder shows as well.
    package enum Duplicates: String, Sendable, Hashable, CaseIterable {
        /// It is delivered.
        case keep
        /// It stays where it is (`ignored`), and its output does not exist twice.
        case skip
    }

    /// Where the values go that steps find out.
    package enum Sidecar: String, Sendable, Hashable, CaseIterable {
        /// Into the pictures.
        case off
        /// Into an XMP sidecar beside each output: the pictures' own metadata stay.
        case xmp
    }

    /// What happens to subfolders of the drop folder that are empty.
    package enum EmptyFolders: String, Sendable, Hashable, CaseIterable {
        /// They stay.
        case keep
        /// They are removed when nothing has changed in them for `retire-after`.
        case remove
    }

    /// What happens to a sideways picture whose turn needs a new loss.
    package enum Lossy: String, Sendable, Hashable, CaseIterable {
        /// It is delivered as it is, with its orientation.
        case keep
        /// It is turned, and coded again with its own quantizer.
        case turn
    }

    /// What happens to a source that was edited after its delivery.
    package enum OnChange: String, Sendable, Hashable, CaseIterable {
        /// It is rejected; its first output stays.
        case reject
        /// Its output is replaced, unless that has changed since its delivery.
        case replace
        /// It is delivered next to its first output, under a numbered name: `a-2.jpg`.
        case version
    }

    /// What happens when an output is deleted while its original stays.
    package enum DeletedOutputs: String, Sendable, Hashable, CaseIterable {
        /// It is made again.
        case restore
        /// It stays away, until `reprocess --force` makes it again.
        case respect
    }

    /// The drop folder to watch (`source`), an absolute path.
    package var source: String
    /// The folder for the normalized pictures (`output`), an absolute path.
    package var output: String
    /// The folders for further outputs, absolute paths: each is made from the first one by steps of its own (`outputs`).
    package var furtherOutputs: [String] = []
    /// Whether to watch folders inside as well (`recursive`). Default: true.
    package var recursive = true
    /// Whether to correct a wrong file-name extension in the output (`correct-extension`). Default: true.
    package var correctExtension = true
    /// Whether to turn pictures (`turns`); if false, they are copied in their stored orientation. Default: true.
    package var turns = true
    /// What happens to a sideways picture whose turn needs a new loss (`lossy`). Default: `keep`.
    package var lossy = Lossy.keep
    /// How new files are detected (`backend`). Default: `auto`.
    package var backend = Backend.auto
    /// The interval at which a polled folder is listed (`poll-interval`). Default: 5 s.
    package var pollInterval = Duration.seconds(5)
    /// How long the size and modification time of a file must be unchanged before it is processed (`settle`). Default: 2 s.
    package var settle = Duration.seconds(2)
    /// The interval at which everything is scanned again, with every backend (`scan-interval`). Default: 15 min.
    package var scanInterval = Duration.seconds(900)
    /// What happens to originals (`originals`). Default: `keep`.
    package var originals = Originals.keep
    /// How long moved originals are kept (`originals-kept`); nil for ever. Default: nil.
    package var originalsKept: Duration?
    /// Whether originals are moved or deleted even if they hold something that their outputs do not have in a valid form
    /// (`originals: move-always`, `delete-always`). Default: false.
    package var alwaysRetires = false
    /// How long an original must be unchanged after its delivery before it is moved or deleted, if it is not known that its
    /// writers have closed it (`retire-after`). Default: 5 min.
    package var retireAfter = Duration.seconds(300)
    /// The mode of outputs (`mode`), for example 0o640; nil for that of their sources.
    package var mode: Int?
    /// What happens to files of unsupported types (`others`). Default: `leave`.
    package var others = Others.leave
    /// What happens to a picture that was delivered from another source (`duplicates`). Default: `keep`.
    package var duplicates = Duplicates.keep
    /// Where the values go that steps find out (`sidecar`). Default: `off`, into the pictures.
    package var sidecar = Sidecar.off
    /// What happens to subfolders that are empty (`empty-folders`). Default: `keep`.
    package var emptyFolders = EmptyFolders.keep
    /// What happens to a source that was edited after its delivery (`on-change`). Default: `reject`.
    package var onChange = OnChange.reject
    /// What happens when an output is deleted while its original stays (`deleted-outputs`). Default: `respect`.
    package var deletedOutputs = DeletedOutputs.respect
    /// The folder that receives a copy of each rejected file and a text file with the reason (`rejected`); nil for none.
    package var rejected: String?
    /// Whether what belongs to a picture's shot (raw file, sidecars, the video of a Live Photo …) is delivered with it
    /// (`companions`). Default: true.
    package var companions = true
    /// Globs of names to ignore (`ignore`), in addition to those that are always ignored.
    package var ignore: [String] = FolderConfiguration.defaultIgnore

    /// The temporary and administrative names that are ignored if `ignore` is not given.
    package static let defaultIgnore = [
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
    /// - Parameter isUnsupported: whether the file is of an unsupported type.
    package func originals(isUnsupported: Bool) -> Originals { isUnsupported && others == .move ? .delete : originals }

    /// The output folders.
    package var outputs: [String] { [output] + furtherOutputs }

    /// The folder that originals are moved to (`originals-folder`); nil if they are not.
    package var originalsFolder: String? { if case .move(let path) = originals { path } else { nil } }

    /// All folders that are written to: what is in them does not come from a source, wherever they are.
    package var written: [String] { outputs + [rejected, originalsFolder].compactMap(\.self) }

    /// Whether originals can leave the drop folder.
    package var retiresOriginals: Bool { originals != .keep || others == .move }

    package init(source: String, output: String) {
        self.source = source
        self.output = output
    }
}
