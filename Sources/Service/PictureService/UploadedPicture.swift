internal import Synchronization
internal import UprightFiles

/// The body of a request, a picture or a form with one, on its way into a file in memory.
final class UploadedPicture: HTTPBodyReceiver {
    /// The file, which has the picture's bytes once the body is complete.
    let content: OpenFile
    /// When the body began to arrive.
    let began = ContinuousClock.now
    /// The most bytes of the body.
    let maximumBytes: Int

    private let limit: Int
    private let files: MemoryFiles
    private let slots: UploadSlots
    private let metrics: ServingMetrics
    private let state: Mutex<State>

    private struct State {
        var slot: UploadSlots.Slot?
        var form: MultipartReader?
        /// The bytes of the body so far.
        var received = 0
        /// The bytes of the picture so far.
        var written = 0
    }

    /// A body that arrives more slowly, in bytes a second, gives up its slot if another needs it.
    private static let slowest = 65_536.0
    /// How long a body has its slot in any case.
    private static let grace = Duration.seconds(1)
    /// The bytes that a form can have besides the picture.
    private static let formBytes = 65_536

    /// Begins to take a body.
    ///
    /// - Parameters:
    ///   - boundary: what separates the parts of a form; nil if the body is the picture.
    ///   - limit: the most bytes of the picture.
    init(
        boundary: String?, limit: Int, slot: UploadSlots.Slot, in slots: UploadSlots, files: MemoryFiles,
        metrics: ServingMetrics
    ) throws(FileError) {
        content = try files.claim()
        self.limit = limit
        self.files = files
        self.slots = slots
        self.metrics = metrics
        let (most, overflow) = limit.addingReportingOverflow(boundary == nil ? 0 : Self.formBytes)
        maximumBytes = overflow ? .max : most
        state = Mutex(State(slot: slot, form: boundary.map { MultipartReader(boundary: $0) }))
        slots.begin(self)
    }

    deinit {
        slots.end(ObjectIdentifier(self))
        files.put(content)
    }

    /// Whether the body arrives too slowly.
    func isSlow(at now: ContinuousClock.Instant) -> Bool {
        let elapsed = now - began
        guard elapsed >= Self.grace else { return false }
        return Double(state.withLock(\.received)) < Self.slowest * (elapsed / .seconds(1))
    }

    /// Gives its slot away; the rest of the body is refused.
    func giveUp() -> UploadSlots.Slot? {
        metrics.count(.requestTimeout)
        return state.withLock { state in
            defer { state.slot = nil }
            return state.slot
        }
    }

    /// Notes that the picture is large. Returns false if there is no slot for one more such picture.
    func grow() -> Bool { state.withLock { $0.slot?.grow() ?? false } }

    // MARK: Receiving

    func receive(_ bytes: UnsafeRawBufferPointer) throws(HTTPRefusal) {
        let result = state.withLock { state in
            Result { () throws(HTTPRefusal) in try parse(bytes, &state) }
        }
        try counted(result)
    }

    private func counted(_ result: Result<Void, HTTPRefusal>) throws(HTTPRefusal) {
        if case .failure(let refusal) = result { metrics.count(refusal.response.status) }
        try result.get()
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(HTTPRefusal) {
        state.received += bytes.count
        guard var form = state.form else { return try write(bytes, &state) }
        state.form = nil
        do throws(MultipartReader.Failure) {
            try form.read(bytes) { (piece) throws(HTTPRefusal) in try write(piece, &state) }
            state.form = form
        } catch {
            switch error {
            case .malformed(let reason): throw PictureReply.refused(.badRequest, reason)
            case .notKept(let refusal): throw refusal
            }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) throws(HTTPRefusal) {
        guard bytes.count <= limit - state.written else { throw PictureReply.tooLarge(limit) }
        do throws(FileError) { try content.write(bytes, at: state.written) } catch {
            throw PictureReply.refused(.serviceUnavailable, error.description, retryAfter: PictureReply.longPause)
        }
        state.written += bytes.count
    }

    func end() throws(HTTPRefusal) {
        try counted(Result { () throws(HTTPRefusal) in try finish() })
    }

    private func finish() throws(HTTPRefusal) {
        slots.end(ObjectIdentifier(self))
        let (written, form) = state.withLock { ($0.written, $0.form) }
        if let form, let lack = form.lack { throw PictureReply.refused(.badRequest, lack) }
        do throws(FileError) { try content.truncate(to: written) } catch {
            throw PictureReply.refused(.serviceUnavailable, error.description, retryAfter: PictureReply.longPause)
        }
    }

    // MARK: The complete body

    var bytes: Int { state.withLock(\.written) }
    /// The fields of the form besides the picture, and the picture's own file name as `name`; empty if the body is the picture.
    var fields: [HTTPFields.Field] { state.withLock { $0.form?.fields ?? [] } }
}
