public import UprightWorker
internal import UprightFiles
public import UprightRewriting

/// Normalizes in this process, without a sandbox.
public struct InProcessProcessor: PictureProcessor {
    /// Creates a processor for this process.
    public init() {}

    /// A reader that also works in this process.
    public var reader: any ContentReader { InProcessContentReader() }

    /// Reads the whole source, normalizes it on a separate thread and writes the output.
    public func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        let work = DescriptorWork(options: options)
        return await offTheCooperativePool {
            do throws(DescriptorWorkError) {
                return try work.perform(source: source, output: output)
            } catch {
                return ProcessedPicture(.work(error))
            }
        }
    }
}
