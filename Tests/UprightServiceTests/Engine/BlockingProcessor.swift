internal import UprightEngine
internal import UprightFiles
internal import UprightRewriting
internal import UprightWorker

/// A processor of a test: it works in this process, and blocks.
protocol BlockingProcessor: PictureProcessor {
    func normalize(_ source: CInt, _ output: CInt, _ options: NormalizationOptions) -> ProcessedPicture
}

extension BlockingProcessor {
    var reader: any ContentReader { InProcessContentReader() }

    func perform<Value: Sendable>(_ work: @escaping @Sendable (BlockingNormalization) -> Value) async -> Value {
        await offTheCooperativePool { work(self.normalize) }
    }
}
