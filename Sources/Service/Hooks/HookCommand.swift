internal import UprightConfiguration
internal import CUprightLinux
internal import Glibc
internal import UprightEngine
internal import UprightFiles

/// A program that receives the failures on its standard input.
struct HookCommand: Sendable {
    private let words: [String]

    /// Creates a command from the path of a program and its arguments. No shell interprets them.
    init(_ words: [String]) { self.words = words }

    /// Why the program cannot be started; nil if it can.
    var fault: SettingFault? {
        let path = RawPath(words[0])
        let (key, expected) = ("on-failure.command", "a program that this user may run")
        do throws(FileError) {
            let kind = try FileStore.status(of: path).kind
            guard kind == .regular else {
                return SettingFault(key, expected: expected, found: "a \(kind.rawValue), \(path)")
            }
            try FileStore.check([.execute], at: path)
            return nil
        } catch {
            guard error.isDenial else { return SettingFault(key, expected: expected, error) }
            return SettingFault(
                key, expected: expected, found: "\(path), which it may not (chmod +x?): \(error.reason)", isDenied: true
            )
        }
    }

    /// Runs the program to its end. If it takes too long, kills it with its process group.
    ///
    /// - Returns: What went wrong; nil if it ended with status 0.
    func run(_ input: [UInt8], within timeout: Duration) async -> String? {
        let program = words[0]
        let child: ChildProcess
        do throws(OperationError) {
            child = try await offTheCooperativePool { () throws(OperationError) in
                try ChildProcess(words, input: input, environment: Self.environment)
            }
        } catch { return "\(program) cannot be started: \(error.description)" }
        let killer = Task.detached {
            do { try await Task.sleep(for: timeout) } catch { return false }
            child.killGroup()
            return true
        }
        let status = await child.end()
        killer.cancel()
        if await killer.value { return "\(program) took longer than \(timeout) and was killed" }
        return status == 0 ? nil : "\(program) ended " + (status < 0 ? "by a signal" : "with status \(status)")
    }

    /// The environment variables that the program inherits, which include no secrets.
    private static var environment: [String] {
        let names = ["PATH", "HOME", "LANG", "TZ"]
        return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }
}
