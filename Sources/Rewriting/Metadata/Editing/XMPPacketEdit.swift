internal import UprightMetadata

/// Edits of a file's XMP: of its standard packet, and of the extended packet that the standard packet names.
package struct XMPPacketEdit {
    /// The edited packet; empty bytes with changes if the packet is removed.
    package var block: BlockEdit
    /// The extended packet if it changed; empty if it is removed.
    package var extended: [UInt8]?

    private static let note = XMPName(.note, "HasExtendedXMP")

    /// Makes the edits; `bytes` is nil for a file without a packet.
    ///
    /// A property is edited in the packet that has it; new ones go to the standard packet. If the extended packet
    /// changes, the standard packet names it by its new digest. An unreadable packet is kept, with a warning, if no
    /// edit must write to it. A packet without any text counts as missing.
    ///
    /// - Parameters:
    ///   - extended: the extended packet, complete or not.
    ///   - isWhole: whether the extended packet is complete, so that it can be written again.
    ///   - limit: the maximum length of the packet in bytes; what does not fit goes to the extended packet. If nil,
    ///     there is no limit, and no extended packet is created.
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
                ? "positions in it are not removed" : "copies of the edited values in it are not updated"
            return XMPPacketEdit(
                block: BlockEdit(
                    bytes: bytes ?? [],
                    warnings: [
                        "the XMP packet cannot be read (\(reason)): \(what); upright tag --remove XMP:all drops the packet"
                    ])
            )
        }
    }

    private static func isEmpty(_ packet: [UInt8]) -> Bool {
        packet.allSatisfy { $0 == 0 || $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// Removes the packet from a file; later edits can create a new one.
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
        // If the packet holds exactly what the edits set, an earlier run wrote it.
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
        // Holds one element or none.
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
                    reason: "\(name.qualified) is in the extended packet, which has missing or overlapping pieces")
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
            // exiftool and Adobe's programs look for an attribute, whose prefix the description declares.
            try packet.setAttribute(note, digest)
        } else if !listed.isEmpty, let digest = packet[note]?.text {
            try packet.setAttribute(note, digest)
        }
        let changes = listed + packet.changes.dropFirst(listed.count - (further.first?.changes.count ?? 0))
        return XMPPacketEdit(
            block: BlockEdit(
                bytes: changes.isEmpty ? bytes ?? [] : packet.packet.bytes, changes: changes, warnings: warnings),
            extended: changed?.packet.bytes)
    }

    /// Removes every part of a position, except for what later edits set.
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
    /// Whether a property holds part of a position.
    fileprivate var holdsPosition: Bool {
        XMPMetadata(packet).properties.contains {
            XMPPosition.holds($0.name) || XMPPosition.removed(from: $0.value) != nil
        }
    }
}
