internal import UprightFormats
internal import UprightBase

/// Parses JSON: what it means must survive being written and parsed again. Also reads it as a sidecar.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? TakeoutSidecar(parsing: bytes)
    guard let value = try? JSONValue(parsing: bytes, keepsLast: true) else { return 0 }
    let text = value.serialized
    guard let again = try? JSONValue(parsing: text.utf8, keepsLast: true) else {
        preconditionFailure("its own text is not JSON: \(text)")
    }
    guard again.serialized == text else { fatalError("another value: \(text)") }
    return 0
}
