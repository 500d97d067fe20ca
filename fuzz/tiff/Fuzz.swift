internal import UprightRewriting
internal import UprightBase
internal import UprightFormats

/// Turns and edits a TIFF, as the number of its bytes says. A second run must find nothing to do.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard bytes.starts(with: "II".utf8) || bytes.starts(with: "MM".utf8) else { return 0 }
    var options = NormalizationOptions()
    options.limits.pixels = 250_000
    options.limits.animationPixels = 1_000_000
    if count & 1 != 0 { options.furtherTurn = count & 2 == 0 ? .right : .upMirrored }
    if count & 4 != 0 { options.edits = [MetadataEdit(.setXMP(XMPName(.tiff, "Artist"), XMPNode(.simple("A name"))))] }
    let result = Normalizer(options: options).normalize(bytes)
    // What a damaged file points to can be something else when the file has grown.
    guard let document = try? PictureFormats.format(of: bytes)?.document(reading: bytes), document.warnings.isEmpty
    else {
        return 0
    }
    guard !result.report.reason.contains("failed its check") else { fatalError(result.report.reason) }
    guard case .bytes(let output) = result.output else { return 0 }
    options.furtherTurn = .up
    let again = Normalizer(options: options).normalize(output).report
    guard again.outcome == .unchanged else { fatalError("the second run: \(again.outcome) \(again.reason)") }
    return 0
}
