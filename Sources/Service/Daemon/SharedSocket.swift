internal import Glibc
internal import UprightConfiguration
package import UprightFiles

/// The Unix socket on which a daemon that a service manager runs tells members of its group how it is and what happened
/// to their files. It accepts no control requests.
///
/// It is in the service's runtime folder (`RuntimeDirectory=` of the unit), which the group can enter, unlike the state folder.
package enum SharedSocket {
    private static let name = "status.sock"

    /// The runtime folder of the service to which this process belongs.
    private static var runtimeFolder: String? {
        let folders = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) } ?? ""
        return folders.split(separator: ":").first.map(String.init)
    }

    /// Where this process serves it; nil if it has no runtime folder.
    static var served: StatusConfiguration.Address? { runtimeFolder.map { .unix(path: $0 + "/" + name) } }

    /// The path at which to ask: that of this process's service, otherwise that of the system's.
    package static var path: String { (runtimeFolder ?? "/run/upright") + "/" + name }

    /// Why this user cannot ask there: `EACCES` if only members of the service's group can; nil if nothing is known to be wrong.
    package static var refusal: FileError? {
        do throws(FileError) {
            try FileStore.check(.write, at: RawPath(path))
            return nil
        } catch { return error }
    }
}
