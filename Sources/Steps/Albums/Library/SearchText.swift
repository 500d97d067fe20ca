internal import GRDB
internal import UprightFiles
internal import UprightPlaces

/// The words that the search finds a picture by.
enum SearchText {
    /// Separates the names in other languages from the rest.
    private static let separator: Character = "\u{1E}"

    /// Returns the names of a picture's place, file, folder and camera, and its place's names in other languages.
    static func words(of photo: AlbumPhoto) -> String {
        let place = photo.place
        var names = [
            place?.country, place?.region, place?.county, place?.city, place?.district, place?.street, photo.camera,
            place?.ownCity, place?.ownDistrict,
        ].compactMap { $0 }
        names += photo.path.components.suffix(2).map { RawPath(bytes: $0).exact }
        let text = names.joined(separator: "\n")
        var words = text
        let folded = folded(text)
        if folded != text { words += "\n" + folded }
        let others = photo.otherNames.joined(separator: "\n")
        guard !others.isEmpty else { return words }
        let foldedOthers = Self.folded(others)
        if foldedOthers != others { words += "\n" + foldedOthers }
        words.append(separator)
        return words + others
    }

    /// Returns the names in other languages from the words of a picture.
    static func otherNames(in words: String) -> [String] {
        guard let at = words.firstIndex(of: separator) else { return [] }
        return words[words.index(after: at)...].split(separator: "\n").map(String.init)
    }

    /// Replaces letters that Unicode does not decompose with those that users without them on their keyboard type.
    static func folded(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 128 }) else { return text }
        var result = ""
        for character in text {
            switch character {
            case "ø": result += "o"
            case "Ø": result += "O"
            case "ł": result += "l"
            case "Ł": result += "L"
            case "đ", "ð": result += "d"
            case "Đ", "Ð": result += "D"
            case "þ": result += "th"
            case "Þ": result += "Th"
            case "ß": result += "ss"
            case "æ": result += "ae"
            case "Æ": result += "Ae"
            case "œ": result += "oe"
            case "Œ": result += "Oe"
            case "ı": result += "i"
            case "’", "ʻ", "ʼ": break
            default: result.append(character)
            }
        }
        return result
    }

    /// Returns an index query in which each word must be a prefix of one of the picture's words; nil if no word is
    /// left.
    ///
    /// - Parameter whole: those of the words that must be whole words.
    static func query(_ words: [String], whole: Set<String> = []) -> String? {
        let terms = words.flatMap { word in
            folded(word).split { !$0.isLetter && !$0.isNumber }.map {
                (term: String($0), isWhole: whole.contains(word))
            }
        }
        guard !terms.isEmpty else { return nil }
        // Terms have only letters and digits, so none is an operator.
        return terms.map { term, isWhole in
            let forms = withoutDigraphs(term).map { "\"\($0)\"" + (isWhole ? "" : "*") }
            return forms.count == 1 ? forms[0] : "(" + forms.joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }

    /// A term, and the same with the letters for which German writes two if it has no other: `Muenchen`, `Munchen`.
    private static func withoutDigraphs(_ term: String) -> [String] {
        let other = term.replacing(/([AOUaou])e/) { String($0.output.1) }
        return other == term ? [term] : [term, other]
    }
}

extension AlbumLibrary {
    /// Writes the words of pictures that were filed before the column existed.
    static func fillWords(_ db: Database) throws {
        let update = try db.makeStatement(sql: "UPDATE photo SET words = ? WHERE id = ?")
        var after: Int64 = 0
        while true {
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM photo WHERE id > ? ORDER BY id LIMIT 2000", arguments: [after])
            guard !rows.isEmpty else { return }
            for row in rows {
                let photo = AlbumPhoto(row: row)
                try update.execute(arguments: [SearchText.words(of: photo), photo.id])
                after = photo.id
            }
        }
    }
}
