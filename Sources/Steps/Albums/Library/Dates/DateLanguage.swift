internal import UprightPlaces

/// The words and patterns of dates in one language, from CLDR. Dates are in the Gregorian calendar.
package struct DateLanguage: Sendable {
    /// The IETF tag, such as `de` or `zh-Hant`: the `lang` of the texts.
    package let tag: String
    private let fields: [String]

    /// `8 April 2021`: the language of dates if no other is configured.
    package static let english = DateLanguage(nil)

    /// Creates the language of an IETF tag; English for nil, and for a language whose dates are unknown.
    package init(_ language: String?) {
        let name = language.map { LanguageTag($0).gazetteer } ?? "en"
        let known = Self.all[name] != nil ? name : "en"
        tag = known == "zht" ? "zh-Hant" : known
        fields = Self.all[known] ?? []
    }

    /// The fields of `dates.tsv`, which `scripts/gazetteer/dates.py` writes.
    private enum Field: Int, CaseIterable {
        case language, months, standaloneMonths, shortMonths, weekdays, weekdayDate, date, month
        case daysOfMonth, daysOfYear, daysOfTwoYears, moment, pair, listEnd, listMiddle, digits
    }

    private static let all: [String: [String]] = {
        let lines = String(decoding: PackageResources.dates_tsv, as: UTF8.self).split(separator: "\n")
        let rows = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
            .filter { $0.count == Field.allCases.count }
        return Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
    }()

    private func text(_ field: Field) -> String { fields.isEmpty ? "" : fields[field.rawValue] }

    private func word(_ index: Int, of field: Field) -> String {
        let words = text(field).split(separator: "|")
        return words.indices.contains(index) ? String(words[index]) : ""
    }

    // MARK: Dates

    /// `8 April 2021`.
    package func text(_ date: CivilDate) -> String { filled(text(.date), date) }

    /// `Thursday 8 April 2021`.
    package func textWithWeekday(_ date: CivilDate) -> String { filled(text(.weekdayDate), date) }

    /// `8 April 2021, 14:05:06`.
    package func text(_ date: CivilDate, clock: String) -> String {
        pattern(.moment, localized(clock), text(date))
    }

    /// `8–16 April 2021`, `28 March – 2 April 2021`, `30 December 2020 – 2 January 2021`.
    package func text(from first: CivilDate, to last: CivilDate) -> String {
        if first == last { return text(first) }
        let field: Field =
            first.year != last.year ? .daysOfTwoYears : first.month != last.month ? .daysOfYear : .daysOfMonth
        let halves = text(field).split(separator: "|").map(String.init)
        guard halves.count == 2 else { return "\(text(first)) – \(text(last))" }
        return filled(halves[0], first) + filled(halves[1], last)
    }

    /// `April 2021`.
    package func text(year: Int, month: Int) -> String {
        filled(text(.month), CivilDate(year: year, month: month, day: 1))
    }

    /// `Apr`.
    package func shortMonth(_ month: Int) -> String { word(month - 1, of: .shortMonths) }

    /// Returns the month that a word in lower case names, in full or by its first three letters or more; nil if it names none.
    package func month(named word: String) -> Int? {
        guard word.count >= 3 || word.contains(where: { !$0.isLetter }) else { return nil }
        for field in [Field.months, .standaloneMonths, .shortMonths] {
            for month in 1...12 {
                let name = self.word(month - 1, of: field).lowercased()
                let isBeginning = word.allSatisfy(\.isLetter) && name.hasPrefix(word)
                if !name.isEmpty, isBeginning || name == word || name == word + "." { return month }
            }
        }
        return nil
    }

    /// A year in the language's digits.
    package func text(year: Int) -> String { localized(String(year)) }

    // MARK: Lists

    /// `Italy, Austria and Slovenia`.
    package func list(_ names: [String]) -> String {
        guard var text = names.first else { return "" }
        if names.count == 2 { return pattern(.pair, names[0], names[1]) }
        for index in names.indices.dropFirst() {
            text = pattern(index == names.count - 1 ? .listEnd : .listMiddle, text, names[index])
        }
        return text
    }

    private func pattern(_ field: Field, _ zero: String, _ one: String) -> String {
        text(field).split(separator: "{0}", omittingEmptySubsequences: false)
            .map { $0.split(separator: "{1}", omittingEmptySubsequences: false).joined(separator: one) }
            .joined(separator: zero)
    }

    /// Replaces the parts in braces, such as `{d}`.
    private func filled(_ pattern: String, _ date: CivilDate) -> String {
        pattern.split(separator: "{", omittingEmptySubsequences: false).enumerated().map { index, part in
            guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
            return value(String(part[..<end]), date) + part[part.index(after: end)...]
        }.joined()
    }

    private func value(_ name: String, _ date: CivilDate) -> String {
        switch name {
        case "d": localized(String(date.day))
        case "dd": localized((date.day < 10 ? "0" : "") + String(date.day))
        case "M": localized(String(date.month))
        case "MM": localized((date.month < 10 ? "0" : "") + String(date.month))
        case "y": localized(String(date.year))
        case "MMMM": word(date.month - 1, of: .months)
        case "LLLL": word(date.month - 1, of: .standaloneMonths)
        case "EEEE": word(date.weekday, of: .weekdays)
        default: ""
        }
    }

    /// Numbers in the language's digits.
    private func localized(_ text: String) -> String {
        let digits = Array(self.text(.digits))
        guard digits.count == 10 else { return text }
        return String(text.map { $0.isASCII ? $0.wholeNumberValue.map { digits[$0] } ?? $0 : $0 })
    }
}
