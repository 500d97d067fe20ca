internal import CUprightLinux
internal import Glibc
internal import UprightConfiguration
internal import UprightFiles
internal import UprightWorker

/// Confines a process that others can reach: what it can read and write is named, it listens on its own port, and connects to
/// nothing.
package enum ProcessConfinement {
    private static let marker = "UPRIGHT_CONFINED"

    /// Confines this process by executing its program again, because a thread can confine only itself and its descendants.
    /// Returns in the new program, or if the kernel does not support it.
    ///
    /// - Parameters:
    ///   - readable: what it can read, besides programs, libraries and what those need.
    ///   - writable: what it can write, besides nothing.
    ///   - port: the port on which it listens.
    ///   - environment: variables that it gets.
    /// - Returns: Which confinement failed, and why; nil if all of it is in force.
    package static func enter(
        readable: [String], writable: [String], port: UInt16, environment: [String: String] = [:]
    ) -> String? {
        if getenv(marker) != nil {
            unsetenv(marker)
            return nil
        }
        let result = withPointers(system + libraryFolders() + readable) { readable in
            withPointers(openable) { openable in
                withPointers(writable + ["/dev/null"]) { writable in
                    clinux_landlock_allow(readable, openable, writable, Int32(port))
                }
            }
        }
        guard result >= 0 else { return "Landlock: \(String(cString: strerror(-result)))" }
        clinux_keep_file_capabilities()
        endAtOnce()
        setenv(marker, "1", 1)
        for (name, value) in environment { setenv(name, value, 1) }
        let arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", arguments)
        let error = errno
        unsetenv(marker)
        return "executing the program again: \(String(cString: strerror(error)))"
    }

    /// Makes a crash end the process at once. A backtrace needs what is denied here, and as long as one is tried, or a core
    /// dump written, the port accepts connections that nobody answers.
    private static func endAtOnce() {
        setenv("SWIFT_BACKTRACE", ChildProcess.withoutBacktrace, 1)
        clinux_disable_core_dumps()
    }

    /// libdispatch watches its threads in `/proc/THREAD/stat`, not below `/proc/self`, and ends a process that cannot open
    /// the file of one. No folder of a process can be listed, and Landlock also keeps the process from what only a tracer
    /// may read of others: environment, memory, descriptors.
    private static let openable = ["/proc"]

    /// What programs need.
    private static let system = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/sys/devices/system/cpu",
        "/dev/urandom", "/dev/zero",
    ]

    /// The folders of the loaded libraries, of the program itself and of the worker's.
    private static func libraryFolders() -> [String] {
        var folders: [String] = []
        do { folders.append(LexicalPath.parent(of: try WorkerProgram.locate())) } catch {
            // Without it no picture is decoded, and whoever needs one reports this.
        }
        do {
            let maps = String(decoding: try FileStore.read("/proc/self/maps", limit: 1 << 24), as: UTF8.self)
            let paths = maps.split(separator: "\n").compactMap { line in
                line.firstIndex(of: "/").map { String(line[$0...]) }
            }
            folders += Set(paths.map { LexicalPath.parent(of: $0) }).filter { $0 != "/" }
        } catch {
            // Then the program is not found again, which is reported.
        }
        return folders
    }

    private static func withPointers<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
