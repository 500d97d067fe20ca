internal import UprightBase
internal import UprightRewriting
internal import UprightFormats

/// Turns and edits a file of the HEIF family, as the number of its bytes says. What is made of the parts that are read of a
/// large file must be what is made of all of it, and a second run must find nothing to do.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // All formats of the family read alike.
    guard let format = PictureFormats.format(of: bytes), let sparse = format.sparse(Whole(bytes: bytes)) else {
        return 0
    }
    var options = NormalizationOptions()
    options.heif = [.agree, .miaf, .off][count % 3]
    if count & 4 != 0 { options.furtherTurn = count & 8 == 0 ? .right : .upMirrored }
    if count & 16 != 0 {
        options.edits = [
            MetadataEdit(.setXMP(XMPName(.tiff, "Artist"), XMPNode(.simple("A name")))),
            // Another orientation would be one to follow in the second run.
            MetadataEdit(.setExif(TagID(.primary, .orientation), .short([1])), when: .wherePresent),
        ]
    }
    let normalizer = Normalizer(options: options)
    let result = normalizer.normalize(bytes)
    let (report, patch) = normalizer.patch(sparse.bytes, as: format)
    guard report.outcome == result.report.outcome else {
        fatalError("\(report.reason) instead of \(result.report.reason)")
    }
    guard report.changes == result.report.changes else { fatalError("the changes of parts are not those of the whole") }
    guard !result.report.reason.contains("failed its check") else { fatalError(result.report.reason) }
    guard case .bytes(let output) = result.output else {
        guard patch == nil else { fatalError("a patch for a file that does not change") }
        return 0
    }
    guard patch?.splices.applied(to: bytes) == output else { fatalError("the patch does not give the output") }
    options.furtherTurn = .up
    let again = Normalizer(options: options).normalize(output).report
    guard again.outcome == .unchanged else {
        fatalError("the second run: \(again.outcome) \(again.reason) \(again.changes)")
    }
    return 0
}

private struct Whole: ByteSource {
    let bytes: [UInt8]

    var count: Int { bytes.count }

    func read(_ offset: Int, into buffer: UnsafeMutableRawBufferPointer) {
        buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
    }
}
