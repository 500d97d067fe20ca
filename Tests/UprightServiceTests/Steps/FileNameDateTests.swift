internal import Testing
internal import UprightFormats
internal import UprightSteps

/// Dates in the names of files: by the forms that programs use, and none in other numbers.
@Suite struct FileNameDateTests {
    /// 2026-06-01.
    private static let now = 1_780_272_000.0

    private func date(_ name: String) -> String? {
        FileNameDate.date(in: Array(name.utf8), now: Self.now).map { $0.isoText.replacing("+00:00", with: "Z") }
    }

    @Test(
        "Names of cameras, messengers, screenshot tools and scanners",
        arguments: [
            ("IMG_20201018_101112.jpg", "2020-10-18T10:11:12"), ("20201018_101112(0).jpg", "2020-10-18T10:11:12"),
            ("MVIMG_20201018_101112.jpg", "2020-10-18T10:11:12"),
            ("IMG_20201018_101112_HDR.jpg", "2020-10-18T10:11:12"),
            ("00000IMG_00000_BURST20201018101112159_COVER.jpg", "2020-10-18T10:11:12.159"),
            ("PXL_20201018_101112123.jpg", "2020-10-18T10:11:12.123Z"),
            ("PXL_20201018_101112123.MP.jpg", "2020-10-18T10:11:12.123Z"),
            ("WP_20201018_10_11_12_Pro.jpg", "2020-10-18T10:11:12"), ("WP_20201018_001.jpg", "2020-10-18"),
            ("IMG-20201018-WA0007.jpg", "2020-10-18"), ("signal-2020-10-18-101112.jpg", "2020-10-18T10:11:12"),
            ("signal-2020-10-18-10-11-12-123.jpg", "2020-10-18T10:11:12"),
            ("photo_2020-10-18_10-11-12.jpg", "2020-10-18T10:11:12"),
            ("WhatsApp Image 2020-10-18 at 10.11.12 PM.jpeg", "2020-10-18T22:11:12"),
            ("2020-10-18_10-11-12_UTC.jpg", "2020-10-18T10:11:12Z"),
            ("2020-10-18_10-11-12_UTC_1.jpg", "2020-10-18T10:11:12Z"),
            ("2020-10-18T101112Z.jpg", "2020-10-18T10:11:12Z"),
            ("2020-10-18T10-11-12-0700.jpg", "2020-10-18T10:11:12-07:00"),
            ("20201018_101112+0530.jpg", "2020-10-18T10:11:12+05:30"),
            ("2020-10-18 10.11.12.jpg", "2020-10-18T10:11:12"),
            ("FB_IMG_1603015872000.jpg", "2020-10-18T10:11:12Z"), ("mmexport1603015872000.jpg", "2020-10-18T10:11:12Z"),
            ("1603015872000.jpg", "2020-10-18T10:11:12Z"),
            ("Screenshot_20201018-101112_Chrome.jpg", "2020-10-18T10:11:12"),
            ("Screenshot 2020-10-18 101112.png", "2020-10-18T10:11:12"),
            ("Screenshot 2020-10-18 at 9.11.12\u{202F}PM.png", "2020-10-18T21:11:12"),
            ("Screen Shot 2020-10-18 at 12.11.12 AM.png", "2020-10-18T00:11:12"),
            ("Screenshot 2020-10-18 at 12.11.12 p.m..png", "2020-10-18T12:11:12"),
            ("Screenshot from 2020-10-18 10-11-12.png", "2020-10-18T10:11:12"),
            ("Bildschirmfoto 2020-10-18 um 10.11.12.png", "2020-10-18T10:11:12"),
            ("Capture d’écran 2020-10-18 à 10.11.12.png", "2020-10-18T10:11:12"),
            ("Capture d’écran 2020-10-18 a\u{300} 10.11.12.png", "2020-10-18T10:11:12"),
            ("Captura de pantalla 2020-10-18 a las 9.11.12.png", "2020-10-18T09:11:12"),
            ("Schermata 2020-10-18 alle 10.11.12.png", "2020-10-18T10:11:12"),
            ("Captura de Tela 2020-10-18 às 10.11.12.png", "2020-10-18T10:11:12"),
            ("Schermafbeelding 2020-10-18 om 10.11.12.png", "2020-10-18T10:11:12"),
            ("Zrzut ekranu 2020-10-18 o 10.11.12.png", "2020-10-18T10:11:12"),
            ("Снимок экрана 2020-10-18 в 10.11.12.png", "2020-10-18T10:11:12"),
            ("スクリーンショット 2020-10-18 10.11.12.png", "2020-10-18T10:11:12"),
            ("截屏2020-10-18 下午9.11.12.png", "2020-10-18T21:11:12"),
            ("스크린샷 2020-10-18 오전 12.11.12.png", "2020-10-18T00:11:12"),
            ("img20201018_10111234.jpg", "2020-10-18T10:11:12.34"), ("Scan_20201018.jpg", "2020-10-18"),
            ("Scan 2020-10-18 3.jpg", "2020-10-18"), ("1985-07-04 Birthday.jpg", "1985-07-04"),
            ("2012_0630_153000.jpg", "2012-06-30T15:30:00"), ("20201018-0001.jpg", "2020-10-18"),
            ("2020-10-18 10.11.jpg", "2020-10-18"), ("2020-10-18 at 10.11.jpg", "2020-10-18T10:11"),
            ("2020-10-18 13.11.12 PM.jpg", "2020-10-18"), ("20201018_996112.jpg", "2020-10-18"),
        ])
    func programs(name: String, iso: String) { #expect(date(name) == iso) }

    @Test(
        "Numbers of products, orders, telephones and counters are no dates, nor are days that cannot be",
        arguments: [
            "4006381333931.jpg", "3017620422003.jpg", "0885909950805.jpg", "1234567890123.jpg", "2000123456789.jpg",
            "1300000000000.jpg", "order_1999123123595.jpg", "IMG_20991231_235959.jpg", "DSC_1900-01-01_00-00-00.jpg",
            "18005550199000.jpg", "tel+491701234567.jpg", "part-1930-1212-1010-10.jpg", "DSC01234.jpg", "IMG_0001.jpg",
            "20201318.jpg", "20200230.jpg", "978-2012-10-11-3.jpg", "2020-1-2.jpg", "202010181011.jpg", "123456789.jpg",
            "18.10.2020.jpg", "20270101.jpg", "", "-", "2020.jpg", "12345678901234567890.jpg",
        ])
    func otherNumbers(name: String) { #expect(date(name) == nil) }

    @Test("Every beginning of a name gives a coarser date, or none")
    func prefixes() {
        let name = "Screenshot 2020-10-18 at 9.11.12 PM+0200"
        for length in 0..<name.count {
            guard let found = FileNameDate.date(in: Array(name.prefix(length).utf8), now: Self.now) else { continue }
            #expect(found.isoText.hasPrefix("2020-10-18"), "\(length): \(found.isoText)")
        }
    }
}
