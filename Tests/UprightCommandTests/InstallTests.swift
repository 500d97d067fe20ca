internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
import Foundation
import TestSupport
import Testing

@Suite struct InstallTests {
    /// After `make test`, `make install` installed programs that need the toolchain's shared libraries, which do not start on
    /// a machine without a toolchain.
    @Test func aProgramThatNeedsTheToolchainIsNotInstalled() throws {
        let root = try TemporaryFolder()
        let programs = Command.built("upright").deletingLastPathComponent().path()
        let install = try Command.run(
            "make",
            [
                "-C", Fixture.repository.path(), "install", "DESTDIR=\(root.path)", "PROGRAMS=\(programs)",
                "SHARE=\(root.path)/share",
            ])
        #expect(install.status != 0)
        #expect(install.error.contains("expected Swift's libraries inside"), "\(install.error)")
        #expect(root.files.allSatisfy { !$0.hasPrefix("usr/local/lib/upright/") })
    }

    /// `make install` into a separate folder, and `make uninstall` from there.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: Fixture.repository.path() + "/.build/programs/upright")))
    func installsAWorkingLayoutAndTakesItAwayAgain() throws {
        let root = try TemporaryFolder()
        let make = ["-C", Fixture.repository.path(), "DESTDIR=\(root.path)", "PREFIX=/usr"]
        let install = try Command.run("make", make + ["install"])
        #expect(install.status == 0, "\(install.error)")
        let version = try Command.run(root["usr/lib/upright/upright"].path(), ["--version"])
        #expect(version.output == Product.version + "\n")
        #expect(root.files.contains("usr/lib/upright/upright-codec"))
        let configuration = try Configuration.load(file: root["etc/upright/pipeline.yaml"].path())
        #expect(configuration.folders.first?.source == "/var/lib/upright/drop")
        #expect(configuration.state == "/var/lib/upright/state")
        let unit = try String(contentsOf: root["usr/lib/systemd/system/upright.service"], encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/bin/upright watch --config /etc/upright/pipeline.yaml"))
        #expect(root.files.contains("usr/lib/sysusers.d/upright.conf"))
        #expect(root.files.contains("usr/share/man/man1/upright-reprocess.1"))
        #expect(root.files.contains("usr/share/man/man5/upright-pipeline.5"))
        #expect(root.files.contains("usr/share/bash-completion/completions/upright"))
        let uninstall = try Command.run("make", make + ["uninstall"])
        #expect(uninstall.status == 0, "\(uninstall.error)")
        #expect(root.files == ["etc/upright/pipeline.yaml"])
    }

    @Test(
        "compose.yaml and the deployment name the tag of this version's image",
        arguments: [
            "compose.yaml", "deploy/kubernetes/deployment.yaml",
        ])
    func imageTag(file: String) throws {
        let text = try String(contentsOf: Fixture.repository.appending(path: file), encoding: .utf8)
        let images = text.matches(of: /(?m)^ *image: (.*)$/).map { String($0.output.1) }
        #expect(images == ["upright:\(Product.version)"])
    }

    /// apt removed and upgraded the package while the gallery went on with the programs that were gone.
    @Test("each maintainer script of the package handles each unit", arguments: ["postinst", "prerm", "postrm"])
    func maintainerScripts(script: String) throws {
        let units = try FileManager.default.contentsOfDirectory(
            atPath: Fixture.repository.appending(path: "systemd").path()
        ).filter { $0.hasSuffix(".service") }
        #expect(units.count > 1)
        let path = Fixture.repository.appending(path: "packaging/debian/upright.\(script)")
        let text = try String(contentsOf: path, encoding: .utf8)
        for unit in units { #expect(text.contains(unit), "\(script) lacks \(unit)") }
        #expect(try Command.run("/bin/sh", ["-n", path.path()]).status == 0)
    }
}
