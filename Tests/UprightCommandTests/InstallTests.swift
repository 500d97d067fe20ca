internal import UprightConfiguration
internal import UprightEngine
internal import UprightService
internal import UprightSteps
import Foundation
import TestSupport
import Testing

@Suite struct InstallTests {
    /// `make install` into a folder of its own, and `make uninstall` from there.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: Fixture.repository.path() + "/.build/release/upright")))
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
        let unit = try String(contentsOf: root["etc/systemd/system/upright.service"], encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/bin/upright watch --config /etc/upright/pipeline.yaml"))
        let uninstall = try Command.run("make", make + ["uninstall"])
        #expect(uninstall.status == 0, "\(uninstall.error)")
        #expect(root.files == ["etc/upright/pipeline.yaml"])
    }
}
