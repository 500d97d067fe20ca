package import UprightWorker
internal import UprightFiles
package import UprightRewriting

/// Normalizes in this process, without a sandbox.
package struct InProcessProcessor: PictureProcessor {
    package init() {}

    /// A reader that also works in this process.
    package var reader: any ContentReader { InProcessContentReader() }

    /// Reads the whole source, normalizes it on a separate thread and writes the output.
    package func process(source: CInt, into output: CInt, options: NormalizationOptions) async -> ProcessedPicture {
        await offTheCooperativePool { Self.normalize(source, output, options) }
    }

    /// Does all the work on a separate thread.
    package func perform<Picture, Failure, Value>(
        _ task: PictureTask<Picture, Failure, Value>
    ) async -> Result<Value, Failure> {
        await offTheCooperativePool { task.run(Self.normalize) }
    }

    private static func normalize(
        _ source: CInt, _ output: CInt, _ options: NormalizationOptions
    ) -> ProcessedPicture {
        do throws(DescriptorWorkError) {
            return try DescriptorWork(options: options).perform(source: source, output: output)
        } catch {
            return ProcessedPicture(.work(error))
        }
    }
}
