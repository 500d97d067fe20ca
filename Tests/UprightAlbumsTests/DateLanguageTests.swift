internal import Testing
internal import UprightAlbums
internal import UprightPlaces

@Suite("Dates in the languages of places") struct DateLanguageTests {
    /// 8 and 16 April 2021, 2 May 2021, 1 January 2022.
    private static let dates = [1_617_840_000.0, 1_618_531_200, 1_619_913_600, 1_640_995_200].map {
        CivilDate(seconds: $0)!
    }

    struct Expected: Sendable {
        var language: String?
        var day: String
        var weekday: String
        var month: String
        var days: String
        var months: String
        var years: String
    }

    static let expected = [
        Expected(
            language: nil, day: "8 April 2021", weekday: "Thursday 8 April 2021", month: "April 2021",
            days: "8–16 April 2021", months: "16 April – 2 May 2021", years: "2 May 2021 – 1 January 2022"),
        Expected(
            language: "de-AT", day: "8. April 2021", weekday: "Donnerstag, 8. April 2021", month: "April 2021",
            days: "8.–16. April 2021", months: "16. April – 2. Mai 2021", years: "2. Mai 2021 – 1. Januar 2022"),
        Expected(
            language: "fr", day: "8 avril 2021", weekday: "jeudi 8 avril 2021", month: "avril 2021",
            days: "8–16 avril 2021", months: "16 avril – 2 mai 2021", years: "2 mai 2021 – 1 janvier 2022"),
        Expected(
            language: "zh-CN", day: "2021年4月8日", weekday: "2021年4月8日星期四", month: "2021年4月",
            days: "2021年4月8日至16日", months: "2021年4月16日至5月2日", years: "2021年5月2日至2022年1月1日"),
        Expected(
            language: "ja", day: "2021年4月8日", weekday: "2021年4月8日木曜日", month: "2021年4月",
            days: "2021年4月8日～16日", months: "2021年4月16日～5月2日", years: "2021年5月2日～2022年1月1日"),
        Expected(
            language: "ar", day: "8 أبريل 2021", weekday: "الخميس، 8 أبريل 2021", month: "أبريل 2021",
            days: "8–16 أبريل 2021", months: "16 أبريل – 2 مايو 2021", years: "2 مايو 2021 – 1 يناير 2022"),
        Expected(
            language: "ru", day: "8 апреля 2021 г.", weekday: "четверг, 8 апреля 2021 г.", month: "апрель 2021 г.",
            days: "8–16 апреля 2021 г.", months: "16 апреля – 2 мая 2021 г.",
            years: "2 мая 2021 г. – 1 января 2022 г."),
        Expected(
            language: "cs", day: "8. dubna 2021", weekday: "čtvrtek 8. dubna 2021", month: "duben 2021",
            days: "8.–16. dubna 2021", months: "16. dubna – 2. května 2021", years: "2. května 2021 – 1. ledna 2022"),
        Expected(
            language: "es", day: "8 de abril de 2021", weekday: "jueves, 8 de abril de 2021", month: "abril de 2021",
            days: "8–16 de abril de 2021", months: "16 de abril – 2 de mayo de 2021",
            years: "2 de mayo de 2021 – 1 de enero de 2022"),
        Expected(
            language: "ko", day: "2021년 4월 8일", weekday: "2021년 4월 8일 목요일", month: "2021년 4월",
            days: "2021년 4월 8일~16일", months: "2021년 4월 16일 ~ 5월 2일", years: "2021년 5월 2일 ~ 2022년 1월 1일"),
        Expected(
            language: "fa", day: "۸ آوریل ۲۰۲۱", weekday: "پنجشنبه ۸ آوریل ۲۰۲۱", month: "آوریل ۲۰۲۱",
            days: "۸ تا ۱۶ آوریل ۲۰۲۱", months: "۱۶ آوریل تا ۲ مهٔ ۲۰۲۱", years: "۲ مهٔ ۲۰۲۱ تا ۱ ژانویهٔ ۲۰۲۲"),
    ]

    @Test("dates, months and intervals are those of CLDR", arguments: expected)
    func patterns(expected: Expected) {
        let language = DateLanguage(expected.language)
        let dates = Self.dates
        #expect(language.text(dates[0]) == expected.day)
        #expect(language.textWithWeekday(dates[0]) == expected.weekday)
        #expect(language.text(year: 2021, month: 4) == expected.month)
        #expect(language.text(from: dates[0], to: dates[0]) == expected.day)
        #expect(language.text(from: dates[0], to: dates[1]) == expected.days)
        #expect(language.text(from: dates[1], to: dates[2]) == expected.months)
        #expect(language.text(from: dates[2], to: dates[3]) == expected.years)
    }

    @Test("times and lists too")
    func others() {
        let day = Self.dates[0]
        #expect(DateLanguage("de").text(day, clock: "07:08:09") == "8. April 2021, 07:08:09")
        #expect(DateLanguage("zh").text(day, clock: "07:08:09") == "2021年4月8日 07:08:09")
        #expect(DateLanguage("de").list(["Italien", "Österreich"]) == "Italien und Österreich")
        #expect(DateLanguage("de").list(["A", "B", "C"]) == "A, B und C")
        #expect(DateLanguage("zh").list(["A", "B", "C"]) == "A、B和C")
        #expect(DateLanguage.english.list([]) == "" && DateLanguage.english.list(["{1} {0}"]) == "{1} {0}")
        #expect(DateLanguage("de").shortMonth(3) == "Mär" && DateLanguage("ja").shortMonth(12) == "12月")
        #expect(DateLanguage("zh-TW").tag == "zh-Hant" && DateLanguage("xx").tag == "en")
    }

    @Test("every language of the place data has its dates, whole")
    func languages() throws {
        let languages = try Gazetteer().about.languages + ["en"]
        #expect(languages.count > 40)
        for name in languages {
            let language = DateLanguage(name)
            #expect((language.tag == "en") == (name == "en"), "\(name)")
            var seen: Set<String> = []
            for month in 1...12 {
                let first = try #require(CivilDate(seconds: Double(month - 1) * 31 * 86_400))
                let texts = [
                    language.text(first), language.textWithWeekday(first), language.text(year: 2021, month: month),
                    language.text(from: first, to: Self.dates[3]),
                ]
                for text in texts { #expect(!text.isEmpty && !text.contains { "{}|'".contains($0) }, "\(text)") }
                #expect(!language.shortMonth(month).isEmpty)
                seen.insert(language.text(year: 2021, month: month))
            }
            #expect(seen.count == 12, "\(name)")
        }
    }
}
