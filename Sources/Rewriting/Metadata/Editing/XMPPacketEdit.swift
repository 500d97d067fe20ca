internal import UprightFormats

/// Edits of a file's XMP: of its standard packet, and of the extended packet that the standard packet names.
package struct XMPPacketEdit {
    /// The edited packet; empty bytes with changes if the packet is removed.
    package var block: BlockEdit
    /// The extended packet if it changed; empty if it is removed.
    package var extended: [UInt8]?

    /// A packet without properties.
    package static var empty: [UInt8] { XMPEditing.emptyPacket }

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
        let edits = edits.filter { $0.applies(to: .xmp) }
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
            guard case .damaged(_, let reason) = error else { throw error }
            if let strip = edits.strips.last {
                guard strip.onUnknown != .reject else {
                    throw .strip("the XMP packet cannot be read (\(reason); on-unknown: reject)")
                }
                // Nobody can say what it holds.
                return try dropped(bytes, extended: extended, limit: limit, then: edits.filter { $0.strip == nil })
            }
            guard !edits.makes(.xmp), edits.allSatisfy({ $0.condition == .wherePresent }) else { throw error }
            return XMPPacketEdit(
                block: BlockEdit(
                    bytes: bytes ?? [],
                    warnings: [
                        "the XMP packet cannot be read (\(reason)): copies of the edited values in it are not updated; "
                            + "upright tag --remove XMP:all drops the packet"
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
        var isExtendedDropped = false
        for (index, edit) in edits.enumerated() {
            if let strip = edit.strip {
                let rules = StripRules(strip)
                let later = Set(edits[index...].filter(\.fillsBlank).compactMap(\.xmpName))
                try packet.strip(rules, keeping: later)
                guard let other = further.first, try other.isStripped(by: rules) else { continue }
                if isWhole, !rules.isStrict {
                    try further[0].strip(rules, keeping: later)
                } else {
                    // What is left of a packet with missing pieces cannot be written again.
                    isExtendedDropped = true
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
            if case .changeXMPList(_, let removing, let adding) = action {
                let node = try XMPNode.list(name, value, removing: removing, adding: adding)
                if node == value { continue }
                action = node.map { .setXMP(name, $0) } ?? .removeXMP(name)
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
        if isExtendedDropped {
            try packet.remove(note)
            let isEmpty = XMPMetadata(packet.packet).properties.isEmpty
            return XMPPacketEdit(
                block: BlockEdit(bytes: isEmpty ? [] : packet.packet.bytes, changes: packet.changes), extended: [])
        }
        if !packet.changes.isEmpty, !edits.strips.isEmpty, further.isEmpty,
            XMPMetadata(packet.packet).properties.isEmpty
        {
            return XMPPacketEdit(block: BlockEdit(bytes: [], changes: packet.changes))
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
                bytes: changes.isEmpty ? bytes ?? [] : packet.packet.bytes, changes: changes),
            extended: changed?.packet.bytes)
    }
}
