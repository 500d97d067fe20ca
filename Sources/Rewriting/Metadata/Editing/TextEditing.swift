package import UprightFormats

/// What edits make of the texts under one name.
package struct TextEditing: Sendable {
    /// The name.
    package let text: PictureText
    /// The texts of the file, in order.
    package let present: [String]
    /// The texts after the edits.
    package private(set) var texts: [String]

    /// The change; nil if there is none.
    package var change: Change? {
        texts == present
            ? nil : Change(text.subject, from: present.joined(separator: "; "), to: texts.joined(separator: "; "))
    }

    /// Makes the edits of each name in order.
    ///
    /// - Parameter present: returns the file's texts under a name.
    /// - Throws: if an edit sets a text that files of the type do not have.
    package static func all(
        _ edits: [MetadataEdit], in type: ImageType, present: (PictureText) throws(MetadataEditError) -> [String]
    ) throws(MetadataEditError) -> [TextEditing] {
        var found: [TextEditing] = []
        for edit in edits {
            guard let text = edit.pictureText else { continue }
            guard text.type == type else {
                guard edit.isSetting, edit.fillsBlank else { continue }
                throw .noPlace(
                    what: text.name, type: type, instead: "set a tag that it has, for example XMP:dc:description")
            }
            if let index = found.firstIndex(where: { $0.text == text }) {
                found[index].make(edit)
            } else {
                let texts = try present(text)
                var editing = TextEditing(text: text, present: texts, texts: texts)
                editing.make(edit)
                found.append(editing)
            }
        }
        return found.filter { $0.change != nil }
    }

    private mutating func make(_ edit: MetadataEdit) {
        let isBlank = texts.allSatisfy { $0.allSatisfy { $0 == " " || $0 == "\0" } }
        guard edit.condition.isMet(isPresent: !texts.isEmpty, isBlank: isBlank, isNewBlock: false) else { return }
        switch edit.action {
        case .setTexts(_, let new): texts = new
        case .changeTexts(_, let removing, let adding):
            texts = MetadataEdit.changed(texts, removing: removing, adding: adding)
        default: break
        }
    }
}

extension MetadataEdit {
    /// The text outside of the blocks of metadata that the edit changes; nil if it changes anything else.
    var pictureText: PictureText? {
        switch action {
        case .setTexts(let text, _), .changeTexts(let text, _, _): text
        default: nil
        }
    }
}
