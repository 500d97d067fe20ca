internal import Glibc

/// Locates the worker's program, `upright-codec`.
package enum WorkerProgram {
    /// The program was not found.
    package struct NotFound: Error, Sendable, Hashable, CustomStringConvertible {
        /// The paths that were tried, in order.
        package var tried: [String]
        /// A message: where the program was looked for, and what to do.
        package var description: String {
            "upright-codec was not found; looked for \(tried.joined(separator: ", ")). "
                + "Install it next to upright, or set UPRIGHT_CODEC to its path."
        }
    }

    /// Returns the path in the environment variable `UPRIGHT_CODEC` or, if it is not set, the path of the program next
    /// to the running one, in `../libexec/upright` or in `../lib/upright`.
    package static func locate() throws(NotFound) -> String {
        if let path = getenv("UPRIGHT_CODEC").map({ String(cString: $0) }), !path.isEmpty {
            return try first(executable: [path])
        }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = buffer.withUnsafeMutableBytes { buffer in
            readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
        }
        let program = buffer.prefix(max(length, 0))
        let folder = String(decoding: program[..<(program.lastIndex(of: UInt8(ascii: "/")) ?? 0)], as: UTF8.self)
        return try first(
            executable: ["", "/../libexec/upright", "/../lib/upright"].map { folder + $0 + "/upright-codec" })
    }

    private static func first(executable paths: [String]) throws(NotFound) -> String {
        for path in paths where access(path, X_OK) == 0 { return path }
        throw NotFound(tried: paths)
    }
}
