internal import UprightConfiguration
public import UprightFiles
internal import UprightRewriting
public import UprightSteps
public import UprightWorker

extension Configuration {
    /// The environment that the steps run in.
    public func stepEnvironment(reader: any ContentReader) -> StepEnvironment {
        StepEnvironment(
            steps: steps, reader: reader, limits: normalization.limits, state: state, pictures: pictureFolders)
    }

    /// The folders of sources, outputs and moved originals.
    public var pictureFolders: PictureFolders {
        PictureFolders(
            folders.flatMap { folder -> [RawPath] in
                guard case .move(let originals) = folder.originals else {
                    return [RawPath(folder.source), RawPath(folder.output)]
                }
                return [RawPath(folder.source), RawPath(folder.output), RawPath(originals)]
            })
    }
}
