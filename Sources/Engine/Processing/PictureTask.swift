package import UprightRewriting
package import UprightWorker

/// The work on a picture before and after it is normalized.
package struct PictureTask<Picture: Sendable, Failure: Error, Value: Sendable>: Sendable {
    /// Opens the picture. Blocks.
    package var open: @Sendable () throws(Failure) -> Picture
    /// Returns the descriptors of an open picture and its output.
    package var files: @Sendable (Picture) -> (source: CInt, output: CInt)
    /// How the picture is normalized.
    package var options: NormalizationOptions
    /// Checks what the processor has done. Blocks.
    package var finish: @Sendable (Picture, ProcessedPicture) -> Value

    init(
        options: NormalizationOptions, open: @escaping @Sendable () throws(Failure) -> Picture,
        files: @escaping @Sendable (Picture) -> (source: CInt, output: CInt),
        finish: @escaping @Sendable (Picture, ProcessedPicture) -> Value
    ) {
        (self.options, self.open, self.files, self.finish) = (options, open, files, finish)
    }

    /// Does all the work on the current thread.
    package func run(_ normalize: BlockingNormalization) -> Result<Value, Failure> {
        Result { () throws(Failure) in
            let picture = try open()
            let files = files(picture)
            return finish(picture, normalize(files.source, files.output, options))
        }
    }
}
