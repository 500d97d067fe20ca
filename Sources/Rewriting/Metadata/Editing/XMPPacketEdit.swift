internal import UprightMetadata

/// Edits of a file's XMP: of its packet, and of the extended packet that this one names.
package struct XMPPacketEdit {
    /// What became of the packet; empty bytes with changes for one that goes.
    package var block: BlockEdit
    /// The extended packet, where it was changed; empty for one that goes.
    package var extended: [UInt8]?

    private static let note = XMPName(.note, "HasExtendedXMP")

    /// Makes the edits; `bytes` nil stands for a file without a packet.
    ///
    /// A property is edited where it stands, new ones go to the packet. When the extended packet changes, the packet
    /// names it by its new digest. A packet that cannot be read is left, with a warning, where nothing has to be written
    /// into it; one without any text is as good as none.
    ///
    /// - Parameters:
    ///   - extended: the extended packet, which is read at least.
    ///   - isWhole: whether all of the extended packet is there, so that it can be written again.
    ///   - limit: the most bytes that the packet may have; what does not fit goes to the extended packet. nil: any number,
    ///     and no extended packet is made.
    package static func edited(
        _ bytes: [UInt8]?, extended: [UInt8]? = nil, isWhole: Bool = false, limit: Int? = nil, _ edits: [MetadataEdit]
    ) throws(MetadataEditError) -> XMPPacketEdit {
        let edits = edits.filter { $0.target == .xmp }
        if let last = edits.lastIndex(where: { $0.action == .removeXMPPacket }) {
            return try dropped(bytes, extended: extended, limit: limit, then: Array(edits[(last + 1)...]))
        }
        let source = bytes.flatMap { isEmpty($0) ? nil : $0 }
        if bytes != nil, source == nil, !edits.makes(.xmp) {
            return XMPPacketEdit(block: BlockEdit(bytes: bytes ?? []))
        }
        do throws(MetadataEditError) {
            return try edited(readable: source, given: bytes, extended: extended, isWhole: isWhole, limit: limit, edits)
        } catch {
            guard case .damaged(_, let reason) = error, !edits.makes(.xmp),
                edits.allSatisfy({ $0.condition == .wherePresent || $0.action == .removeXMPPositions })
            else { throw error }
            let what =
                edits.contains { $0.action == .removeXMPPositions }
                ? "a position in it is not removed" : "copies in it of the edited values are not updated"
            return XMPPacketEdit(
                block: BlockEdit(
                    bytes: bytes ?? [],
                    warnings: ["the XMP packet cannot be read (\(reason)): \(what); --remove XMP:all drops the packet"])
            )
        }
    }

    private static func isEmpty(_ packet: [UInt8]) -> Bool {
        packet.allSatisfy { $0 == 0 || $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// A file without its packet; with a new one where later edits want it.
    private static func dropped(
        _ bytes: [UInt8]?, extended: [UInt8]?, limit: Int?, then edits: [MetadataEdit]
    ) throws(MetadataEditError) -> XMPPacketEdit {
        guard let bytes else {
            return edits.makes(.xmp) ? try edited(nil, limit: limit, edits) : XMPPacketEdit(block: BlockEdit(bytes: []))
        }
        let removal = Change(.xmp("packet"), from: "\(bytes.count + (extended?.count ?? 0)) bytes", to: "")
        var fresh = BlockEdit(bytes: [])
        var further: [UInt8]?
        if edits.makes(.xmp) {
            let edit = try edited(nil, limit: limit, edits)
            (fresh, further) = (edit.block, edit.extended)
        }
        // A packet that holds what is set, and no more, is what a run before has left.
        if !fresh.bytes.isEmpty, extended == nil, further == nil, let old = try? XMPMetadata(parsing: bytes),
            let new = try? XMPMetadata(parsing: fresh.bytes), old.properties == new.properties
        {
            return XMPPacketEdit(block: BlockEdit(bytes: bytes))
        }
        fresh.changes.insert(removal, at: 0)
        return XMPPacketEdit(block: fresh, extended: further ?? (extended == nil ? nil : []))
    }

    private static func edited(
        readable source: [UInt8]?, given bytes: [UInt8]?, extended: [UInt8]?, isWhole: Bool, limit: Int?,
        _ edits: [MetadataEdit]
    ) throws(MetadataEditError) -> XMPPacketEdit {
        var packet = try XMPEditing.parsing(source ?? XMPEditing.emptyPacket)
        // One or none.
        var further: [XMPEditing] = []
        if let extended { further.append(try XMPEditing.parsing(extended)) }
        let isNew = source == nil && !edits.makes(.xmp)
        var warnings: [String] = []
        for (index, edit) in edits.enumerated() {
            if edit.action == .removeXMPPositions {
                let later = Set(edits[index...].filter(\.fillsBlank).compactMap(\.xmpName))
                try removePositions(from: &packet, keeping: later)
                guard let other = further.first, other.holdsPosition else { continue }
                if isWhole {
                    try removePositions(from: &further[0], keeping: later)
                } else {
                    warnings.append("a position in the extended XMP is not removed: pieces of the packet are missing")
                }
                continue
            }
            guard let name = edit.xmpName else { continue }
            let value = packet[name] ?? further.first?[name]
            var action = edit.action
            if case .setXMPFields(_, let fields) = action {
                let onlyBlanks = edit.condition == .whereBlank
                let node = XMPNode.setting(fields, in: value, onlyBlanks: onlyBlanks)
                if node == value { continue }
                action = node.map { .setXMP(name, $0) } ?? .removeXMP(name)
            } else {
                guard
                    edit.condition.isMet(isPresent: value != nil, isBlank: value?.isBlank ?? true, isNewBlock: isNew)
                else { continue }
            }
            let isFurther = further.first?[name] != nil
            if isFurther, !isWhole {
                throw .damaged(
                    block: "XMP",
                    reason: "\(name.qualified) stands in the extended packet, pieces of which are missing or overlap")
            }
            switch action {
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
        let listed = (further.first?.changes ?? []) + packet.changes
        var isSplit = false
        if let limit, !listed.isEmpty, extended == nil || isWhole {
            isSplit = try packet.shorten(to: limit - note.qualified.utf8.count - 200, moving: &further)
        }
        let changed = further.first.flatMap { isSplit || !$0.changes.isEmpty ? $0 : nil }
        if let changed {
            let digest = String(decoding: ExtendedXMPPiece.name(of: changed.packet.bytes), as: UTF8.self)
            try packet.set(note, XMPNode(.simple(digest)))
        }
        let changes = listed + packet.changes.dropFirst(listed.count - (further.first?.changes.count ?? 0))
        return XMPPacketEdit(
            block: BlockEdit(
                bytes: changes.isEmpty ? bytes ?? [] : packet.packet.bytes, changes: changes, warnings: warnings),
            extended: changed?.packet.bytes)
    }

    /// Removes every part of a position, except what later edits set.
    private static func removePositions(
        from editing: inout XMPEditing, keeping later: Set<XMPName>
    ) throws(MetadataEditError) {
        for property in XMPMetadata(editing.packet).properties where !later.contains(property.name) {
            if XMPPosition.holds(property.name) {
                try editing.remove(property.name)
            } else if let rest = XMPPosition.removed(from: property.value) {
                try editing.set(property.name, rest)
            }
        }
    }
}

extension XMPEditing {
    /// Whether a property holds a part of a position.
    fileprivate var holdsPosition: Bool {
        XMPMetadata(packet).properties.contains {
            XMPPosition.holds($0.name) || XMPPosition.removed(from: $0.value) != nil
        }
    }
}
