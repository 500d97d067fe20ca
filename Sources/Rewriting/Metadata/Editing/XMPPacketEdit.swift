internal import UprightMetadata

/// Edits of a file's XMP: of its packet, and of the extended packet that this one names.
struct XMPPacketEdit {
    /// What became of the packet.
    var block: BlockEdit
    /// The extended packet, where it was changed.
    var extended: [UInt8]?

    private static let note = XMPName(.note, "HasExtendedXMP")

    /// Makes the edits; `bytes` nil stands for a file without a packet.
    ///
    /// A property is edited where it stands, new ones go to the packet. When the extended packet changes, the packet
    /// names it by its new digest.
    ///
    /// - Parameters:
    ///   - extended: the extended packet, which is read at least.
    ///   - isWhole: whether all of the extended packet is there, so that it can be written again.
    static func edited(
        _ bytes: [UInt8]?, extended: [UInt8]? = nil, isWhole: Bool = false, _ edits: [MetadataEdit]
    ) throws(MetadataEditError) -> XMPPacketEdit {
        var packet = try XMPEditing(parsing: bytes ?? XMPEditing.emptyPacket)
        // One or none.
        var further: [XMPEditing] = []
        if let extended { further.append(try XMPEditing(parsing: extended)) }
        let isNew = bytes == nil && !edits.makes(.xmp)
        for edit in edits {
            guard let name = edit.xmpName else { continue }
            let value = packet[name] ?? further.first?[name]
            guard
                edit.condition.isMet(isPresent: value != nil, isBlank: value?.isBlank ?? true, isNewBlock: isNew)
            else { continue }
            let isFurther = further.first?[name] != nil
            if isFurther, !isWhole {
                throw .damaged(
                    block: "XMP",
                    reason: "\(name.qualified) stands in the extended packet, pieces of which are missing or overlap")
            }
            switch edit.action {
            case .setXMP(_, let node):
                if isFurther { try further[0].set(name, node) }
                if !isFurther || packet[name] != nil { try packet.set(name, node) }
            case .removeXMP:
                try packet.remove(name)
                if isFurther { try further[0].remove(name) }
            case .renameXMP(_, let new):
                guard let value else { break }
                let staysFurther = packet[name] == nil
                try packet.remove(name)
                if isFurther { try further[0].remove(name) }
                if staysFurther, packet[new] == nil {
                    try further[0].set(new, value)
                } else {
                    if further.first?[new] != nil, isWhole { try further[0].remove(new) }
                    try packet.set(new, value)
                }
            default: break
            }
        }
        let changed = further.first.flatMap { $0.changes.isEmpty ? nil : $0 }
        if let changed {
            let digest = String(decoding: ExtendedXMPPiece.name(of: changed.packet.bytes), as: UTF8.self)
            try packet.set(note, XMPNode(.simple(digest)))
        }
        let changes = (changed?.changes ?? []) + packet.changes
        return XMPPacketEdit(
            block: BlockEdit(bytes: changes.isEmpty ? bytes ?? [] : packet.packet.bytes, changes: changes),
            extended: changed?.packet.bytes)
    }
}

extension XMPEditing {
    /// The editing of a packet as it stands in a file.
    fileprivate init(parsing bytes: [UInt8]) throws(MetadataEditError) {
        do throws(XMPError) {
            self.init(try XMPPacket(parsing: bytes))
        } catch {
            throw .damaged(block: "XMP", reason: "\(error)")
        }
    }
}

extension XMPNode {
    /// Whether there is nothing in it but space.
    fileprivate var isBlank: Bool { text.map { $0.allSatisfy(\.isWhitespace) } ?? items.isEmpty }
}
