internal import Foundation
internal import TestSupport
internal import Testing
internal import UprightFormats
internal import UprightRewriting
internal import UprightEngine
internal import UprightSteps
internal import UprightWorker

/// The step `time`: clocks are corrected everywhere, and missing times found in a known order.
@Suite struct TimeStepTests {
    private static let dates = [
        "ExifIFD:DateTimeOriginal": "2023:12:31 23:30:00", "ExifIFD:DateTimeDigitized": "2023:12:31 23:30:00",
        "IFD0:DateTime": "2024:02:28 23:59:59", "ExifIFD:SubSecTimeOriginal": "25",
        "ExifIFD:OffsetTimeOriginal": "+01:00", "XMP:photoshop:DateCreated": "2023-12-31T23:30:00.25+01:00",
        "XMP:xmp:CreateDate": "2023-12-31T23:30", "IPTC:DateCreated": "20231231", "IPTC:TimeCreated": "233000+0100",
        "IPTC:DigitalCreationDate": "20231231",
    ]

    private func output(
        _ settings: String, _ values: [String: String], as name: String = "a.jpg", _ files: [String: String] = [:]
    ) async throws -> (FileReport, ImageProperties?) {
        let bench = try StepBench()
        try bench.scratch.write(StepBench.picture(values), to: "drop/\(name)")
        for (name, text) in files { try bench.scratch.write(text, to: "drop/\(name)") }
        let report = try #require(try await bench.pass("- time: {\(settings)}")[name])
        return (report, try bench.properties(of: "out/\(name)"))
    }

    @Test("A shift moves every date over the end of a year, and keeps fractions and zones")
    func shifts() async throws {
        let (report, found) = try await output("shift: \"+1:30\"", Self.dates)
        #expect(report.outcome == .normalized && report.warnings.isEmpty, "\(report)")
        let output = try #require(found)
        #expect(output.exif.dateTimeOriginal == ExifDateTime("2024:01:01 01:00:00", fraction: "25", offset: "+01:00"))
        #expect(output.exif.dateTimeDigitized?.exifText == "2024:01:01 01:00:00")
        // 2024 is a leap year.
        #expect(output.tiff.dateTime?.exifText == "2024:02:29 01:29:59")
        #expect(output.xmp?["photoshop:DateCreated"]?.text == "2024-01-01T01:00:00.25+01:00")
        #expect(output.xmp?["xmp:CreateDate"]?.text == "2024-01-01T01:00")
        #expect(output.iptc?.texts(55) == ["20240101"] && output.iptc?.texts(60) == ["010000+0100"])
        // A day without a time of day moves by whole days.
        #expect(output.iptc?.texts(62) == ["20231231"])
    }

    @Test("A shift by days moves dates without a time of day", arguments: [("-2d", "20231229"), ("+1d2h", "20240101")])
    func days(shift: String, day: String) async throws {
        let (_, output) = try await output("shift: \"\(shift)\"", Self.dates)
        #expect(output?.iptc?.texts(62) == [day])
    }

    @Test("A picture that only says when it was changed is shifted, too")
    func changeAlone() async throws {
        let (_, output) = try await output("shift: \"+1:30\"", ["IFD0:DateTime": "2024:02:28 23:59:59"])
        #expect(output?.tiff.dateTime?.exifText == "2024:02:29 01:29:59")
    }

    @Test("Each camera has its own clock")
    func cameras() async throws {
        let settings = """
            shift: "+1:00", cameras: [{when: {model: "x-t3", serial: "7"}, shift: "-2d"}, {when: {make: Maker}, shift: "+2:00"}]
            """
        for (values, time) in [
            (["IFD0:Model": "X-T3", "ExifIFD:BodySerialNumber": "7"], "2023:12:29 23:30:00"),
            (["IFD0:Model": "X-T3", "ExifIFD:BodySerialNumber": "8"], "2024:01:01 00:30:00"),
            (["IFD0:Make": "MAKER"], "2024:01:01 01:30:00"),
        ] {
            let (_, output) = try await output(settings, Self.dates.merging(values) { $1 })
            #expect(output?.exif.dateTimeOriginal?.exifText == time, "\(values)")
        }
    }

