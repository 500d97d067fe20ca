internal import UprightConfiguration
package import UprightFiles
internal import UprightRewriting
package import UprightSteps
package import UprightWorker

extension Configuration {
    /// The environment that the steps run in.
    package func stepEnvironment(reader: any ContentReader) -> StepEnvironment {
        var environment = StepEnvironment(
            steps: steps, reader: reader, limits: normalization.limits, state: state, pictures: pictureFolders)
        environment.outputSteps = outputSteps
        return environment
    }

    /// The folders of sources, outputs and moved originals.
    package var pictureFolders: PictureFolders {
        PictureFolders(
            folders.flatMap { folder in
                ([folder.source] + folder.outputs + [folder.originalsFolder].compactMap(\.self)).map { RawPath($0) }
            })
    }
}
