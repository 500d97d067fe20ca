/// The names that Google Takeout gives to the descriptions of pictures.
///
/// The description of `a.jpg` is `a.jpg.json` or `a.jpg.supplemental-metadata.json`. The part before `.json` is clipped at 46
/// characters, and the number of a duplicate goes last: `a(1).jpg` has `a.jpg.supplemental-metadata(1).json`. Old exports have
/// `a.json`. An edited copy (`a-edited.jpg`) has the description of the original.
///
/// Names are compared by their bytes: pass both as they are, or both decomposed with their case folded (``NameKey``).
enum TakeoutName {
    /// How the name of a description follows from a picture's, the closest first.
    enum Match: Int, Sendable {
        /// The picture's name: `a.jpg.json`.
        case own
        /// The name without the number of a duplicate, which goes last: `a.jpg(1).json` for `a(1).jpg`.
        case numbered
        /// The name of the picture that an edited copy was made from.
        case edited
        /// The name without its extension: `a.json`.
        case stem
    }

    /// The number of characters at which Takeout clips the name of a description, before `.json`. Takeout counts UTF-16 units; older
    /// exports counted bytes.
    static let clip = 46

    /// What a description's name has more than the picture's, or the beginning of it.
    static let supplement = Array(".supplemental-metadata".utf8)

    /// What Google Photos adds to the name of an edited or made picture, in the languages of its interface.
    private static let additions = """
        edited, effects, smile, mix, motion, animation, collage, bearbeitet, bewerkt, modifié, modifiée, editado, ha editado,
        editada, editat, editata, modificato, modificata, edytowane, upraveno, upravené, redigerat, redigerad, redigert,
        redigeret, muokattu, szerkesztett, szerkesztve, düzenlendi, düzenlenmiş, uređeno, urejeno, muudetud, rediģēts,
        redaguota, breytt, επεξεργασμένο, επεξεργασμένη, изменено, отредактировано, відредаговано, змінено, редактирано,
        измењено, 编辑, 编辑后, 已编辑, 編輯, 編輯後, 已編輯, 編集済み, 수정됨, 편집됨, đã chỉnh sửa, แก้ไขแล้ว, diedit, telah diedit,
        נערך, עריכה, معدلة, تم التعديل, ویرایش شده, संपादित
        """.split { $0 == "," || $0 == "\n" }.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.map { word in
            NameKey.decomposed(NameKey.folded(Array("-\(word)".utf8)))
        }

    /// Returns how a description's name, without `.json`, follows from a picture's; nil if it does not.
    static func match(_ base: [UInt8], for picture: [UInt8]) -> Match? {
        if isTitle(picture, of: base) { return .own }
        let (stem, suffix) = NumberedName.split(picture)
        let ending = suffix.map { Array(".".utf8) + $0 } ?? []
        func isNumbered(_ stem: [UInt8]) -> Bool {
            guard let (plain, number) = numbered(stem), base.suffix(number.count).elementsEqual(number) else {
                return false
            }
            return isTitle(plain + ending, of: base.dropLast(number.count))
        }
        if isNumbered(stem) { return .numbered }
        for original in originals(of: stem) where isTitle(original + ending, of: base) || isNumbered(original) {
            return .edited
        }
        return suffix != nil && (base == stem || isCut(base, of: stem)) ? .stem : nil
    }

    /// How the names of a picture's descriptions can begin.
    static func beginnings(of picture: [UInt8]) -> [[UInt8]] {
        let stem = NameKey.decomposed(NameKey.folded(NumberedName.split(picture).stem))
        let stems = [stem] + originals(of: stem)
        return (stems + stems.compactMap { numbered($0)?.base }).map(unclipped)
    }

    /// How the names of a description's pictures begin.
    ///
    /// - Parameter base: its name without `.json`.
    static func beginning(ofPicturesOf base: [UInt8]) -> [UInt8] {
        let title = numbered(base)?.base ?? base
        // Of a title that was clipped, the extension can be a part, or missing.
        let dot = title.lastIndex(of: UInt8(ascii: "."))
        guard let dot, dot > 0, supplement.starts(with: title[dot...]) else {
            return unclipped(NumberedName.split(title).stem)
        }
        return unclipped(NumberedName.split(Array(title[..<dot])).stem)
    }

    /// The part of a name's beginning that no description lacks, clipped in any form: characters that are within 36 bytes when they
    /// are decomposed. An extension and an accent have their place in the other ten.
    static func unclipped(_ stem: [UInt8]) -> [UInt8] {
        guard stem.count > 36 || !stem.allSatisfy({ $0 < 0x80 }), let text = String(validating: stem, as: UTF8.self)
        else {
            return Array(stem.prefix(36))
        }
        var length = 0
        let kept = text.prefix { character in
            length += NameKey.decomposed(Array(character.utf8)).count
            return length <= 36
        }
        return Array(kept.utf8)
    }

    /// Splits `a(1)` into `a` and `(1)`.
    static func numbered(_ stem: [UInt8]) -> (base: [UInt8], number: [UInt8])? {
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0,
            open + 2 < stem.count, stem[(open + 1)...].dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return (Array(stem[..<open]), Array(stem[open...]))
    }

    /// Whether the part of a description's name before `.json` and a number is a title, with Takeout's addition or a part of it, or
    /// the beginning of that at which Takeout has clipped it.
    private static func isTitle(_ title: [UInt8], of base: [UInt8]) -> Bool {
        let whole = title + supplement
        return whole.starts(with: base) && (base.count >= title.count || isCut(base, of: whole))
    }

    /// Whether the beginning of a name ends where Takeout clips it, in whichever form the name was then.
    private static func isCut(_ base: [UInt8], of whole: [UInt8]) -> Bool {
        guard base.count >= clip / 3, base.count < whole.count, whole.starts(with: base),
            let start = String(validating: base, as: UTF8.self),
            let rest = String(validating: whole[base.count...], as: UTF8.self), let next = rest.unicodeScalars.first
        else { return false }
        return zip(NameKey.lengths(of: start), NameKey.lengths(of: start + "\(next)")).contains {
            $0 <= clip && $1 > clip
        }
    }

    /// The stems of the pictures that one with a stem can be an edited copy of: `a` of `a-edited`, `a(1)` of `a-edited(1)`. Of a long
    /// name, Google clips the addition as well.
    private static func originals(of stem: [UInt8]) -> [[UInt8]] {
        let (base, number) = numbered(stem) ?? (stem, [])
        guard let line = base.lastIndex(of: UInt8(ascii: "-")), line > 0 else { return [] }
        let isLong = base.count >= clip
        return additions.compactMap { addition in
            if base.count > addition.count, base.suffix(addition.count).elementsEqual(addition) {
                return base.dropLast(addition.count) + number
            }
            let end = base[line...]
            return isLong && end.count > 1 && addition.starts(with: end) ? base[..<line] + number : nil
        }
    }
}
