internal import UprightFormats

extension XMPContainer {
    /// Returns the packet with new lengths of some items, by item index, and a new video offset.
    package func bytes(lengths: [Int: Int], videoOffset: Int?) -> [UInt8] {
        var edits: [XMPEdit] = []
        for (index, length) in lengths.sorted(by: { $0.key < $1.key }) where items.indices.contains(index) {
            if let field = items[index].lengthField, let edit = packet.edit(field, to: String(length)) {
                edits.append(edit)
            }
        }
        if let videoOffset {
            edits += videoOffsetFields.compactMap { packet.edit($0, to: String(videoOffset)) }
        }
        return edits.isEmpty ? packet.bytes : packet.applying(edits)
    }
}
