import Foundation
import TestSupport
import Testing

/// `upright inspect --get`, `--csv`, `--extract`, `--digest`, and `upright duplicates`.
@Suite struct QueryCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.place("samples/photo.jpg", as: "in/a.jpg")
        try folder.place("png/upright.png", as: "in/deep/b.png")
        _ = try run(
            "tag", "-r", "in", "--set", "XMP:dc:title=One, \"two\"", "--set", "XMP:dc:subject=x", "--set",
            "XMP:dc:subject=y")
    }

    func run(_ arguments: String...) throws -> Command {
        try Command.run(Command.built("upright").path(), arguments, in: folder.url)
    }

    @Test func valuesArePrintedAlone() throws {
        #expect(try run("inspect", "--get", "XMP:dc:title", "in/a.jpg").output == "One, \"two\"\n")
        let several = try run("inspect", "-r", "in", "--get", "Title,Subject,PixelWidth", "--get", "IPTC:City")
        #expect(several.status == 0)
        let lines = several.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines.map { $0[0] } == ["in/a.jpg", "in/deep/b.png"])
        #expect(lines.allSatisfy { $0[1] == "One, \"two\"" && $0[2] == "x, y" && Int($0[3]) != nil && $0[4].isEmpty })
        let json = try objects(try run("inspect", "--json", "--get", "Title,IPTC:City", "in/a.jpg").output)
        let values = try #require(json.first?["values"] as? [String: Any])
        #expect(values["Title"] as? String == "One, \"two\"" && values["IPTC:City"] is NSNull)
        #expect(try run("inspect", "--get", "IPTC:Ctiy", "in/a.jpg").status == 64)
        #expect(try run("inspect", "--get", "Model", "in/none.jpg").status == 1)
    }

    @Test func aTableCanBeWrittenAgain() throws {
        let table = try run("inspect", "--csv", "-r", "in", "--get", "Title,Subject,GPSLatitude,GPSLongitude")
        #expect(table.output.hasPrefix("SourceFile,Title,Subject,GPSLatitude,GPSLongitude\n"))
        #expect(table.output.contains("in/deep/b.png,\"One, \"\"two\"\"\",\"x, y\",,\n"))
        try folder.write(try run("inspect", "--csv", "-r", "in", "--get", "Title,Subject").output, to: "table.csv")
        let unchanged = try objects(try run("tag", "--csv", "table.csv", "--json").output)
        #expect(unchanged.map { $0["outcome"] as? String } == ["unchanged", "unchanged"])
        try folder.write(
            "\u{FEFF}SourceFile,Title,Subject,Keywords,GPSLatitude,GPSLongitude,FileSize,DateTimeOriginal\r\n"
                + "in/a.jpg,New,-,\"p, q\",\"48 deg 8' 13.75\"\" N\",\"11 deg 34' 34.00\"\" W\",12 kB,2024:05:17 18:03:09\r\n"
                + "in/deep/b.png,,\"z\"\r\n", to: "table.csv")
        let tagged = try run("tag", "--csv", "table.csv")
        #expect(tagged.status == 0 && tagged.error.contains("FileSize"), "\(tagged)")
        let read = try run(
            "inspect", "-r", "in", "--get", "Title,Subject,Keywords,GPSLatitude,GPSLongitude,DateTimeOriginal")
        let lines = read.output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        #expect(lines[0].dropFirst().prefix(3) == ["New", "", "p, q"])
        #expect(abs((Double(lines[0][4]) ?? 0) - 48.137152778) < 1e-7)
        #expect(abs((Double(lines[0][5]) ?? 0) + 11.576111111) < 1e-7)
        #expect(lines[0][6] == "2024:05:17 18:03:09")
        #expect(lines[1].dropFirst().prefix(2) == ["One, \"two\"", "z"])
    }

    @Test("A table of everything, read again, edits no file and rejects none, and an edited cell is all that changes")
    func aWholeTableIsNoEdit() throws {
        let before = try Fixture.all.filter { $0.frames > 0 && !$0.path.hasPrefix("bad/") }.map { fixture in
            let name = "all/" + fixture.path.replacing("/", with: "-")
            try folder.place(fixture.path, as: name)
            return (name, try fixture.content())
        }
        try folder.write(try run("inspect", "--csv", "-r", "all").output, to: "all.csv")
        let reports = try objects(try run("tag", "--csv", "all.csv", "--json").output)
        let outcomes = reports.map { "\($0["outcome"] ?? "") \($0["source"] ?? "") \($0["reason"] ?? "")" }
        #expect(outcomes.count > 100 && outcomes.allSatisfy { $0.hasPrefix("unchanged") }, "\(outcomes)")
        for (name, bytes) in before { #expect(folder.bytes(of: name) == bytes, "\(name)") }
    }

    @Test("A cell that is not UTF-8 rejects its file, and no other")
    func oneCellIsNotUTF8() throws {
        var table = Array("SourceFile,Title\nin/a.jpg,".utf8)
        table += [0xE9] + Array("\nin/deep/b.png,Other\n".utf8)
        try folder.write(table, to: "table.csv")
        let reports = try objects(try run("tag", "--csv", "table.csv", "--json").output)
        #expect(reports.map { $0["outcome"] as? String } == ["rejected", "edited"])
        #expect((reports[0]["reason"] as? String)?.contains("line 2: expected UTF-8 in Title") == true)
    }

    @Test("Of the files that are named, only those with a row are read")
    func onlyRowsAreRead() throws {
        try folder.write(
            String(decoding: (folder.bytes(of: "in/a.jpg") ?? []).prefix(200), as: UTF8.self), to: "in/cut.jpg")
        try folder.write("SourceFile,Title\nin/a.jpg,New\n", to: "table.csv")
        let tagged = try objects(try run("tag", "--csv", "table.csv", "--json", "in/a.jpg", "in/cut.jpg").output)
        #expect(tagged.map { $0["outcome"] as? String } == ["edited", "unchanged"])
        try folder.write("SourceFile,Title\nin/cut.jpg,New\n", to: "table.csv")
        #expect(try run("tag", "--csv", "table.csv", "in/cut.jpg").status == 1)
    }

    @Test(
        "A row whose position is not whole, or is none, is rejected with its reason",
        arguments: [
            ("GPSAltitude\nin/a.jpg,12", "GPSAltitude alone"), ("GPSLatitude\nin/a.jpg,48.1", "GPSLatitude alone"),
            ("GPSLatitude,GPSLongitude,GPSAltitude\nin/a.jpg,48.1,11.5,high", "metres"),
            ("GPSLatitude,GPSLongitude\nin/a.jpg,90.5,11.5", "-90...90"),
        ])
    func positionsOfRows(table: String, reason: String) throws {
        let before = folder.bytes(of: "in/a.jpg")
        try folder.write("SourceFile,\(table)\n", to: "table.csv")
        let tagged = try run("tag", "--csv", "table.csv")
        #expect(tagged.status == 1 && tagged.error.contains(reason), "\(tagged)")
        #expect(folder.bytes(of: "in/a.jpg") == before)
    }

    @Test("Tables of spreadsheets with semicolons and decimal commas, and misspelt columns")
    func spreadsheets() throws {
        try folder.write(
            "SourceFile;GPSLatitude;GPSLongitude;EXIF:Artis\r\nin/a.jpg;48,5;\"11,25\";x\r\n", to: "table.csv")
        let tagged = try run("tag", "--csv", "table.csv")
        #expect(tagged.status == 0 && tagged.error.contains("EXIF:Artis (did you mean \"EXIF:Artist\"?)"), "\(tagged)")
        #expect(try run("inspect", "--get", "GPSPosition", "in/a.jpg").output == "48.5, 11.25\n")
    }

    @Test("ImageWidth and ImageHeight are those of the picture")
    func pictureSize() throws {
        let size = try run("inspect", "--get", "PixelWidth,PixelHeight", "-r", "in").output
        let named = try run("inspect", "--get", "ImageWidth,ImageHeight", "-r", "in").output
        #expect(size.contains { $0.isNumber } && named == size)
    }

    @Test("A position replaces the altitude and the time of the one before")
    func aPositionIsWhole() throws {
        let tagged = try run("tag", "in/a.jpg", "--gps", "48°8'13.2\"N 11°34'30\"E")
        #expect(tagged.status == 0, "\(tagged)")
        let read = try run("inspect", "--get", "GPSLatitude,GPSLongitude,GPSAltitude,EXIF:GPSTimeStamp", "in/a.jpg")
            .output
        let values = read.split(separator: "\t", omittingEmptySubsequences: false)
        #expect(abs((Double(values[0]) ?? 0) - 48.137) < 1e-7 && abs((Double(values[1]) ?? 0) - 11.575) < 1e-7)
        #expect(values[2].isEmpty && values[3] == "\n", "\(read)")
    }

    @Test(
        "a value of a table goes to the first block that the format can have",
        arguments: [
            ("tiff/orientation-1.tif", "a.tif", "Rome"), ("heif/orientation-1.heic", "a.heic", ""),
        ])
    func tableBlocks(fixture: String, name: String, iptc: String) throws {
        try folder.place(fixture, as: name)
        try folder.write("SourceFile,City\n\(name),Rome\n", to: "city.csv")
        let tagged = try run("tag", "--csv", "city.csv")
        #expect(tagged.status == 0, "\(tagged.error)")
        #expect(try run("inspect", "--get", "IPTC:City", name).output == "\(iptc)\n")
        #expect(try run("inspect", "--get", "City", name).output == "Rome\n")
    }

    @Test(
        "a misspelt name is pointed at the nearest known one",
        arguments: [
            (["inspect", "--get", "Modle"], "Model"), (["inspect", "--get", "ShuterCount"], "ShutterCount"),
            (["inspect", "--get", "EXIF:Artis"], "EXIF:Artist"), (["inspect", "--get", "LensIDD"], "LensID"),
            (["tag", "--set", "XMP:dc:titel=x"], "XMP:dc:title"), (["tag", "--set", "EXIF:Artis=x"], "EXIF:Artist"),
            (["tag", "--set", "XMP:photoshp:City=x"], "XMP:photoshop:City"),
            (["tag", "--set", "IPTC:Citi=x"], "IPTC:City"), (["tag", "--remove", "IFD0:Modle"], "IFD0:Model"),
        ])
    func misspeltNames(arguments: [String], name: String) throws {
        let found = try Command.run(Command.built("upright").path(), arguments + ["in/a.jpg"], in: folder.url)
        #expect(found.status == 64 && found.error.contains("did you mean \"\(name)\"?"), "\(found)")
    }

    @Test("a misspelt property can be removed")
    func otherProperties() throws {
        #expect(try run("tag", "in/a.jpg", "--remove", "XMP:dc:titel").status == 0)
    }

    @Test("the pixels and the lens are asked for by exiftool's names")
    func composites() throws {
        let size = try run("inspect", "--get", "PixelWidth,PixelHeight", "in/a.jpg").output.split(separator: "\n")[0]
        let found = try run("inspect", "--get", "ImageSize,Megapixels,GPSPosition", "in/a.jpg").output
        let values = found.split(separator: "\n")[0].split(separator: "\t", omittingEmptySubsequences: false)
        #expect(values[0] == size.replacing("\t", with: "x"))
        #expect((Double(values[1]) ?? 0) > 0 && values[2].contains(", "), "\(found)")
        _ = try run("tag", "in/a.jpg", "--set", "EXIF:LensModel=A Lens")
        #expect(try run("inspect", "--get", "LensID", "in/a.jpg").output == "A Lens\n")
    }

    @Test("fractions without a value are refused", arguments: ["1/0", "0/0"])
    func noNumbers(text: String) throws {
        for name in ["EXIF:FNumber", "EXIF:ExposureBiasValue", "GPS:GPSDOP"] {
            let found = try run("tag", "in/a.jpg", "--set", "\(name)=\(text)")
            #expect(found.status == 64 && found.error.contains("found \(text)"), "\(found)")
        }
    }

    @Test("every form that a table has, another file takes: values of lists with commas, dates with their time")
    func tablesForOtherFiles() throws {
        let names =
            "Creator,Keywords,DateCreated,XMP:photoshop:DateCreated,XMP:xmp:CreateDate,IPTC:TimeCreated,GPSAltitude"
        _ = try run(
            "tag", "in/a.jpg", "--set", "XMP:dc:creator=Doe, Jane", "--set", "XMP:dc:creator=Roe", "--set",
            "IPTC:Keywords=a, b", "--set", "IPTC:Keywords=c", "--set", "IPTC:DateCreated=20240517", "--set",
            "IPTC:TimeCreated=180309+0200", "--set", "XMP:photoshop:DateCreated=2024-05-17T18:03:09.25+02:00", "--set",
            "XMP:xmp:CreateDate=2024-05-17T18:03:09.5-03:30", "--gps=48.1,-11.5,-12.25")
        let table = try run("inspect", "--csv", "--get", names + ",GPSLatitude,GPSLongitude", "in/a.jpg").output
        #expect(table.contains(#"[""Doe, Jane"",""Roe""]"#), "\(table)")
        try folder.place("samples/photo.jpg", as: "other.jpg")
        try folder.write(table.replacing("in/a.jpg", with: "other.jpg"), to: "table.csv")
        #expect(try run("tag", "--csv", "table.csv").status == 0)
        let other = try run("inspect", "--csv", "--get", names + ",GPSLatitude,GPSLongitude", "other.jpg").output
        #expect(other.replacing("other.jpg", with: "in/a.jpg") == table)
    }

    @Test func tablesOfExiftoolAreRead() throws {
        let written = try Command.run(
            "/usr/bin/env", ["exiftool", "-csv", "in/a.jpg", "in/deep/b.png"], in: folder.url)
        try folder.write(written.output, to: "table.csv")
        let again = try objects(try run("tag", "--csv", "table.csv", "--json").output)
        #expect(again.count == 2 && again.allSatisfy { $0["outcome"] as? String != "rejected" }, "\(again)")
        let digests = try run("inspect", "-r", "in", "--get", "Title,Subject").output
        #expect(digests.split(separator: "\n").allSatisfy { $0.hasSuffix("One, \"two\"\tx, y") })
    }

    @Test(arguments: [
        ("SourceFle,Title\na,b\n", "SourceFile"), ("SourceFile,Title\na.jpg,b\na.jpg,c\n", "line 3"),
        ("SourceFile,Title\na.jpg,\"b\n", "line 2"), ("SourceFile,Title,Title\na.jpg,b,c\n", "twice"),
        ("SourceFile,Title\na.jpg,b,c\n", "line 2"), ("", "empty"),
    ])
    func brokenTablesChangeNothing(table: String, reason: String) throws {
        try folder.write(table, to: "table.csv")
        let result = try run("tag", "--csv", "table.csv")
        #expect(result.status == 1 && result.error.contains(reason), "\(result)")
    }

    @Test func partsAreTakenOutByteForByte() throws {
        for (part, option) in [("thumbnail", "-ThumbnailImage"), ("xmp", "-XMP"), ("icc", "-ICC_Profile")] {
            let expected = try Command.run(
                "/usr/bin/env", ["exiftool", "-b", option, "-w", "%f.expected", "in/a.jpg"], in: folder.url)
            let wanted = folder.bytes(of: "a.expected") ?? folder.bytes(of: "in/a.expected")
            let made = try run("inspect", "--extract", part, "in/a.jpg", "--output", "\(part).bin")
            #expect(made.status == (wanted == nil ? 1 : 0), "\(part): \(made) \(expected)")
            #expect(folder.bytes(of: "\(part).bin") == wanted, "\(part)")
            try? FileManager.default.removeItem(at: folder["a.expected"])
            try? FileManager.default.removeItem(at: folder["in/a.expected"])
        }
        // An existing file stays; several files need a folder.
        #expect(try run("inspect", "--extract", "xmp", "in/a.jpg", "--output", "xmp.bin").status == 1)
        #expect(try run("inspect", "--extract", "xmp", "-r", "in", "--output", "xmp.bin").status == 64)
        try FileManager.default.createDirectory(at: folder["parts"], withIntermediateDirectories: false)
        #expect(try run("inspect", "--extract", "xmp", "-r", "in", "--output", "parts").status == 0)
        #expect(folder.bytes(of: "parts/a.jpg.xmp.xmp") == folder.bytes(of: "xmp.bin"))
        #expect(folder.bytes(of: "parts/b.png.xmp.xmp") != nil)
    }

    @Test func turnsAndMetadataKeepTheDigest() throws {
        for (source, name) in [
            ("samples/orientation-6.jpg", "6.jpg"), ("png/apng-orientation-6.png", "6.png"),
            ("samples/orientation-1.jpg", "1.jpg"), ("gif/animation-turned.gif", "6.gif"),
            ("webp/lossless-turned.webp", "6.webp"), ("tiff/orientation-6.tif", "6.tif"),
            ("heif/orientation-6.heic", "6.heic"),
        ] {
            #expect(Fixture.named(source) != nil, "\(source)")
            try folder.place(source, as: "twice/\(name)")
            let done = try run("reprocess", "twice/\(name)", "--output", "twice/out")
            #expect(done.status == 0, "\(done.error)")
            _ = try run("tag", "twice/out/\(name)", "--set", "XMP:dc:title=other")
        }
        let result = try run("duplicates", "--json", "twice")
        #expect(result.status == 0, "\(result.error)")
        let groups = try objects(result.output).compactMap { $0["files"] as? [String] }
        for suffix in ["jpg", "png", "gif", "webp", "tif", "heic"] {
            let pair = ["twice/6.\(suffix)", "twice/out/6.\(suffix)"]
            #expect(groups.contains { Set($0).isSuperset(of: pair) }, "\(suffix): \(groups)")
        }
        #expect(!groups.contains { $0.contains("twice/6.jpg") && $0.contains("twice/6.png") })
        let text = try run("duplicates", "twice/6.jpg", "twice/out/6.jpg", "in/a.jpg")
        #expect(text.output == "twice/6.jpg\ntwice/out/6.jpg\n")
    }
}
