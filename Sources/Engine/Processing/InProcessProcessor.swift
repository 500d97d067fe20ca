public import UprightWorker
internal import UprightFiles
public import UprightRewriting

/// Normalizes in this very process, without a sandbox.
public struct InProcessProcessor: PictureProcessor {
    /// A processor for this process.
    public init() {}

    /// Reads in this very process, too.
    public var reader: any ContentReader { InProcessContentReader() }

    /// Reads all of the source, normalizes it on a thread of its own and writes the output.
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
