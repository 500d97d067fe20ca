internal import UprightFormats
import UprightRewriting

/// Reads all properties of a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? ImageProperties(reading: bytes)
    return 0
}
