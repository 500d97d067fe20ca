package import UprightFormats

/// Decides which items a strip removes.
///
/// ``StripProfile/location`` removes what is known to hold a place; the other profiles keep what is known to hold nothing
/// private, so that a new tag is removed until somebody has looked at it.
package struct StripRules: Sendable {
    package let strip: MetadataStrip
    private let kept: Set<MetadataEdit.Subject>
    private let captions: CaptionText

    /// Reads the rules of a strip.
    package init(_ strip: MetadataStrip) {
        self.strip = strip
        captions = CaptionText(removed: strip.captions == .keep ? [] : strip.removedTexts)
        kept = strip.assigned.union(
            strip.keep.compactMap { text in
                // Names are checked when a strip is created.
                switch try? MetadataName(text) {
                case .exif(let tag)?: .tag(tag)
                case .directory(let group)?: .directory(group)
                case .iptc(let definition)?: .dataSet(record: definition.record, number: definition.number)
                case .xmp(let name)?: .property(name)
                case .text(let text)?: .text(text)
                case .packet?, nil: nil
                }
            })
    }

    /// Whether everything is removed that is not listed as harmless.
    package var isStrict: Bool { strip.profile != .location }

    /// Whether a text that a container holds stays, whatever it says.
    package func keeps(_ text: PictureText) -> Bool { kept.contains(.text(text)) }

    /// Whether an Exif tag is removed. Pointers to directories are not tags here.
    package func removes(_ tag: TagID) -> Bool {
        if kept.contains(.tag(tag)) || kept.contains(.directory(tag.group)) { return false }
        if tag.group == .gps || tag.group == .primary && StripTables.ground.contains(tag.number) { return true }
        switch strip.profile {
        case .location: return false
        case .private: return !StripTables.harmless(tag)
        case .all: return !StripTables.rendering(tag)
        }
    }

    /// Whether an XMP property, or a field of one, is removed.
    package func removes(_ name: XMPName) -> Bool {
        if kept.contains(.property(name)) { return false }
        switch strip.profile {
        case .location: return holdsPlace(name)
        case .private: return holdsPlace(name) || !StripTables.harmless(name)
        case .all: return !StripTables.rendering(name)
        }
    }

    /// Whether a field of a structure that stays is removed.
    package func removesField(_ name: XMPName) -> Bool { !kept.contains(.property(name)) && holdsPlace(name) }

    /// Whether a name is one of those under which the name of a place is kept.
    package static func isPlaceName(_ name: String) -> Bool { StripTables.isPlaceName(name) }

    private func holdsPlace(_ name: XMPName) -> Bool {
        XMPPosition.holds(name) || PlaceWords.arePosition(name.local) || StripTables.isOfPlaces(name.namespace)
            || (strip.places || isStrict) && StripTables.isPlaceName(name.local)
    }

    /// Whether a text of a PNG is removed by its keyword.
    func removes(text keyword: String) -> Bool {
        switch strip.profile {
        case .all: true
        case .private: !["title", "description", "creation time"].contains(keyword.lowercased())
        case .location:
            PlaceWords.arePosition(keyword)
                || strip.places && keyword.split(separator: ":").last.map { Self.isPlaceName(String($0)) } ?? false
        }
    }

    /// Whether an IPTC data set is removed. Data sets that say how the others are encoded stay.
    package func removes(record: UInt8, number: UInt8) -> Bool {
        if kept.contains(.dataSet(record: record, number: number)) || (record, number) == (1, 90) { return false }
        if record == 2, number == 0 { return false }
        switch strip.profile {
        case .location: return strip.places && record == 2 && StripTables.placeDataSets.contains(number)
        case .private: return record != 2 || !StripTables.harmlessDataSets.contains(number)
        case .all: return true
        }
    }

    /// Whether a Photoshop resource is removed as a whole. Those with Exif, IPTC and XMP are looked into instead.
    package func removes(resource id: UInt16) -> Bool { isStrict && id != PhotoshopResources.resolution }

    /// Whether an item that an edit sets is removed.
    package func removes(_ subject: MetadataEdit.Subject) -> Bool {
        switch subject {
        case .tag(let tag): removes(tag)
        case .directory(let group): group == .gps
        case .dataSet(let record, let number): removes(record: record, number: number)
        case .property(let name): removes(name)
        case .text(.pngText(let keyword)): removes(text: keyword) && !keeps(.pngText(keyword))
        case .text(let text): isStrict && !keeps(text)
        }
    }

    /// Whether a data set is removed: by its number, or because it holds a text that speaks of a position.
    package func removes(_ dataSet: IPTCDataSet) -> Bool {
        if removes(record: dataSet.record, number: dataSet.number) { return true }
        if isStrict, !keeps(dataSet), !dataSet.hasItsForm { return true }
        return dataSet.record > 1 && !kept.contains(.dataSet(record: dataSet.record, number: dataSet.number))
            && PlaceWords.areIn(text: dataSet.data)
    }

    /// Whether a tag with the given value is removed: by its number, or because it holds a text that speaks of a position.
    package func removes(_ tag: TagID, _ type: TIFFFieldType, _ value: some Collection<UInt8>) -> Bool {
        if removes(tag) { return true }
        if isStrict, !kept.contains(.tag(tag)), !StripTables.hasItsForm(tag, type, value) { return true }
        return [.ascii, .byte, .undefined].contains(type) && !StripTables.blocks.contains(tag.number)
            && !kept.contains(.tag(tag))
            && (type == .ascii || StripTables.isCaption(tag)
                // Before the text, such a tag says how it is encoded (Exif 3.0, 4.6.5, UserComment).
                ? PlaceWords.areIn(text: value.dropFirst(type == .undefined ? 8 : 0)) : PlaceWords.areIn(value))
    }

    /// Whether a part that is not understood is removed.
    ///
    /// - Throws: if such parts reject the picture.
    package func removesUnknown(
        _ bytes: [UInt8], _ place: @autoclosure () -> String
    ) throws(MetadataEditError) -> Bool {
        switch strip.onUnknown {
        case .remove: return true
        case .keep: return isHeld(by: bytes)
        case .reject: throw .strip("the meaning of \(place()) is unknown (on-unknown: reject)")
        }
    }

    /// Whether bytes of no known structure hold something that the strip removes.
    package func isHeld(by bytes: [UInt8]) -> Bool {
        var leftovers = StripLeftovers(self)
        leftovers.look(unknown: bytes, "")
        return !leftovers.findings.isEmpty
    }

    /// Whether bytes that are a text hold something that the strip removes.
    func isHeld(byText bytes: [UInt8]) -> Bool { PlaceWords.areIn(text: bytes) || isHeld(by: bytes) }

    /// Returns what stays of a caption, title or keyword: the text itself, a part of it, or nil for nothing.
    package func caption(_ text: String) -> String? {
        if isStrict, GeneratorPrompt.isIn(text.utf8) { return nil }
        if strip.places || isStrict, StripTables.isPlaceHierarchy(text) { return nil }
        guard let rest = captions.rest(of: text) else { return text }
        return strip.captions == .drop || rest.isEmpty ? nil : rest
    }

    /// Whether a data set is kept by its name.
    func keeps(_ dataSet: IPTCDataSet) -> Bool {
        kept.contains(.dataSet(record: dataSet.record, number: dataSet.number))
    }

    /// Whether a tag is kept by its name.
    func keeps(_ tag: TagID) -> Bool { kept.contains(.tag(tag)) || kept.contains(.directory(tag.group)) }

    /// Whether anything can change in captions.
    var cutsCaptions: Bool { isStrict || strip.places || !captions.isEmpty }

    func keeps(_ name: XMPName) -> Bool { kept.contains(.property(name)) }
}

extension IPTCDataSet {
    /// Whether a data set that stays has the length and the characters that the standard gives it (IIM 4.2): a version, a
    /// character set, an urgency, a date, a time. Texts have any.
    fileprivate var hasItsForm: Bool {
        switch (record, number) {
        case (1, 90): data.first == 0x1B && data.count <= 4
        case (2, 0): data.count == 2
        case (2, 10): data.count == 1
        case (2, 55), (2, 60), (2, 62), (2, 63):
            data.count <= 11 && data.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x20 }
        default: true
        }
    }
}
