package import UprightConfiguration
package import UprightSteps

extension Configuration {
    /// Prepares the steps: opens what their settings name.
    ///
    /// - Throws: every setting that cannot be used, with its line.
    package func prepared(_ environment: StepEnvironment) async throws(ConfigurationError) -> PreparedSteps {
        do throws(StepError) { return try await PreparedSteps(environment) } catch { throw self.error(error) }
    }

    /// Says where in the file the settings are that an error names.
    package func error(_ error: StepError) -> ConfigurationError {
        let unnamed = SettingFault("steps", expected: "steps that can begin", found: error.description)
        return ConfigurationError((error.faults.isEmpty ? [unnamed] : error.faults).map(problem))
    }

    /// The problem of a setting that cannot be used, where it is in the file.
    package func problem(_ fault: SettingFault) -> ConfigurationProblem {
        ConfigurationProblem(SettingFault(fullKey(of: fault), fault), file: file ?? "the configuration", lines: lines)
    }

    /// The key with all its parents. That of a step begins with the step's name, and its place in a list is found here.
    private func fullKey(of fault: SettingFault) -> String {
        let name = String(fault.key.prefix { $0 != "." })
        func index(in steps: [any Step]) -> Int? { steps.firstIndex { type(of: $0).name == name } }
        for (number, folder) in folders.enumerated() {
            for (place, path) in folder.furtherOutputs.enumerated() {
                guard let output = fault.output, output == DropFolder.key(ofOutput: path, from: folder.source),
                    let index = index(in: outputSteps[output] ?? [])
                else { continue }
                return "folders[\(number)].outputs[\(place + 1)].steps[\(index)].\(fault.key)"
            }
        }
        return index(in: steps).map { "steps[\($0)].\(fault.key)" } ?? fault.key
    }
}
