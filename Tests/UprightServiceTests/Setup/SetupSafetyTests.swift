internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing
internal import UprightFiles
internal import UprightService

/// What `upright setup` refuses, and what it takes away.
@Suite("Setup")
struct SetupSafetyTests {
    private let scratch: TemporaryFolder

    init() throws { scratch = try TemporaryFolder() }

    private var places: SetupPlan.Places {
        SetupPlan.Places(configuration: scratch["etc/pipeline.yaml"].path(), units: scratch["units"].path())
    }

    private func plan(
        _ drop: String, _ output: String? = nil, user: String? = nil, isMember: Bool = true
    ) throws -> SetupPlan {
        let folder = SetupFolder(
            drop: drop, output: output ?? scratch["out"].path(), originals: "keep", others: "leave", user: user)
        return try SetupPlan(settingUp: folder, in: places, hasService: false, isMember: { _ in isMember })
    }

    @Test(
        "folders of the system are refused, also behind a link",
        arguments: [
            "/etc", "/etc/upright-of-a-test", "/usr/share", "/var/log", "/var/backups/x", "/home", "/srv", "/boot",
            "/run/x",
        ])
    func system(path: String) throws {
        for output in [false, true] {
            let drop = scratch["drop"].path()
            #expect {
                _ = output ? try plan(drop, path) : try plan(path)
            } throws: { "\($0)".contains("belongs to the system") }
        }
        guard FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.createSymbolicLink(atPath: scratch["link"].path(), withDestinationPath: path)
        #expect { _ = try plan(scratch["link"].path()) } throws: { "\($0)".contains("belongs to the system") }
    }

    @Test("a folder for files is accepted, is marked, and stays the user's")
    func accepted() throws {
        let drop = scratch["drop"].path()
        let actions = try plan(drop).actions
        let resolved = try FileStore.resolved(RawPath(scratch.path)).exact + "/drop"
        let mark = try #require(actions.firstIndex(of: .mark(resolved)))
        #expect(mark < (actions.firstIndex(of: .share(resolved, with: ["upright"])) ?? 0))
        #expect(throws: Never.self) { try plan(scratch["a"].path()) }
        // A percent sign begins a specifier of systemd.
        let odd = try plan(scratch.path + "/100%").actions
        #expect(odd.contains { if case .write(_, let text) = $0 { text.contains("/100%%\"") } else { false } })
    }

    @Test(
        "what another entry uses keeps its rights, and a user who was added leaves the group",
        .enabled(if: geteuid() == 0))
    func shared() async throws {
        let (first, second) = (scratch["a"].path(), scratch["b"].path())
        for (drop, isMember) in [(first, false), (first, true), (second, true)] {
            for action in try plan(drop, user: "daemon", isMember: isMember).actions {
                try await action.carryOut(runsPrograms: false)
            }
        }
        let leaving = SetupAction.run(["gpasswd", "-d", "daemon", "upright"])
        var actions = try SetupPlan(removing: first, in: places, hasService: false).actions
        let root = try FileStore.resolved(RawPath(scratch.path)).exact
        #expect(actions.contains(.unshare(root + "/a", to: "daemon")) && !actions.contains(leaving))
        #expect(!actions.contains(.unshare(root + "/out", to: "daemon")))
        try await SetupPlan(removing: second, in: places, hasService: false).actions[0].carryOut(runsPrograms: false)
        actions = try SetupPlan(removing: first, in: places, hasService: false).actions
        #expect(actions.contains(.unshare(root + "/out", to: "daemon")) && actions.contains(leaving))
    }

    @Test("nobody is let through the closed folder of somebody else", .enabled(if: geteuid() == 0))
    func passage() throws {
        try scratch.write("mine", to: "closed/drop/a.txt")
        #expect(chmod(scratch["closed"].path(), 0o700) == 0)
        #expect(throws: Never.self) { try plan(scratch["closed/drop"].path()) }
        #expect(chown(scratch["closed"].path(), 65_000, 65_000) == 0)
        #expect { _ = try plan(scratch["closed/drop"].path()) } throws: { "\($0)".contains("who lets nobody through") }
    }

    @Test("what is taken away is the service's, and what it wrote becomes the user's")
    func removal() {
        let commands = SetupAction.unshare("/srv/out", to: "alice").commands
        #expect(!commands.joined().contains { $0.contains("u:alice") })
        #expect(commands.contains { $0.contains("chown") && $0.contains("alice:") && $0.contains("-h") })
        #expect(!SetupAction.expel("/srv").commands.joined().contains { $0.contains("alice") })
        #expect(!SetupAction.unshare("/srv/out", to: nil).commands.joined().contains("chown"))
    }

    @Test(
        "what a mask has kept from a group and others stays so, with new rights and without them",
        .enabled(if: geteuid() == 0 && Command.exists("setfacl")))
    func masks() async throws {
        let path = scratch["drop/private.jpg"].path()
        try scratch.write("private", to: "drop/private.jpg")
        _ = try Command.run("setfacl", ["--set", "u::rw,u:bin:rwx,g::r-x,m::-,o::-", path])
        try await SetupAction.share(scratch["drop"].path(), with: ["daemon"]).carryOut()
        #expect(try Command.run("getfacl", ["-cp", path]).output.contains("group::---"))
        for words in SetupAction.unshare(scratch["drop"].path(), to: "daemon").commands
            + SetupAction.expel("/srv").commands
        where words.contains("setfacl") {
            #expect(words.contains("-n"), "\(words)")
        }
    }

    @Test("a file of somebody else with a second name is refused", .enabled(if: geteuid() == 0))
    func names() throws {
        try scratch.write("secret", to: "key")
        try scratch.write("mine", to: "drop/a.txt")
        #expect(throws: Never.self) { try plan(scratch["drop"].path()) }
        #expect(chown(scratch["key"].path(), 65_000, 65_000) == 0)
        try FileManager.default.linkItem(at: scratch["key"], to: scratch["drop/b.txt"])
        #expect { _ = try plan(scratch["drop"].path()) } throws: { "\($0)".contains("several names") }
        try FileManager.default.removeItem(at: scratch["drop/b.txt"])
        try scratch.write("private", to: "drop/deep/c.txt")
        #expect(chown(scratch["drop/deep/c.txt"].path(), 65_000, 65_000) == 0)
        #expect(throws: Never.self) { try plan(scratch["drop"].path()) }
        #expect(chmod(scratch["drop/deep/c.txt"].path(), 0o600) == 0)
        #expect { _ = try plan(scratch["drop"].path()) } throws: { "\($0)".contains("would be opened") }
        #expect(chown(scratch["drop"].path(), 65_000, 65_000) == 0)
        #expect { _ = try plan(scratch["drop"].path()) } throws: { "\($0)".contains("belongs to") }
    }
}
