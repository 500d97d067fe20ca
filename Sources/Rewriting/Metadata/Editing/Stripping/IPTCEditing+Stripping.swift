internal import UprightBase
internal import UprightFormats

extension IPTCBlock {
    /// Removes the data sets that the rules name, and what follows the last one if it is no padding.
    mutating func strip(_ rules: StripRules) -> [Change] {
        var changes = dataSets.filter { rules.removes($0) }.map { dataSet in
            let name = IPTCTable.definition(record: dataSet.record, number: dataSet.number)?.name
            return Change(.iptc(name ?? "\(dataSet.record):\(dataSet.number)"), from: text(of: dataSet), to: "")
        }
        if trailer.contains(where: { $0 != 0 }), rules.isStrict || rules.isHeld(by: trailer) {
            changes.append(Change(.iptc("rest"), from: "\(trailer.count) bytes that are no data set", to: ""))
            trailer = []
        }
        dataSets.removeAll { rules.removes($0) }
        return changes + cutCaptions(rules)
    }
}

extension IPTCBlock {
    /// Takes values that are removed elsewhere out of captions, titles and keywords.
    private mutating func cutCaptions(_ rules: StripRules) -> [Change] {
        guard rules.cutsCaptions else { return [] }
        var changes: [Change] = []
        let (old, encoding) = (dataSets, encoding)
        dataSets = old.compactMap { dataSet in
            guard StripTables.isCaption(record: dataSet.record, number: dataSet.number), !rules.keeps(dataSet) else {
                return dataSet
            }
            let text = text(of: dataSet)
            let rest = rules.caption(text)
            guard rest != text else { return dataSet }
            let name = IPTCTable.definition(record: dataSet.record, number: dataSet.number)?.name
            changes.append(
                Change(.iptc(name ?? "\(dataSet.record):\(dataSet.number)"), from: text, to: rest ?? ""))
            guard let rest else { return nil }
            // A text that was not UTF-8 was read as Latin-1.
            let isUTF8 = TextEncoding.utf8.decoded(dataSet.data) != nil
            let latin1 = encoding == .latin1 || encoding == nil && !isUTF8
            let data = latin1 ? TextEncoding.latin1.encoded(rest) : Array(rest.utf8)
            return data.map { IPTCDataSet(record: dataSet.record, number: dataSet.number, data: $0) }
        }
        return changes
    }
}

extension PhotoshopResources {
    /// The copies of the Exif block that Photoshop keeps (0x0422, 0x0423), and of the XMP packet (0x0424).
    private static let exif: Set<UInt16> = [0x0422, 0x0423]
    private static let xmp: UInt16 = 0x0424

    /// Removes resources, and what the rules name from the copies of other blocks in them. The IPTC resource is edited
    /// afterwards.
    mutating func strip(_ rules: StripRules) throws(MetadataEditError) -> [Change] {
        var changes: [Change] = []
        var kept: [Resource] = []
        let edits = [MetadataEdit.strip(rules.strip)]
        for var resource in resources {
            let name = "0x0" + String(resource.id, radix: 16, uppercase: true)
            if resource.id == Self.iptc || resource.id == Self.iptcDigest {
                kept.append(rules.isStrict ? Resource(id: resource.id, data: resource.data) : resource)
                continue
            }
            var isRemoved = rules.removes(resource: resource.id)
            // A thumbnail is a JPEG, and texts of any kind can hold a position.
            if !isRemoved, !Self.exif.contains(resource.id), resource.id != Self.xmp {
                isRemoved = rules.isHeld(by: resource.serialized)
            }
            if !isRemoved, Self.exif.contains(resource.id) || resource.id == Self.xmp {
                do throws(MetadataEditError) {
                    let edit =
                        resource.id == Self.xmp
                        ? try XMPPacketEdit.edited(resource.data, edits).block
                        : try ExifEditing.edited(
                            resource.data, edits,
                            picture: ExifEditing.Picture(size: Size(width: 0, height: 0), density: nil, isJPEG: false))
                    if !edit.changes.isEmpty {
                        changes += edit.changes
                        resource.data = edit.bytes
                        isRemoved = edit.bytes.isEmpty
                    }
                } catch {
                    // Nobody can say what it holds.
                    isRemoved = true
                }
            }
            if isRemoved {
                changes.append(Change(ChangeSubject(.photoshop, name), from: "\(resource.data.count) bytes", to: ""))
            } else {
                // Without a name, and in the length of a resolution (Photoshop File Formats, "ResolutionInfo").
                kept.append(
                    rules.isStrict ? Resource(id: resource.id, data: Array(resource.data.prefix(16))) : resource)
            }
        }
        if rules.isStrict, changes.isEmpty, kept != resources {
            changes.append(Change(ChangeSubject(.photoshop, "names"), from: "bytes beside the resources", to: ""))
        }
        if dropRest(where: { rules.isStrict || rules.isHeld(by: $0) }) {
            changes.append(Change(ChangeSubject(.photoshop, "rest"), from: "bytes that are no resource", to: ""))
        }
        // A digest without a block says only that there was one.
        if rules.isStrict, !kept.contains(where: { $0.id == Self.iptc }) { kept.removeAll { $0.id == Self.iptcDigest } }
        if !changes.isEmpty { resources = kept }
        return changes
    }
}
