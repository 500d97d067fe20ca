/// The files that a request is about: the source and, if one is written, the output.
struct RequestFiles: Sendable {
    var descriptors: [Int32]
    /// Whether the worker gets copies (``WorkerCopies``). Otherwise it gets duplicates of these descriptors.
    var areCopied = false
}
