internal import Glibc
internal import UprightFiles

/// Refuses folders whose rights `upright setup` must not change: those of the system, those of other users, and those with files
/// that would be opened to somebody whose they are not.
struct SetupSafety {
    /// The user who drops files and uses the outputs; nil if only the service does.
    let user: String?

    /// What belongs to the system, with everything in it.
    private static let system = [
        "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/run", "/sbin", "/sys",
        "/usr", "/var",
    ]
    /// What is in one of those and belongs to a user, or to this service.
    private static let exceptions = ["/run/media", "/var/lib/upright"]
    /// The folders that hold those of users and services.
    private static let shared = ["/", "/home", "/media", "/mnt", "/opt", "/root", "/srv", "/tmp", "/run/media"]

    /// Returns a path without symbolic links, also of a folder that does not exist yet.
    static func resolved(_ path: String) throws(OperationError) -> String {
        let path = RawPath(path)
        let existing = FileStore.nearestExisting(path)
        do throws(FileError) {
            return try FileStore.resolved(existing).appending(path.relative(to: existing) ?? "").exact
        } catch { throw OperationError("\(path): \(error)") }
    }

    /// Throws if a folder must not be set up.
    ///
    /// - Parameters:
    ///   - path: its resolved path.
    ///   - isKnown: whether it was set up for the same user before.
    func check(_ path: String, isKnown: Bool) throws(OperationError) {
        let folder = RawPath(path)
        func isIn(_ parents: [String]) -> Bool { parents.contains { folder.relative(to: RawPath($0)) != nil } }
        let advice = "expected a folder for files, such as /srv/photos or one in a home folder"
        if Self.shared.contains(path) || isIn(Self.system) && !isIn(Self.exceptions) {
            throw OperationError("\(folder) belongs to the system: \(advice)")
        }
        if let home = user.flatMap(Self.home), RawPath(home).relative(to: folder) != nil {
            throw OperationError("\(folder) holds all files of \(user ?? ""), keys included: \(advice)")
        }
        let found: FileOwner?
        do throws(FileError) {
            guard FileStore.exists(folder) else { return }
            let own = own
            found = try FileOwner.first(in: folder) { file in
                guard !own.contains(file.user) else { return false }
                // A user's own folder must not lead to a file of somebody else by a second name, nor open what is closed.
                if file.kind == .regular, file.names > 1 { return true }
                let isClosed = file.kind != .symbolicLink && !file.isReadableByAll
                return !isKnown && (file.user != 0 && file.path == folder || isClosed)
            }
        } catch { throw OperationError("\(folder): \(error)") }
        guard let found else { return }
        let owner = Self.name(of: found.user)
        let what = found.kind == .regular && found.names > 1 ? "has several names and belongs to" : "belongs to"
        throw OperationError(
            "\(found.path) \(what) \(owner), and would be opened to \(user ?? SetupPlan.account): expected files of "
                + "\(user ?? SetupPlan.account); give another folder, or --user")
    }

    /// Throws if a user would be let through a folder of another one.
    func checkPassage(_ path: String) throws(OperationError) {
        let owner: uid_t
        do throws(FileError) { owner = try FileOwner.of(RawPath(path)).user } catch { throw OperationError("\(error)") }
        guard owner == 0 || own.contains(owner) else {
            throw OperationError(
                "\(RawPath(path)) belongs to \(Self.name(of: owner)), who lets nobody through: give another folder, or --user"
            )
        }
    }

    /// The users whose files may be shared: the user and the service or, without a user, root and the service.
    private var own: Set<uid_t> {
        let names: [String] = [user ?? "root", SetupPlan.account]
        return Set(names.compactMap { getpwnam($0)?.pointee.pw_uid })
    }

    private static func home(of user: String) -> String? {
        getpwnam(user).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    }

    private static func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "the user \(user)"
    }
}
