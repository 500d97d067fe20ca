internal import UprightBase
internal import UprightFormats

/// Edits the IPTC data sets in Photoshop image resources. Other resources and data sets stay byte for byte.
package struct IPTCEditing {
    /// Makes the edits in a block of resources; `bytes` is nil for a file without one.
    package static func edited(_ bytes: [UInt8]?, _ edits: [MetadataEdit]) throws(MetadataEditError) -> BlockEdit {
        var resources = PhotoshopResources(parsing: bytes ?? [])
        var stripped: [Change] = []
        for strip in edits.strips { stripped += try resources.strip(StripRules(strip)) }
        let index = resources.resources.firstIndex { $0.id == PhotoshopResources.iptc }
        let old = index.map { resources.resources[$0].data }
        let edit = try edited(iptc: old, edits)
        guard !edit.changes.isEmpty else {
            return BlockEdit(bytes: stripped.isEmpty ? bytes ?? [] : resources.serialized, changes: stripped)
        }
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
        return BlockEdit(bytes: resources.serialized, changes: stripped + edit.changes, warnings: edit.warnings)
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
            case .strip(let strip): changes += block.strip(StripRules(strip))
            case .setIPTC(let record, let number, _), .changeIPTCList(let record, let number, _, _):
                let old = block.dataSets.filter { $0.record == record && $0.number == number }
                let texts = edit.iptcTexts(in: old.map { block.text(of: $0) })
                if old.map({ block.text(of: $0) }) == texts { continue }
                if texts.isEmpty {
                    remove(edit, old, from: &block, &changes)
                    continue
                }
                let from = old.map { block.text(of: $0) }.joined(separator: "; ")
                let charset = block.encoding
                let encoded = try encode(texts, in: &block, what: edit.what)
                if charset != block.encoding, block.dataSets.contains(where: { $0.record == 2 && $0.number != 0 }) {
                    changes += [charsetChange(from: charset)]
                }
                replace(record, number, with: encoded, in: &block)
                changes.append(Change(edit.subject, from: from, to: texts.joined(separator: "; ")))
            case .removeIPTC(let record, let number):
                let old = block.dataSets.filter { $0.record == record && $0.number == number }
                remove(edit, old, from: &block, &changes)
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

    private static func remove(
        _ edit: MetadataEdit, _ old: [IPTCDataSet], from block: inout IPTCBlock, _ changes: inout [Change]
    ) {
        guard let first = old.first else { return }
        changes.append(Change(edit.subject, from: old.map { block.text(of: $0) }.joined(separator: "; "), to: ""))
        block.dataSets.removeAll { $0.record == first.record && $0.number == first.number }
    }

    private static func isDue(_ edit: MetadataEdit, _ block: IPTCBlock, isNew: Bool) -> Bool {
        let (record, number): (UInt8, UInt8)
        switch edit.action {
        case .setIPTC(let one, let other, _), .changeIPTCList(let one, let other, _, _),
            .removeIPTC(let one, let other), .renameIPTC(let one, let other, _, _):
            (record, number) = (one, other)
        case .strip: return true
        default: return false
        }
        let present = block.dataSets.filter { $0.record == record && $0.number == number }
        return edit.condition.isMet(
            isPresent: !present.isEmpty,
            isBlank: present.allSatisfy { $0.data.allSatisfy { $0 == 0x20 || $0 == 0 } }, isNewBlock: isNew)
    }

    /// Returns texts in the block's encoding. A block whose encoding lacks one of their characters is encoded as UTF-8
    /// first.
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
        let isDeclared = block.dataSets.contains { $0.record == 1 && $0.number == 90 }
        let isLatin1 = block.encoding == .latin1 || !isDeclared && block.dataSets.contains(where: isLatin1)
        if block.encoding != .utf8 {
            let encoded = isLatin1 ? texts.compactMap { TextEncoding.latin1.encoded($0) } : []
            if encoded.count == texts.count { return encoded }
            try block.encodeAsUTF8(what: what)
        }
        return texts.map { Array($0.utf8) }
    }

    /// Whether a data set holds text that is not UTF-8, which readers take for Windows-1252.
    private static func isLatin1(_ dataSet: IPTCDataSet) -> Bool {
        dataSet.isText && TextEncoding.utf8.decoded(dataSet.data) == nil
    }

    private static func charsetChange(from encoding: TextEncoding?) -> Change {
        Change(.iptc("CodedCharacterSet"), from: encoding == .latin1 ? "ISO 8859-1" : "", to: "UTF-8")
    }

    /// Replaces the data sets of a number in place, or inserts them in the order of numbers.
    fileprivate static func replace(
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

extension MetadataEdit {
    /// The values of a data set after the edit, which sets or changes them.
    fileprivate func iptcTexts(in present: [String]) -> [String] {
        switch action {
        case .setIPTC(_, _, let texts): texts
        case .changeIPTCList(_, _, let removing, let adding):
            Self.changed(present, removing: removing, adding: adding)
        default: present
        }
    }
}

extension IPTCDataSet {
    /// Whether the data set holds text in the encoding that 1:90 declares: records 2 to 6 (IIM 4.2, 1:90). Data sets that
    /// are not in the standard hold text if they hold no control characters.
    fileprivate var isText: Bool {
        guard (2...6).contains(record), number != 0 else { return false }
        if let definition { return definition.format == .text }
        return data.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
    }
}

extension IPTCBlock {
    /// Encodes all text as UTF-8, and declares that in 1:90.
    ///
    /// Text in a declared encoding is read in that; other text as UTF-8 if it is valid, otherwise as Windows-1252, which
    /// contains ISO 8859-1.
    fileprivate mutating func encodeAsUTF8(what: String) throws(MetadataEditError) {
        let declared = dataSets.first { $0.record == 1 && $0.number == 90 }
        let encoding = encoding
        for index in dataSets.indices where dataSets[index].isText {
            let data = dataSets[index].data
            guard !data.allSatisfy({ $0 < 0x80 && $0 != 0x1B }) else { continue }
            // An unknown declaration, such as one of ISO 2022's character sets, says nothing that could be decoded.
            guard declared == nil || encoding != nil else {
                throw .encoding(what: what, encoding: "declared in 1:90, which is neither UTF-8 nor ISO 8859-1")
            }
            let text = Array((encoding.flatMap { $0.decoded(data) } ?? TextEncoding.lenient(data)).utf8)
            guard text != data else { continue }
            dataSets[index] = IPTCDataSet(
                record: dataSets[index].record, number: dataSets[index].number, data: text)
        }
        IPTCEditing.replace(1, 90, with: [IPTCBlock.utf8Escape], in: &self)
    }
}
