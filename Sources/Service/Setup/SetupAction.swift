internal import CUprightLinux
internal import Glibc
package import UprightFiles
internal import UprightThreads

/// One thing that `upright setup` does to the machine.
package enum SetupAction: Sendable, Hashable {
    /// Creates a folder that does not exist, for an owner; the service's group can write into it.
    case createFolder(String, owner: String)
    /// Gives accounts rights on a folder, by an ACL.
    case share(String, with: [String])
    /// Lets accounts pass through a folder.
    case admit(String, [String])
    /// Takes that right from accounts.
    case expel(String, [String])
    /// Takes the rights of accounts from a folder.
    case unshare(String, from: [String])
    /// Writes a file.
    case write(String, String)
    /// Removes a file.
    case remove(String)
    /// Runs a program.
    case run([String])
    /// Tells something that a user has to do.
    case note(String)

    /// What it does, as a line for the user.
    package var description: String {
        switch self {
        case .createFolder(let path, let owner): "create \(path) for \(owner)"
        case .share(let path, let accounts):
            "let \(accounts.joined(separator: " and ")) read and write \(path), and what will be in it"
        case .admit(let path, let accounts): "let \(accounts.joined(separator: " and ")) pass through \(path)"
        case .expel(let path, let accounts):
            "let \(accounts.joined(separator: " and ")) no longer pass through \(path)"
        case .unshare(let path, let accounts):
            "take the rights of \(accounts.joined(separator: " and ")) from \(path); the folder and its files stay"
        case .write(let path, _): "write \(path)"
        case .remove(let path): "remove \(path)"
        case .run(let words): words.joined(separator: " ")
        case .note(let text): text
        }
    }

    /// The programs that it runs, each with its arguments.
    package var commands: [[String]] {
        let group = SetupPlan.account
        func rights(_ accounts: [String]) -> String {
            accounts.flatMap { ["u:\($0):rwX", "d:u:\($0):rwX"] }.joined(separator: ",")
        }
        return switch self {
        case .createFolder(let path, let owner):
            [["install", "-d", "-o", owner, "-g", group, "-m", "2770", "--", path]]
        case .share(let path, let accounts):
            SetupPrograms.path(of: "setfacl") == nil
                ? [
                    ["chgrp", "-R", group, "--", path], ["chmod", "-R", "g+rwX", "--", path],
                    ["chmod", "g+s", "--", path],
                ]
                : [["setfacl", "-R", "-m", rights(accounts), "--", path]]
        case .admit(let path, let accounts):
            SetupPrograms.path(of: "setfacl") == nil
                ? [["chmod", "o+x", "--", path]]
                : [["setfacl", "-m", accounts.map { "u:\($0):x" }.joined(separator: ","), "--", path]]
        case .expel(let path, let accounts):
            SetupPrograms.path(of: "setfacl") == nil
                ? [] : [["setfacl", "-x", accounts.map { "u:\($0)" }.joined(separator: ","), "--", path]]
        case .unshare(let path, let accounts):
            (SetupPrograms.path(of: "setfacl") == nil
                ? []
                : [
                    [
                        "setfacl", "-R", "-x", accounts.flatMap { ["u:\($0)", "d:u:\($0)"] }.joined(separator: ","),
                        "--", path,
                    ]
                ])
                // A folder that the setup has made is the user's own from now on.
                + accounts.filter { $0 != group }.map { user in
                    [
                        "find", path, "-maxdepth", "0", "-user", user, "-group", group, "-exec", "chown", "\(user):",
                        "{}",
                        ";", "-exec", "chmod", "g-s", "{}", ";",
                    ]
                }
        case .run(let words): [words]
        case .write, .remove, .note: []
        }
    }

    /// Carries it out.
    ///
    /// - Parameter runsPrograms: whether to run programs, too; false for tests, which change no rights.
    package func carryOut(runsPrograms: Bool = true) async throws(OperationError) {
        do throws(FileError) {
            switch self {
            case .write(let path, let text):
                _ = try OpenFolder.creating(RawPath(path).parent)
                try FileStore.write(Array(text.utf8), to: RawPath(path))
            case .remove(let path):
                guard FileStore.exists(RawPath(path)) else { return }
                let folder = try OpenFolder(RawPath(path).parent)
                try folder.remove(RawPath(path).name)
                try folder.synchronize()
            case .createFolder(let path, _) where !runsPrograms: _ = try OpenFolder.creating(RawPath(path))
            default: break
            }
        } catch { throw OperationError("\(description): \(error)") }
        guard runsPrograms else { return }
        for words in commands {
            let status = try SetupPrograms.run(words)
            guard status == 0 else {
                throw OperationError("\(words.joined(separator: " ")) ended with status \(status)")
            }
        }
    }
}

/// The programs that a setup runs, without a shell.
enum SetupPrograms {
    private static let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]

    /// The path of a program; nil if the machine does not have it.
    static func path(of name: String) -> String? {
        folders.map { "\($0)/\(name)" }.first { FileStore.allows(.execute, at: RawPath($0)) }
    }

    /// Runs a program to its end, with its messages on standard error.
    static func run(_ words: [String]) throws(OperationError) -> CInt {
        guard let name = words.first, let path = path(of: name) else {
            throw OperationError(
                "\(words.first ?? ""): expected the program in \(folders.joined(separator: ", ")), found none")
        }
        do throws(OperationError) {
            return try ChildProcess(
                [path] + words.dropFirst(), input: [], environment: ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
            )
            .reap()
        } catch { throw OperationError("\(name): \(error)") }
    }
}
