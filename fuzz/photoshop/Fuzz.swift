internal import Geometry
internal import ImageMetadata

/// Photoshop resources, turned.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let size = Size(width: 64, height: 48)
    for orientation in Orientation.allCases {
        let turn = MetadataTurn(PictureTurn(orientation, of: size), embedded: { jpeg, _ in jpeg })
        _ = turn.photoshop(bytes)
    }
    return 0
}
