internal import UprightRewriting

/// Normalizes a file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var options = NormalizationOptions()
    options.limits.pixels = 250_000
    options.limits.animationPixels = 1_000_000
    _ = Normalizer(options: options).normalize(bytes)
    return 0
}
