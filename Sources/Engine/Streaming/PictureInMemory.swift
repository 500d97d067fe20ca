internal import UprightConfiguration
package import UprightFiles
package import UprightFormats
package import UprightRewriting

/// A picture in a file in memory.
package struct PictureInMemory: Sendable {
    /// The picture's name, a relative path. No file is opened under it.
    package var name: String
    /// The picture's bytes, which nobody changes.
    package var content: OpenFile
    /// The file for the output is taken from these.
    package var files: MemoryFiles
    /// How the picture is normalized.
    package var options: NormalizationOptions
    /// Whether a wrong filename extension is corrected.
    package var correctsExtension = true
    /// The position that the picture gets if it has none.
    package var position: Position?

    package init(name: String, content: OpenFile, files: MemoryFiles, options: NormalizationOptions) {
        self.name = name
        self.content = content
        self.files = files
        self.options = options
    }
}

/// How the work on a picture in memory ended.
package struct PictureFromMemory: Sendable {
    /// The result. The report's `output` is the name that the output should have.
    package var result: PictureResult
    /// Where the bytes of the output are.
    package enum Output: Sendable {
        /// There is no output.
        case none
        /// The output is the source's bytes.
        case source
        /// The output is this file, which was taken; `bytes` is its size.
        case file(OpenFile, bytes: Int)
    }
    /// Where the bytes of the output are.
    package var output = Output.none
}

extension PictureEngine {
    /// Works on a picture in memory, as ``work(on:)-job`` does, but without the delivery. Writes no file.
    package func work(on picture: PictureInMemory) async -> PictureFromMemory {
        var folder = FolderConfiguration(source: "", output: "")
        folder.correctExtension = picture.correctsExtension
        var job = PictureJob(
            folder: DropFolder(configuration: folder, options: picture.options), relative: RawPath(picture.name))
        job.position = picture.position
        job.memory = picture.files
        let now = Self.milliseconds
        var work = PictureWork(job, now: now, version: version)
        var output = PictureFromMemory.Output.none
        do throws(Refusal) {
            let opening = job
            let attempt = try await attempt(&work) { () throws(Refusal) in
                try Shot(opening, content: picture.content)
            }
            let (plan, file) = (attempt.plan, attempt.plan.output.file)
            let prepared = try await offTheCooperativePool { () throws(Refusal) in
                // What is checked is what is sent: no other process has the file.
                try plan.checked(attempt.processed)
            }
            work.expect(prepared, of: plan)
            output = prepared.isSource ? .source : .file(file, bytes: prepared.bytes)
            if prepared.isSource { picture.files.put(file) }
        } catch {
            work.finish(with: error)
        }
        work.stamp(now: now())
        return PictureFromMemory(result: work.result, output: output)
    }

    /// The result for a file that is not worked on.
    func refused(_ folder: DropFolder, _ path: RawPath, _ refusal: Refusal) -> PictureResult {
        var work = PictureWork(
            PictureJob(folder: folder, relative: path), now: Self.milliseconds, version: version)
        work.finish(with: refusal)
        return work.result
    }
}
