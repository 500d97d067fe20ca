internal import CUprightLinux
public import UprightConfiguration
public import UprightEngine
internal import Glibc
internal import UprightFiles
internal import UprightSteps
internal import UprightWorker

/// Confines a process that serves the gallery: it may read the pictures, the state and what programs need; it may write the
/// state folder alone (thumbnails, and which failures are to be tried again); it may listen at its own port, and connect to
/// nothing.
public enum GalleryConfinement {
    private static let marker = "UPRIGHT_GALLERY_CONFINED"

    /// Confines this process by starting its program anew: a thread can confine only itself and what it starts. Returns in
    /// the new one, and where the kernel does not allow it.
    ///
    /// - Returns: what could not be put in force, and why; nil where everything is.
    public static func enter(_ configuration: Configuration, address: GalleryAddress, tokenFile: String?) -> String? {
        if getenv(marker) != nil {
            unsetenv(marker)
            return nil
        }
        let readable = readable(configuration, tokenFile)
        let writable = [configuration.state, "/dev/null"]
        let result = withPointers(readable) { readable in
            withPointers(writable) { writable in clinux_landlock_allow(readable, writable, Int32(address.port)) }
        }
        guard result >= 0 else { return "Landlock: \(String(cString: strerror(-result)))" }
        setenv(marker, "1", 1)
        setenv("SQLITE_TMPDIR", configuration.state, 1)
        let arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) } + [nil]
        execv("/proc/self/exe", arguments)
        let error = errno
        unsetenv(marker)
        return "starting anew: \(String(cString: strerror(error)))"
    }

    private static func readable(_ configuration: Configuration, _ tokenFile: String?) -> [String] {
        var paths = [
            "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/proc/self", "/sys/devices/system/cpu",
            "/dev/urandom", "/dev/zero", configuration.state,
        ]
        paths += libraryFolders()
        for folder in configuration.folders {
            // The viewer shows what a picture was before.
            paths += [folder.source, folder.output]
            if case .move(let originals) = folder.originals { paths.append(originals) }
        }
        paths += [configuration.file, tokenFile, configuration.step(PlaceStep.self)?.gazetteer].compactMap { $0 }
        do { paths.append(LexicalPath.parent(of: try WorkerProgram.locate())) } catch {
            // Without it no thumbnail is made, and the gallery says so.
        }
        return paths
    }

    /// Where the libraries that are loaded now are, and the program itself.
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
