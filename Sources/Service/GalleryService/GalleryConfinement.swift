internal import CUprightLinux
public import UprightConfiguration
public import UprightEngine
internal import Glibc
internal import UprightFiles
internal import UprightSteps
internal import UprightWorker

/// Confines a process that serves the gallery. It can read the pictures, the state and what programs need; write only to
/// the state folder (thumbnails and retry requests); listen on its own port; and connect to nothing.
public enum GalleryConfinement {
    private static let marker = "UPRIGHT_GALLERY_CONFINED"

    /// Confines this process by executing its program again, because a thread can confine only itself and its descendants.
    /// Returns in the new program, or if the kernel does not support it.
    ///
    /// - Returns: Which confinement failed, and why; nil if all of it is in force.
    public static func enter(_ configuration: Configuration, address: GalleryAddress, tokenFile: String?) -> String? {
        if getenv(marker) != nil {
            unsetenv(marker)
            return nil
        }
        let readable = readable(configuration, tokenFile)
        let writable = [configuration.state, "/dev/null"]
        let result = withPointers(readable) { readable in
            withPointers(openable) { openable in
                withPointers(writable) { writable in
                    clinux_landlock_allow(readable, openable, writable, Int32(address.port))
                }
            }
        }
        guard result >= 0 else { return "Landlock: \(String(cString: strerror(-result)))" }
        clinux_keep_file_capabilities()
        endAtOnce()
        setenv(marker, "1", 1)
        setenv("SQLITE_TMPDIR", configuration.state, 1)
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

    private static func readable(_ configuration: Configuration, _ tokenFile: String?) -> [String] {
        var paths = [
            "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/sys/devices/system/cpu",
            "/dev/urandom", "/dev/zero", configuration.state,
        ]
        paths += libraryFolders()
        for folder in configuration.folders {
            // The viewer also shows the original.
            paths += [folder.source, folder.output]
            if case .move(let originals) = folder.originals { paths.append(originals) }
        }
        paths += [configuration.file, tokenFile, configuration.steps.naming.gazetteer].compactMap { $0 }
        do { paths.append(LexicalPath.parent(of: try WorkerProgram.locate())) } catch {
            // Without it there are no thumbnails, and the gallery reports this.
        }
        return paths
    }

    /// The folders of the loaded libraries and of the program itself.
    private static func libraryFolders() -> [String] {
        do {
            let maps = String(decoding: try FileStore.read("/proc/self/maps", limit: 1 << 24), as: UTF8.self)
            let paths = maps.split(separator: "\n").compactMap { line in
                line.firstIndex(of: "/").map { String(line[$0...]) }
            }
            return Array(Set(paths.map { LexicalPath.parent(of: $0) })).filter { $0 != "/" }
        } catch { return [] }
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
