import Foundation
import TestSupport
import Testing

@Suite struct ServiceUnitTests {
    static let unit = Fixture.repository.appending(path: "systemd/upright.service").path()
    static let hasAnalyzer = Command.exists("systemd-analyze")

    @Test(.enabled(if: hasAnalyzer, "systemd-analyze is not installed"))
    func verifiesWithNothingToSay() throws {
        let command = try Command.run("systemd-analyze", ["verify", Self.unit])
        #expect(command.status == 0)
        #expect(command.error == "")
    }

    /// The threshold counts tenths: 2.0 on a scale where 10.0 is unconfined.
    @Test(.enabled(if: hasAnalyzer, "systemd-analyze is not installed"))
    func isExposedAt2AtMost() throws {
        let command = try Command.run(
            "systemd-analyze", ["security", "--offline=true", "--threshold=20", "--no-pager", Self.unit])
        #expect(command.status == 0, "\(command.output.suffix(200))")
    }

    @Test func everyHardeningDirectiveHasAReason() throws {
        let lines = try String(contentsOfFile: Self.unit, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.hasPrefix("Protect") || line.hasPrefix("Private") {
            // A comment precedes the group of directives that it explains.
            let group = lines[..<index].reversed().prefix { !$0.isEmpty }
            #expect(group.contains { $0.hasPrefix("#") }, "\(line)")
        }
    }
}
