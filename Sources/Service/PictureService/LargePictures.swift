internal import UprightBase
internal import UprightEngine
internal import UprightRewriting

/// Keeps pictures that take long from all slots and all jobs, so that others are served meanwhile.
struct LargePictures: Sendable {
    /// A larger file is a large picture.
    static let bytes = 64 << 20
    /// A picture with more pixels in all of its frames is one.
    private static let pixels = 64_000_000

    private let engine: PictureEngine
    private let limits: Limits
    private let turns: ConcurrencyLimit

    /// - Parameter jobs: how many pictures are worked on at a time; one of them, if there are several, is never a large one.
    init(_ engine: PictureEngine, limits: Limits, jobs: Int) {
        self.engine = engine
        self.limits = limits
        turns = ConcurrencyLimit(jobs - 1)
    }

    /// The response if too many are in progress.
    static var refusal: HTTPResponse {
        PictureReply.refusal(
            .serviceUnavailable, "other large pictures are in progress; try again", retryAfter: PictureReply.longPause)
    }

    /// Works on a picture when it is its turn. A small one need not wait.
    func inTurn(_ picture: UploadedPicture, _ work: () async -> HTTPResponse) async -> HTTPResponse {
        guard await isLarge(picture) else { return await work() }
        guard picture.grow() else { return Self.refusal }
        await turns.acquire()
        defer { turns.release() }
        return Task.isCancelled ? Self.refusal : await work()
    }

    private func isLarge(_ picture: UploadedPicture) async -> Bool {
        if picture.bytes > Self.bytes { return true }
        // A file that cannot be read is soon refused.
        guard let geometry = await engine.geometry(of: picture.content, limits: limits) else { return false }
        let (pixels, overflow) = geometry.size.width.multipliedReportingOverflow(by: geometry.size.height)
        return overflow || pixels > Self.pixels / max(geometry.frames, 1)
    }
}
