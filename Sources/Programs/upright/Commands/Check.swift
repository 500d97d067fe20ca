internal import UprightJSON
internal import UprightEngine
internal import UprightService
internal import ArgumentParser

/// `upright check`: checks the configuration, then the machine.
struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Checks the configuration and the machine: sandbox, libraries, folder rights, free space, watch limits.",
        discussion: """
            Exit status 78 if the configuration is invalid, 1 if the machine lacks something. What this user cannot find out, because \
            the service runs as another, is unknown and no failure.
            """)

    @OptionGroup var options: StateOptions

    func run() async throws {
        let configuration = try options.configuration.load()
        let console = Console.shared
        let file = configuration.file ?? ""
        let findings =
            [
                MachineCheck.Finding(
                    subject: "configuration", grade: .good,
                    text: "\(file): \(Words.count(configuration.folders.count, "folder"))")
            ] + (await MachineCheck(configuration).run())
        if options.json {
            for finding in findings { console.print(finding.json.serialized) }
        } else {
            let width = (findings.map(\.subject.count).max() ?? 0) + 2
            for finding in findings {
                let style: Style =
                    switch finding.grade {
                    case .good: .green
                    case .warning, .unknown: .yellow
                    case .failure: .red
                    }
                let grade = style(Words.padded(finding.grade.rawValue, 9), when: console.outputHasColours)
                console.print(grade + Words.padded(finding.subject, width) + finding.text)
            }
        }
        if findings.contains(where: { $0.grade == .failure }) { throw ExitStatus.rejected }
    }
}
