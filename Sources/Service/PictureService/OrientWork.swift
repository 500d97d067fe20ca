internal import UprightBase
internal import UprightConfiguration
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine
internal import UprightFiles

/// Makes the pictures of a picture server upright, as `upright reprocess` does.
struct OrientWork: Sendable {
    private let configuration: Configuration
    private let engine: PictureEngine
    private let files: MemoryFiles
    private let metrics: ServingMetrics
    private let isStopping: EventFlag
    private let retriedWork: RetriedWork
    private let large: LargePictures

    init(
        _ configuration: Configuration, engine: PictureEngine, files: MemoryFiles, metrics: ServingMetrics,
        isStopping: EventFlag
    ) {
        self.configuration = configuration
        self.engine = engine
        self.files = files
        self.metrics = metrics
        self.isStopping = isStopping
        retriedWork = RetriedWork(processor: engine.processor)
        large = LargePictures(engine, limits: configuration.normalization.limits, jobs: configuration.parallelJobs)
    }

    /// The file of an output, used again when its response is sent.
    private final class Output: Sendable {
        let file: OpenFile
        private let files: MemoryFiles

        init(_ file: OpenFile, of files: MemoryFiles) {
            self.file = file
            self.files = files
        }

        deinit { files.put(file) }
    }

    /// The name of a picture without one. Its extension says nothing, so that any content is handled as what it is.
    private static let noName = "picture"

    /// Works on a picture, and answers its request.
    func response(to request: HTTPRequest, _ picture: UploadedPicture) async -> HTTPResponse {
        await large.inTurn(picture) { await makeResponse(of: picture, for: request) }
    }

    private func makeResponse(of picture: UploadedPicture, for request: HTTPRequest) async -> HTTPResponse {
        let start = ContinuousClock.now
        var options = OrientOptions()
        do throws(OperationError) { try options.read(picture.fields + request.query) } catch {
            return PictureReply.refusal(.badRequest, "\(error)")
        }
        var normalization = configuration.normalization(in: FolderConfiguration(source: "", output: ""))
        if let profile = options.strip {
            do throws(MetadataValueError) { normalization.edits.append(.strip(try MetadataStrip(profile))) } catch {
                return PictureReply.refusal(.badRequest, "strip: \(error)")
            }
        }
        let source = PictureInMemory(
            name: options.name ?? Self.noName, content: picture.content, files: files, options: normalization)
        var made = PictureFromMemory.Output.none
        let result = await retriedWork.result(unless: { isStopping.isSet }) {
            let done = await engine.work(on: source)
            made = done.output
            return done.result
        }
        var report = result.exactReport
        report.source = options.name ?? ""
        metrics.count(report, ContinuousClock.now - start)
        switch made {
        case .none: return failure(report)
        case .source: return success(result, options, request, picture, made: nil, bytes: picture.bytes)
        case .file(let file, let bytes):
            return success(result, options, request, picture, made: Output(file, of: files), bytes: bytes)
        }
    }

    /// The response with the reason why there is no output.
    private func failure(_ report: FileReport) -> HTTPResponse {
        var response =
            switch report.outcome {
            case .ignored: PictureReply.json(.unsupportedMediaType, report.json)
            case .rejected: PictureReply.json(.unprocessableContent, report.json)
            default: PictureReply.json(.serviceUnavailable, report.json, retryAfter: PictureReply.longPause)
            }
        response.headers["Upright-Outcome"] = report.outcome.rawValue
        return response
    }

    private func success(
        _ result: PictureResult, _ options: OrientOptions, _ request: HTTPRequest, _ picture: UploadedPicture,
        made: Output?, bytes: Int
    ) -> HTTPResponse {
        let record = result.record
        let description = PictureFormats.description(of: ImageType(rawValue: record.type))
        var headers = PictureReply.headers(description?.mimeTypes.first ?? "application/octet-stream")
        headers["Upright-Outcome"] = result.outcome.rawValue
        headers["Upright-Orientation"] = record.orientation.map { "\($0)" }
        if let geometry = result.geometry {
            headers["Upright-Width"] = "\(geometry.size.width)"
            headers["Upright-Height"] = "\(geometry.size.height)"
            headers["Upright-Matrix"] = geometry.turn.matrix.map { "\(Int($0))" }.joined(separator: ", ")
        }
        if let digest = record.outputSHA256 {
            headers["ETag"] = PictureReply.entityTag(digest)
            if options.hasDigests {
                headers["Content-Digest"] = PictureReply.digestField(digest)
                headers["Upright-Source-Digest"] = record.sourceSHA256.map { PictureReply.digestField($0) }
            }
            if PictureReply.matches(request.headers["If-None-Match"], PictureReply.entityTag(digest)) {
                headers["Content-Type"] = nil
                headers["Content-Digest"] = nil
                return HTTPResponse(.preconditionFailed, headers: headers)
            }
        }
        if !options.echoes, made == nil {
            headers["Content-Type"] = nil
            headers["Content-Digest"] = nil
            return HTTPResponse(.noContent, headers: headers)
        }
        if options.name != nil, let name = record.output?.name {
            headers["Content-Disposition"] = PictureReply.disposition(String(decoding: name, as: UTF8.self))
        }
        // The picture keeps its slot, and both files stay in use, until the response is sent.
        return HTTPResponse(
            .ok, headers: headers,
            body: .file(made?.file ?? picture.content, length: bytes, keeping: Kept(picture: picture, output: made)))
    }

    private struct Kept: Sendable {
        let picture: UploadedPicture
        let output: Output?
    }
}
