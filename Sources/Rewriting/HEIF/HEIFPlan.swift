/// The changes to a file of the HEIF family.
struct HEIFPlan {
    /// A new item with metadata of the primary one.
    struct Addition {
        var id: Int
        var kind: HEIFMetadataBlock.Kind
        var payload: [UInt8]
    }

    /// The new rotations and mirrors of items.
    var transforms: [Int: HEIFTransforms] = [:]
    /// The new data of items; empty for items that are removed.
    var payloads: [Int: [UInt8]] = [:]
    /// The new items.
    var added: [Addition] = []

    /// The new bytes of boxes other than `meta` and `mdat`, as long as the old ones, so that nothing moves.
    var boxes: [Int: [UInt8]] = [:]
    /// Whether the bytes after the last box go.
    var dropsTrailer = false

    /// Whether nothing changes.
    var isEmpty: Bool {
        transforms.isEmpty && payloads.isEmpty && added.isEmpty && boxes.isEmpty && !dropsTrailer
    }

    /// The items that are removed.
    var removed: Set<Int> { Set(payloads.filter(\.value.isEmpty).keys) }
}
