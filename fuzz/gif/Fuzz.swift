internal import UprightFormats

/// Parses the structure of a GIF file; serializing must give the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let file = try? GIFFile(parsing: bytes) { precondition(file.serialized(from: bytes) == bytes) }
    return 0
}
