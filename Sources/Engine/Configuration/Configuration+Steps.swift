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
            folders.flatMap { folder -> [RawPath] in
                guard case .move(let originals) = folder.originals else {
                    return ([folder.source, folder.output] + folder.furtherOutputs).map { RawPath($0) }
                }
                return ([folder.source, folder.output, originals] + folder.furtherOutputs).map { RawPath($0) }
            })
    }
}
