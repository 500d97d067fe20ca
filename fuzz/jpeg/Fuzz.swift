internal import UprightFormats

/// Parses the structure of a JPEG file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? JPEGFile(parsing: bytes)
    return 0
}