    @Test(
        "A zone is written after the shift, by its rules at that time",
        arguments: [
            ("2024:03:31 01:59:59", "+01:00", 0), ("2024:03:31 03:00:00", "+02:00", 0), ("2024:03:31 02:30:00", nil, 1),
            ("2024:10:27 02:30:00", "+02:00", 1), ("2024:10:27 03:00:00", "+01:00", 0),
        ] as [(String, String?, Int)])
    func zones(time: String, offset: String?, warnings: Int) async throws {
        let (report, output) = try await output(
            "zone: Europe/Berlin", ["ExifIFD:DateTimeOriginal": time])
        #expect(output?.exif.dateTimeOriginal?.offsetText == offset)
        #expect(output?.exif.dateTimeOriginal?.exifText == time)
        #expect(report.warnings.count == warnings, "\(report.warnings)")
    }

    @Test("An hour that occurs twice is read by the rule", arguments: [("later", "+01:00"), ("refuse", nil)])
    func ambiguous(rule: String, offset: String?) async throws {
        let (_, output) = try await output(
            "zone: Europe/Berlin, ambiguous: \(rule)", ["ExifIFD:DateTimeOriginal": "2024:10:27 02:30:00"])
        #expect(output?.exif.dateTimeOriginal?.offsetText == offset)
    }

    @Test("A zone that a picture has stays, unless it is to be replaced")
    func keepsZones() async throws {
        for (settings, offset) in [("zone: \"+05:30\"", "+01:00"), ("zone: \"+05:30\", overwrite: true", "+05:30")] {
            let (_, output) = try await output(settings, Self.dates)
            #expect(output?.exif.dateTimeOriginal?.offsetText == offset)
        }
    }

