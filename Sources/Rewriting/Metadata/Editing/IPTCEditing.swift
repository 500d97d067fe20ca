internal import UprightDigests
internal import UprightMetadata

/// Edits the IPTC data sets in Photoshop image resources. Other resources and data sets stay byte for byte.
package struct IPTCEditing {
    /// Makes the edits in a block of resources; `bytes` is nil for a file without one.
    package static func edited(_ bytes: [UInt8]?, _ edits: [MetadataEdit]) throws(MetadataEditError) -> BlockEdit {
        var resources = PhotoshopResources(parsing: bytes ?? [])
        let index = resources.resources.firstIndex { $0.id == PhotoshopResources.iptc }
        let old = index.map { resources.resources[$0].data }
        let edit = try edited(iptc: old, edits)
        guard !edit.changes.isEmpty else { return BlockEdit(bytes: bytes ?? []) }
        if let index {
            if edit.bytes.isEmpty {
                resources.resources.remove(at: index)
            } else {
                resources.resources[index].data = edit.bytes
            }
        } else {
            resources.resources.insert(.init(id: PhotoshopResources.iptc, data: edit.bytes), at: 0)
        }
        // The digest tells readers whether another program changed the IPTC block: it is updated only if it was right.
        if let digest = resources.resources.firstIndex(where: { $0.id == PhotoshopResources.iptcDigest }),
            isRight(resources.resources[digest].data, for: old)
        {
            resources.resources[digest].data = MD5.hash(edit.bytes)
        }
        return BlockEdit(bytes: resources.serialized, changes: edit.changes, warnings: edit.warnings)
    }

    /// Whether a digest matches a block; without a block, the digest of no bytes and a digest of zeros match.
    private static func isRight(_ digest: [UInt8], for block: [UInt8]?) -> Bool {
        digest == MD5.hash(block ?? []) || block == nil && digest.allSatisfy { $0 == 0 }
    }

    /// Makes the edits in a bare IPTC block.
    package static func edited(iptc bytes: [UInt8]?, _ edits: [MetadataEdit]) throws(MetadataEditError) -> BlockEdit {
        var block = IPTCBlock(parsing: bytes ?? [])
        var changes: [Change] = []
        // A block that other edits of this run create counts as present for edits that need one.
        let isNew = bytes == nil && !edits.makes(.iptc)
        for edit in edits where isDue(edit, block, isNew: isNew) {
            switch edit.action {
            case .setIPTC(let record, let number, let texts):
                let old = block.dataSets.filter { $0.record == record && $0.number == number }
                if old.map({ block.text(of: $0) }) == texts { continue }
                let from = old.map { block.text(of: $0) }.joined(separator: "; ")
                let encoded = try encode(texts, in: &block, what: edit.what)
                replace(record, number, with: encoded, in: &block)
                changes.append(Change(edit.subject, from: from, to: texts.joined(separator: "; ")))
            case .removeIPTC(let record, let number):
                let old = block.dataSets.filter { $0.record == record && $0.number == number }
                guard !old.isEmpty else { continue }
                changes.append(
                    Change(edit.subject, from: old.map { block.text(of: $0) }.joined(separator: "; "), to: ""))
                block.dataSets.removeAll { $0.record == record && $0.number == number }
            case .renameIPTC(let record, let number, let newRecord, let newNumber):
                let old = block.dataSets.filter { $0.record == record && $0.number == number }
                guard !old.isEmpty else { continue }
                block.dataSets.removeAll { $0.record == record && $0.number == number }
                replace(newRecord, newNumber, with: old.map(\.data), in: &block)
                let name = IPTCTable.definition(record: newRecord, number: newNumber)?.name
                changes.append(
                    Change(
                        edit.subject, from: edit.what, to: "\(ChangeSubject.iptc(name ?? "\(newRecord):\(newNumber)"))")
                )
            default: break
            }
        }
        guard !changes.isEmpty else { return BlockEdit(bytes: bytes ?? []) }
        let isEmpty = !block.dataSets.contains { $0.record == 2 && $0.number != 0 || $0.record > 2 }
        return BlockEdit(bytes: isEmpty ? [] : block.serialized, changes: changes)
    }

    private static func isDue(_ edit: MetadataEdit, _ block: IPTCBlock, isNew: Bool) -> Bool {
        let (record, number): (UInt8, UInt8)
        switch edit.action {
        case .setIPTC(let one, let other, _), .removeIPTC(let one, let other), .renameIPTC(let one, let other, _, _):
            (record, number) = (one, other)
        default: return false
        }
        let present = block.dataSets.filter { $0.record == record && $0.number == number }
        return edit.condition.isMet(
            isPresent: !present.isEmpty,
            isBlank: present.allSatisfy { $0.data.allSatisfy { $0 == 0x20 || $0 == 0 } }, isNewBlock: isNew)
    }

    /// Returns texts in the block's encoding. If a block has no text beyond ASCII, it is declared as UTF-8 when needed;
    /// otherwise it keeps its encoding.
    private static func encode(
        _ texts: [String], in block: inout IPTCBlock, what: String
    ) throws(MetadataEditError) -> [[UInt8]] {
        if block.dataSets.isEmpty {
            block.dataSets = [
                IPTCDataSet(record: 1, number: 90, data: IPTCBlock.utf8Escape),
                IPTCDataSet(record: 2, number: 0, data: [0, 4]),
            ]
        }
        if texts.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return texts.map { Array($0.utf8) } }
        var encoding = block.encoding
        if encoding == nil {
            let texts = block.dataSets.filter { $0.record != 1 && $0.definition?.format == .text }
            let isDeclared = block.dataSets.contains { $0.record == 1 && $0.number == 90 }
            if !isDeclared, texts.allSatisfy({ TextEncoding.utf8.decoded($0.data) != nil }) {
                replace(1, 90, with: [IPTCBlock.utf8Escape], in: &block)
                encoding = .utf8
            } else {
                encoding = isDeclared ? nil : .latin1
            }
        }
        var encoded: [[UInt8]] = []
        for text in texts {
            guard let bytes = encoding?.encoded(text) else {
                throw .encoding(what: what, encoding: encoding == .latin1 ? "ISO 8859-1" : "declared in 1:90")
            }
            encoded.append(bytes)
        }
        return encoded
    }

    /// Replaces the data sets of a number in place, or inserts them in the order of numbers.
    private static func replace(
        _ record: UInt8, _ number: UInt8, with data: [[UInt8]], in block: inout IPTCBlock
    ) {
        let first = block.dataSets.firstIndex { $0.record == record && $0.number == number }
        block.dataSets.removeAll { $0.record == record && $0.number == number }
        let sorted = block.dataSets.firstIndex { ($0.record, $0.number) > (record, number) } ?? block.dataSets.count
        block.dataSets.insert(
            contentsOf: data.map { IPTCDataSet(record: record, number: number, data: $0) },
            at: min(first ?? sorted, block.dataSets.count))
    }
}
