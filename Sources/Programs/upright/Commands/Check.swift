internal import UprightBase
internal import UprightConfiguration
internal import UprightEngine
internal import UprightFiles
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

            Examples:
              upright check
              upright check --config pipeline.yaml --json
            """)

    @OptionGroup var options: StateOptions

    func run() async throws {
        let console = Console.shared
        let configuration = try load()
        let findings = await MachineCheck(configuration).run()
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
        let failures = findings.filter { $0.grade == .failure }
        if failures.contains(where: { $0.problem != nil }) { throw ExitStatus.configuration }
        if !failures.isEmpty { throw ExitStatus.rejected }
    }

    /// The configuration. Scripts get the problems of one that cannot be read as findings, too.
    private func load() throws -> Configuration {
        guard options.json, let file = options.configuration.file else { return try options.configuration.load() }
        do { return try Configuration.load(file: RawPath(argument: file)) } catch {
            for problem in error.problems { Console.shared.print(MachineCheck.Finding(problem).json.serialized) }
            throw ConfigurationOption.report(error)
        }
    }
}
