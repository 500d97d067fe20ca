package import UprightWorker
internal import UprightFiles
package import UprightRewriting

/// Normalizes in this process, without a sandbox.
package struct InProcessProcessor: PictureProcessor {
    package init() {}

    /// A reader that also works in this process.
    package var reader: any ContentReader { InProcessContentReader() }

    /// Does all the work on a separate thread.
    package func perform<Value: Sendable>(_ work: @escaping @Sendable (BlockingNormalization) -> Value) async -> Value {
        await offTheCooperativePool { work(Self.normalize) }
    }

    /// Reads the whole source, normalizes it and writes the output.
    package static func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture {
        do throws(DescriptorWorkError) {
            return try DescriptorWork(options: options).perform(source: source, output: output)
        } catch {
            return ProcessedPicture(.work(error))
        }
    }
}
