internal import Testing
internal import UprightFormats
internal import UprightRewriting

/// Dates in the forms in which Exif, XMP, IPTC and containers have them.
@Suite struct CaptureDateTests {
    @Test(
        "A text is read as far as it says something",
        arguments: [
            ("2024:05:17 18:03:09", "2024-05-17T18:03:09"),
            ("2024-05-17T18:03:09.25+02:00", "2024-05-17T18:03:09.25+02:00"),
            ("2024-05-17T18:03:09-0730", "2024-05-17T18:03:09-07:30"),
            ("2024-05-17T18:03+02", "2024-05-17T18:03+02:00"),
            ("2024:05:17 18:03", "2024-05-17T18:03"), ("2024:05:17 18:03:  ", "2024-05-17T18:03"),
            ("2024:05:17   :  :  ", "2024-05-17"), ("2024:05:17", "2024-05-17"), ("20240517", "2024-05-17"),
            ("20240517 180309+0200", "2024-05-17T18:03:09+02:00"), ("2024-05", "2024-05"), ("2024", "2024"),
            ("2024:05:00 00:00:00", "2024-05"), ("2024:00:00 00:00:00", "2024"), ("20240500", "2024-05"),
            (" 2024:02:29 00:00:00\0", "2024-02-29T00:00:00"),
        ])
    func forms(text: String, iso: String) {
        let date = CaptureDate(text: text, source: .xmp)
        #expect(date?.isoText == iso)
        // What was read is written so that it reads back.
        #expect(CaptureDate(text: iso, source: .xmp) == date)
        #expect(date?.zone == (date?.dateTime.offset == nil ? nil : .stated))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2023:02:29", "2024:13:01", "2024:05:17 25:00:00",
            "2024:05:17 1",
            "2024:05:17 18:03:09 noon", "May 2024", "24:05:17", "2024/05-17", "2024:05:17x18:03", "20240517x",
            "2024-05-17T18:03:09+1", "٢٠٢٤",
        ])
    func noDates(text: String) { #expect(CaptureDate(text: text, source: .exif) == nil) }

    @Test(
        "A PNG's creation time is read in the form of mail, and as other dates are",
        arguments: [
            ("Fri, 17 May 2024 18:03:09 +0200", "2024-05-17T18:03:09+02:00"), ("17 May 2024 8:03", "2024-05-17T08:03"),
            ("Fri, 17 May 24 18:03:09 PDT", "2024-05-17T18:03:09-07:00"), ("17 may 1994", "1994-05-17"),
            ("Fri, 17 May 2024 18:03:09 GMT", "2024-05-17T18:03:09Z"), ("2024:05:17 18:03:09", "2024-05-17T18:03:09"),
            ("2024-05-17T18:03:09Z", "2024-05-17T18:03:09Z"),
            ("Friday, 17 May 2024 18:03:09 +0200 (CEST)", "2024-05-17T18:03:09+02:00"),
        ])
    func creationTimes(text: String, iso: String) {
        let date = CaptureDate(creationTime: text)
        #expect(date == CaptureDate(text: iso, source: .container) && date != nil)
        #expect((date?.zone == .utc) == iso.hasSuffix("Z"))
    }

    @Test(
        "A creation time that is none is none",
        arguments: [
            "", "yesterday", "31 Foo 2024", "45 May 2024 18:03", "17 May 2024 18:03:09 nowhere",
            "17 May 2024 18:03 +0200 more",
        ])
    func noCreationTimes(text: String) { #expect(CaptureDate(creationTime: text) == nil) }

    @Test("Every shorter text of a date is a coarser date, or none, and never another one")
    func prefixes() throws {
        let text = "2024-05-17T18:03:09.25+02:00"
        for length in 0..<text.count {
            guard let date = CaptureDate(text: text.prefix(length), source: .xmp) else { continue }
            #expect(text.hasPrefix(date.exifText.prefix(4)), "\(length)")
            #expect(date.precision > .month ? date.isoText.hasPrefix("2024-05-17") : true, "\(length)")
            #expect(length < 19 ? date.precision < .second : true, "\(length)")
        }
    }

    @Test("A moment in UTC is no local time until its zone is found, and then is the same moment")
    func moments() throws {
        let date = try #require(CaptureDate(utc: 1_700_100_000, source: .takeout))
        #expect(date.local == nil && date.localSeconds == nil)
        #expect(CaptureDate(text: "2023-11-16T02:00:00Z", source: .takeout) == date)
        for offset in [-720, -300, 0, 345, 840] {
            let local = try #require(date.local(offset: offset, .configured))
            #expect(local.dateTime.secondsSince1970 == 1_700_100_000 && local.zone == .configured)
            #expect(local.local == local)
        }
        #expect(date.local(offset: -300, .position)?.exifText == "2023:11:15 21:00:00")
    }

    @Test("Of several dates, the source that comes first counts")
    func order() throws {
        let dates = CaptureDate.Source.allCases.compactMap { CaptureDate(text: "2024", source: $0) }
        for count in dates.indices {
            #expect(CaptureDate.first(among: Array(dates[count...].reversed()))?.source == dates[count].source)
        }
        #expect(CaptureDate.first(among: []) == nil)
    }

    @Test(
        "A corrected clock keeps the fraction and the zone; a date without a time of day moves by whole days",
        arguments: [
            ("2024:05:17 23:30:00.25+02:00", "2024-05-18T00:30:00.25+02:00"), ("2024:05:17", "2024-05-17"),
            ("2024:05", "2024-05"),
        ])
    func correctedClock(text: String, iso: String) {
        let date = CaptureDate(text: text, source: .exif)
        #expect(date.flatMap { ClockCorrection(seconds: 3_600).corrected($0) }?.isoText == iso)
        guard text.count == 10 else { return }
        #expect(date.flatMap { ClockCorrection(seconds: 90_000).corrected($0) }?.isoText == "2024-05-18")
    }
}
