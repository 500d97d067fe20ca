package import UprightConfiguration
package import UprightEngine
package import UprightSteps

extension Configuration {
    /// Prepares everything that the daemon needs before it can begin: the steps, the folders, the gallery's token and tiles, the
    /// hook. `upright check` calls it as well, so that both say the same.
    ///
    /// - Throws: every setting that cannot be used, with its line.
    package func preparedForService(_ environment: StepEnvironment) async throws(ConfigurationError) -> PreparedSteps {
        var faults = [FolderIdentity.loop(in: folders), FailureHook.fault(of: onFailure)].compactMap(\.self)
        if let path = gallery.tokenFile {
            do throws(SettingFault) { _ = try AccessToken.reading(path) } catch {
                faults.append(SettingFault("gallery." + error.key, error))
            }
        }
        if case .archive(let path) = gallery.tiles?.source {
            do throws(SettingFault) { _ = try TileArchive.open(path) } catch { faults.append(error) }
        }
        var problems = faults.map(problem)
        var steps = PreparedSteps()
        do throws(ConfigurationError) { steps = try await prepared(environment) } catch { problems += error.problems }
        guard problems.isEmpty else { throw ConfigurationError(problems) }
        return steps
    }
}
