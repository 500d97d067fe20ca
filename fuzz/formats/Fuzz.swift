internal import UprightBase
internal import UprightRewriting

/// Reads a file as each format would. Its parts must make up the whole file, its copy must be the file, and the end that a
/// format finds in a file must be found when more bytes follow.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for format in PictureFormats.all { read(bytes, as: format) }
    let structure = FileStructure(of: bytes)
    guard structure.compared(with: structure).allSatisfy({ $0.kind == .same }) else {
        fatalError("a file differs from itself")
    }
    return 0
}

private func read(_ bytes: [UInt8], as format: some PictureFormat) {
    var window = Window(bytes: bytes)
    if format.missingEnd(in: &window) == nil {
        window = Window(bytes: bytes + [0])
        guard format.missingEnd(in: &window) == nil else { fatalError("the end is lost when a byte follows") }
    }
    var leftovers = StripLeftovers(StripRules(try! MetadataStrip(.private)))
    format.search(bytes, for: &leftovers)
    _ = try? format.properties(of: bytes)
    _ = try? format.smallPicture(of: bytes, edge: 16, maximumPixels: 10_000)
    guard let document = try? format.document(reading: bytes) else { return }
    var next = 0
    for part in document.parts {
        guard part.range.lowerBound == next else { fatalError("a gap or an overlap before \(part.name)") }
        next = part.range.upperBound
    }
    guard next == bytes.count else { fatalError("the parts end before the file") }
}

private struct Window: ByteWindow {
    let bytes: [UInt8]

    mutating func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

    mutating func firstOffset(of value: UInt8, from offset: Int) -> Int? {
        offset < bytes.count ? bytes[offset...].firstIndex(of: value) : nil
    }
}
