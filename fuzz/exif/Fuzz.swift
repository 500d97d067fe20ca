internal import UprightBase
internal import UprightRewriting
internal import UprightFormats

/// Turns Exif blocks.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let size = Size(width: 64, height: 48)
    // One orientation per input: all eight would take eight times as long and reach little more code.
    let orientation = Orientation.allCases[count % Orientation.allCases.count]
    let turn = MetadataTurn(PictureTurn(orientation, of: size), embedded: { jpeg, _ in Turned(bytes: jpeg) })
    _ = turn.exif(bytes)
    return 0
}
