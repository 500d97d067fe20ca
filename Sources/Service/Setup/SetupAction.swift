internal import CUprightLinux
internal import Glibc
package import UprightFiles
internal import UprightBase

/// One thing that `upright setup` does to the machine.
package enum SetupAction: Sendable, Hashable {
    /// Creates a folder that does not exist, for an owner; the service's group can write into it.
    case createFolder(String, owner: String)
    /// Gives accounts rights on a folder, by an ACL.
    case share(String, with: [String])
    /// Lets accounts pass through a folder.
    case admit(String, [String])
    /// Takes that right from the service. A user who was let through keeps it, and with it the way to their pictures.
    case expel(String)
    /// Places the mark that shows that a folder is there (``FolderMark``).
    case mark(String)
    /// Takes the service's rights from a folder, and gives what it wrote there to the user.
    case unshare(String, to: String?)
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
        case .expel(let path): "let \(SetupPlan.account) no longer pass through \(path)"
        case .mark(let path): "mark \(path) as the folder that is meant (.upright)"
        case .unshare(let path, let user):
            "take the rights of \(SetupPlan.account) from \(path); the folder and its files stay"
                + (user.map { ", and those that \(SetupPlan.account) wrote become \($0)'s" } ?? "")
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
                : [
                    // A new mask lets the group have what its entry says, and the old one may have kept from it.
                    ["find", path, "!", "-type", "l", "!", "-perm", "-g=r"] + Self.group("-"),
                    ["setfacl", "-R", "-P", "-m", rights(accounts), "--", path],
                ]
        case .admit(let path, let accounts):
            SetupPrograms.path(of: "setfacl") == nil
                ? [["chmod", "o+x", "--", path]]
                : [["setfacl", "-m", accounts.map { "u:\($0):x" }.joined(separator: ","), "--", path]]
        case .expel(let path):
            SetupPrograms.path(of: "setfacl") == nil ? [] : [["setfacl", "-n", "-x", "u:\(group)", "--", path]]
        case .unshare(let path, let user): Self.unsharing(path, user)
        case .run(let words): [words]
        case .write, .remove, .mark, .note: []
        }
    }

    private static func unsharing(_ path: String, _ user: String?) -> [[String]] {
        let group = SetupPlan.account
        let hasLists = SetupPrograms.path(of: "setfacl") != nil
        // The masks stay: with others, entries that they have masked would count.
        let rights = hasLists ? [["setfacl", "-n", "-R", "-P", "-x", "u:\(group),d:u:\(group)", "--", path]] : []
        guard let user else { return rights }
        // What the service wrote, and what got its group in a folder that the setup made. The user's own group gets no more than
        // everybody has.
        let found = ["find", path, "(", "-user", group, "-o", "-user", user, "-group", group, ")"]
        let files = found + ["!", "-type", "l"]
        let narrowed =
            hasLists
            ? [
                files + ["-perm", "-o=r"] + Self.group("rX"), files + ["!", "-perm", "-o=r"] + Self.group("-"),
                found + ["-type", "d", "-exec", "chmod", "g-s", "--", "{}", "+"],
            ] : [files + ["-exec", "chmod", "g=o,g-s", "--", "{}", "+"]]
        return rights + narrowed + [found + ["-exec", "chown", "-h", "\(user):", "--", "{}", "+"]]
    }

    /// Has `find` give the group of files these rights. What other entries of their access control lists say goes on to count.
    private static func group(_ rights: String) -> [String] {
        ["-exec", "setfacl", "-n", "-m", "g::\(rights)", "--", "{}", "+"]
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
            case .mark(let path): try FolderMark.make(in: OpenFolder(RawPath(path)))
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