    private static let takeout =
        #"{"title": "a.jpg", "photoTakenTime": {"timestamp": "1714986000"}, "geoData": {"latitude": 48.137, "longitude": 11.575, "altitude": 0}}"#
    private static let sidecar = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreateDate="2020-02-03T04:05:06+03:00"/>
        </rdf:RDF></x:xmpmeta>
        """

    @Test("A missing time comes from the first source that has it, and the report says from which")
    func missing() async throws {
        let name = "IMG_20210304_050607.jpg"
        let files = ["\(name).xmp": Self.sidecar, "\(name).json": Self.takeout]
        for (order, time, source) in [
            ("sidecar, filename", "2020:02:03 04:05:06+03:00", "sidecar"),
            ("filename, sidecar", "2021:03:04 05:06:07", "filename"),
            // By the zone at the position.
            ("takeout, filename", "2024:05:06 11:00:00+02:00", "takeout"),
        ] {
            let (report, output) = try await output("missing: [\(order)]", [:], as: name, files)
            let found = output?.exif.dateTimeOriginal
            #expect("\(found?.exifText ?? "none")\(found?.offsetText ?? "")" == time, "\(order): \(report)")
            #expect(report.changes.contains { $0.what == "time" && $0.from == source }, "\(report.changes)")
        }
        let (report, _) = try await output("missing: [modified]", [:])
        #expect(report.changes.contains { $0.what == "time" && $0.from == "modified" })
    }

    @Test(
        "A moment in UTC is written by the zone that is set, the one at the position, the nautical one, or this machine's",
        arguments: [
            (", zone: Asia/Tokyo", nil, "2024:05:06 18:00:00+09:00", 0),
            ("", "48.137 11.575", "2024:05:06 11:00:00+02:00", 0),
            // 300 km west of Portugal, and in the Pacific.
            ("", "39 -13", "2024:05:06 08:00:00-01:00", 1), ("", "-30 -130", "2024:05:06 00:00:00-09:00", 1),
            ("", nil, nil, 1),
        ] as [(String, String?, String?, Int)])
    func zonesOfMoments(settings: String, position: String?, expected: String?, warnings: Int) async throws {
        let place = position?.split(separator: " ").map(String.init) ?? ["0", "0"]
        let json = Self.takeout.replacing("48.137", with: place[0]).replacing("11.575", with: place[1])
        let (report, output) = try await output(
            "missing: [takeout]\(settings)", [:], ["a.jpg.json": json])
        let found = try #require(output?.exif.dateTimeOriginal)
        #expect(found.secondsSince1970 == 1_714_986_000)
        if let expected { #expect("\(found.exifText)\(found.offsetText ?? "")" == expected) }
        #expect(report.warnings.count == warnings, "\(report.warnings)")
        if position == nil, expected == nil {
            #expect(report.warnings.contains { $0.contains(TimeZone.current.identifier) }, "\(report.warnings)")
        }
    }

    @Test("A zone that is set applies to a sidecar that counts in UTC")
    func zoneOfASidecar() async throws {
        let sidecar = Self.sidecar.replacing("+03:00", with: "Z")
        let (_, output) = try await output("missing: [sidecar], zone: \"+02:00\"", [:], ["a.jpg.xmp": sidecar])
        let found = try #require(output?.exif.dateTimeOriginal)
        #expect(found.exifText == "2020:02:03 06:05:06" && found.offsetText == "+02:00")
    }

    @Test("Pictures of the same camera and day tell the zone of a moment")
    func neighbours() async throws {
        let environment = StepEnvironment(steps: [], reader: InProcessContentReader())
        let step = try #require(try await TimeStep().prepared(in: environment))
        func picture(_ date: CaptureDate?, model: String) -> StepPicture {
            var facts = PictureFacts(date: date)
            facts.model = model
            return StepPicture(type: .jpeg, facts: facts, folder: nil, name: Array("a.jpg".utf8), source: "")
        }
        var stated = picture(CaptureDate(text: "2024:05:06 20:00:00", offset: "-07:00", source: .exif), model: "M")
        try await step.run(on: &stated)
        // 04:00 UTC of the next day.
        let moment = CaptureDate(utc: 1_715_054_400, source: .gps)
        var neighbour = picture(moment, model: "M")
        try await step.run(on: &neighbour)
        #expect(neighbour.date?.exifText == "2024:05:06 21:00:00" && neighbour.date?.zone == .neighbours)
        #expect(neighbour.warnings.isEmpty)
        var stranger = picture(moment, model: "N")
        try await step.run(on: &stranger)
        #expect(stranger.date?.zone == .machine && stranger.warnings.count == 1)
    }

    @Test("A day without a time of day is written as one, and no time is invented")
    func days() async throws {
        let (report, output) = try await output("missing: [filename]", [:], as: "IMG-20201018-WA0007.jpg")
        #expect(report.outcome == .normalized && report.warnings.isEmpty, "\(report)")
        #expect(output?.exif.dateTimeOriginal == nil)
        #expect(output?.xmp?["photoshop:DateCreated"]?.text == "2020-10-18")
    }

    @Test("A picture that has a time keeps it")
    func keepsTimes() async throws {
        let (_, output) = try await output("missing: [filename]", Self.dates, as: "IMG_20210304_050607.jpg")
        #expect(output?.exif.dateTimeOriginal?.exifText == "2023:12:31 23:30:00")
    }

    @Test("Shifts are read as users write them")
    func readsShifts() {
        for (text, seconds) in [
            ("+1:30", 5400), ("-0:00:20", -20), ("-2d", -172_800), ("+1d2h3min4s", 93_784), ("45m", 2700), ("0:00", 0),
        ] { #expect(TimeShift.seconds(text) == seconds, "\(text)") }
        for text in [
            "", "+", "1", "1:60", "1:2:3:4", "2h1d", "1d1d", "99999999999999999999d", "1:+2", "--1d", "400000d",
        ] {
            #expect(TimeShift.seconds(text) == nil, "\(text)")
        }
    }
}
