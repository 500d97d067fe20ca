/// The changes to a file of the HEIF family.
struct HEIFPlan: Equatable {
    /// A new item with metadata of the primary one.
    struct Addition: Equatable {
        var id: Int
        var kind: MetadataBlock.Kind
        var payload: [UInt8]
    }

    /// The new rotations and mirrors of items.
    var transforms: [Int: HEIFTransforms] = [:]
    /// The new data of items; empty for items that are removed.
    var payloads: [Int: [UInt8]] = [:]
    /// The new items.
    var added: [Addition] = []

    /// The new bytes of boxes other than `meta` and `mdat`, on the highest level and in `meta`, as long as the old ones, so that nothing moves.
    var boxes: [Int: [UInt8]] = [:]
    /// The new bytes of properties, as long as the old ones, by their place in `ipco`.
    var properties: [Int: [UInt8]] = [:]
    /// Whether boxes in `iprp` that hold no properties go.
    var dropsOtherProperties = false
    /// New bytes in `mdat` and `idat`, as long as the old ones, that are no item's data: zeros in gaps, and samples of tracks.
    var overwritten: [Int: [UInt8]] = [:]
    /// Whether the bytes after the last box go.
    var dropsTrailer = false

    /// Whether nothing changes.
    var isEmpty: Bool {
        transforms.isEmpty && payloads.isEmpty && added.isEmpty && boxes.isEmpty && !dropsTrailer
            && properties.isEmpty && !dropsOtherProperties && overwritten.isEmpty
    }

    /// The items that are removed.
    var removed: Set<Int> { Set(payloads.filter(\.value.isEmpty).keys) }
}
