import Testing
import UprightBase
import UprightRewriting
import UprightFormats

/// HEIC, HEIF and AVIF are turned by the properties `irot` and `imir`; no coded byte changes.
@Suite struct HEIFTurnTests {
    static func bytes(_ result: NormalizationResult) -> [UInt8] {
        guard case .bytes(let bytes) = result.output else {
            Issue.record("expected new bytes, found \(result.report.outcome): \(result.report.reason)")
            return []
        }
        return bytes
    }

    static func expectSource(_ source: [UInt8], _ policy: NormalizationOptions.HEIFPolicy = .agree) -> [String] {
        var options = NormalizationOptions()
        options.heif = policy
        let result = Normalizer(options: options).normalize(source)
        #expect(result.report.outcome == .unchanged, "\(result.report.reason)")
        if case .source = result.output {} else { Issue.record("expected the source") }
        return result.report.warnings
    }

    /// What Exif's orientations are in properties, as pillow-heif, libheif, ImageMagick, libvips and Chromium show them.
    static let expected: [(orientation: UInt8, properties: [String])] = [
        (2, ["imir 1!"]), (3, ["irot 2!"]), (4, ["imir 0!"]), (5, ["irot 1!", "imir 0!"]), (6, ["irot 3!"]),
        (7, ["irot 3!", "imir 0!"]), (8, ["irot 1!"]),
    ]

    @Test(arguments: expected) func anOrientationBecomesProperties(orientation: UInt8, properties: [String]) throws {
        let sample = HEIFSample(orientation: orientation)
        let result = Normalizer().normalize(sample.bytes)
        let output = Self.bytes(result)
        let reading = HEIFReading(output)
        #expect(reading.properties(1) == ["ispe", "hvcC!"] + properties)
        #expect(reading.data(1) == sample.items[0].data)
        // Exif keeps its orientation: both agree, and the second run finds nothing to do.
        #expect(reading.data(2) == sample.items[1].data)
        #expect(result.report.changes.allSatisfy { $0.subject.carrier == .heif })
        #expect(result.report.warnings.isEmpty)
        #expect(Self.expectSource(output).isEmpty)
        #expect(try ImageProperties(reading: output).size == Size(width: 640, height: 480))
    }

    @Test(arguments: expected) func miafLeavesTheOrientationToTheProperties(orientation: UInt8, properties: [String]) {
        var options = NormalizationOptions()
        options.heif = .miaf
        let output = Self.bytes(Normalizer(options: options).normalize(HEIFSample(orientation: orientation).bytes))
        let reading = HEIFReading(output)
        #expect(reading.properties(1) == ["ispe", "hvcC!"] + properties)
        #expect(reading.data(2)?.suffix(24) == HEIFSample.exif(1)[...].suffix(24))
        #expect(Self.expectSource(output, .miaf).isEmpty)
        // With `agree`, an orientation of 1 beside a rotation is a contradiction.
        #expect(Self.expectSource(output).count == 1)
    }

    @Test func aFileThatAgreesIsComplete() {
        // With `miaf`, only Exif changes.
        var sample = HEIFSample(orientation: 6, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        #expect(Self.expectSource(sample.bytes).isEmpty)
        var options = NormalizationOptions()
        options.heif = .miaf
        let output = Self.bytes(Normalizer(options: options).normalize(sample.bytes))
        #expect(output.count == sample.bytes.count)
        #expect(HEIFReading(output).properties(1) == ["ispe", "hvcC!", "irot 3!"])
    }

    @Test func offKeepsEverything() {
        #expect(Self.expectSource(HEIFSample(orientation: 6).bytes, .off).isEmpty)
    }

    @Test(arguments: [1, 3, 8] as [UInt8]) func aContradictionIsNamedAndKept(orientation: UInt8) {
        var sample = HEIFSample(orientation: orientation, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        let warnings = Self.expectSource(sample.bytes)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("exif.Orientation is \(orientation)") == true)
        #expect(warnings.first?.contains("irot 270°") == true)
        #expect(Self.expectSource(sample.bytes, .miaf).count == (orientation == 1 ? 0 : 1))
    }

    @Test func aRotationComesBehindTheCrop() {
        var sample = HEIFSample(orientation: 5, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.box("clap", [UInt8](repeating: 1, count: 32)))
        let output = Self.bytes(Normalizer().normalize(sample.bytes))
        #expect(HEIFReading(output).properties(1) == ["ispe", "hvcC!", "clap!", "irot 1!", "imir 0!"])
        // A crop in the turned picture is an order that no standard allows.
        sample.properties[2] = HEIFSample.irot(3)
        sample.properties.append(HEIFSample.box("clap", [UInt8](repeating: 1, count: 32)))
        sample.items[0].properties = [1, -2, -3, -4]
        #expect(Self.expectSource(sample.bytes).contains { $0.contains("order that is not understood") })
    }

    @Test func whatBelongsToThePictureFollows() {
        var sample = HEIFSample(orientation: 6)
        sample.properties += [
            HEIFSample.ispe(320, 240), HEIFSample.auxC("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"),
            HEIFSample.ispe(240, 320), HEIFSample.irot(1),
        ]
        sample.items += [
            HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [3, -2]),
            HEIFSample.Item(id: 4, type: "hvc1", data: [4, 4], properties: [1, -2, 4]),
            HEIFSample.Item(id: 5, type: "hvc1", data: [5, 5], properties: [5, -2]),
            HEIFSample.Item(id: 6, type: "hvc1", data: [6, 6], properties: [1, -2, 4, -6]),
            HEIFSample.Item(id: 7, type: "hvc1", data: [7, 7], properties: [1, -2]),
        ]
        sample.references += [("thmb", 3, [1]), ("auxl", 4, [1]), ("thmb", 5, [1]), ("auxl", 6, [1])]
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(reading.properties(1).last == "irot 3!")
        #expect(reading.properties(3) == ["ispe", "hvcC!", "irot 3!"])
        #expect(reading.properties(4) == ["ispe", "hvcC!", "auxC", "irot 3!"])
        // A thumbnail that is stored upright, one that did not follow before, and a picture of its own.
        #expect(reading.properties(5) == ["ispe", "hvcC!"])
        #expect(reading.properties(6) == ["ispe", "hvcC!", "auxC", "irot 1!"])
        #expect(reading.properties(7) == ["ispe", "hvcC!"])
        // One box for all that follow, and none without a user.
        #expect(reading.properties.filter { $0.type == "irot" }.map(\.payload) == [[1], [3]])
        for item in sample.items { #expect(reading.data(item.id) == item.data) }
    }

    /// libavif refuses a file in which alpha has the rotation of a cropped picture but not its crop.
    @Test func anAuxiliaryPictureWithoutTheCropDoesNotFollow() {
        var sample = HEIFSample(orientation: 6, properties: [1, -2, -3])
        sample.properties += [
            HEIFSample.box("clap", [UInt8](repeating: 1, count: 32)),
            HEIFSample.auxC("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"),
        ]
        sample.items += [
            HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2, 4]),
            HEIFSample.Item(id: 4, type: "hvc1", data: [4, 4], properties: [1, -2, 4, -3]),
        ]
        sample.references += [("auxl", 3, [1]), ("auxl", 4, [1])]
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(reading.properties(1) == ["ispe", "hvcC!", "clap!", "irot 3!"])
        #expect(reading.properties(3) == ["ispe", "hvcC!", "auxC"])
        #expect(reading.properties(4) == ["ispe", "hvcC!", "auxC", "clap!", "irot 3!"])
    }

    @Test func aThumbnailCanSpeakAgainstTheOrientation() {
        var sample = HEIFSample(orientation: 6)
        sample.properties += [HEIFSample.ispe(320, 240), HEIFSample.irot(1)]
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [3, -2, -4]))
        sample.references.append(("thmb", 3, [1]))
        #expect(Self.expectSource(sample.bytes).contains { $0.contains("its thumbnail, item 3, has irot 90°") })
        // The same shape as the upright picture speaks for a transposition, and against all others.
        sample.properties[2] = HEIFSample.ispe(240, 320)
        sample.items[2].properties = [3, -2]
        #expect(HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes))).properties(3) == ["ispe", "hvcC!"])
        sample.items[1].data = [0, 0, 0, 0] + HEIFSample.exif(3)
        #expect(Self.expectSource(sample.bytes).contains { $0.contains("stored transposed") })
    }

    @Test func gainMapsOfSamsungDoNotFollow() throws {
        var sample = HEIFSample(orientation: 6)
        sample.properties.append(HEIFSample.auxC("urn:com:photo:aux:hdrgainmap"))
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2, 3]))
        sample.references.append(("auxl", 3, [1]))
        #expect(HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes))).properties(3).last == "irot 3!")
        let make = MetadataEditor([try .set("EXIF:Make", to: ["samsung"])])
        let edited = try make.edited(sample.bytes).bytes
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(edited)))
        #expect(reading.properties(3) == ["ispe", "hvcC!", "auxC"])
        #expect(reading.properties(1).last == "irot 3!")
    }

    @Test func aGridIsTurnedAsAWhole() {
        var sample = HEIFSample(orientation: 8, type: "grid")
        sample.items[0].place = .itemData
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2]))
        sample.references.append(("dimg", 1, [3, 3, 3, 3]))
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(reading.properties(1) == ["ispe", "hvcC!", "irot 1!"])
        #expect(reading.properties(3) == ["ispe", "hvcC!"])
        #expect(reading.data(1) == sample.items[0].data)
    }

    @Test func anIdenticalDerivationHasTheTransformsOfItsSource() {
        var sample = HEIFSample(orientation: 6, type: "iden")
        sample.properties.append(HEIFSample.irot(3))
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2, -3]))
        sample.references.append(("dimg", 1, [3]))
        #expect(Self.expectSource(sample.bytes).isEmpty)
    }

    @Test func aMasterWhoseThumbnailIsThePrimaryItemFollows() {
        var sample = HEIFSample(orientation: 6)
        sample.properties.append(HEIFSample.ispe(2_560, 1_920))
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [3, -2]))
        sample.references.append(("thmb", 1, [3]))
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(reading.properties(1) == ["ispe", "hvcC!", "irot 3!"])
        #expect(reading.properties(3) == ["ispe", "hvcC!", "irot 3!"])
    }

    @Test func anAVIFWhoseOrientationBecameAPropertyIsNoContradiction() {
        var sample = HEIFSample(orientation: 1, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        sample.brands = ["avif", "mif1", "avif", "miaf"]
        #expect(Self.expectSource(sample.bytes).isEmpty)
        // Any other orientation is one.
        sample = HEIFSample(orientation: 8, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        sample.brands = ["avif", "mif1", "avif", "miaf"]
        #expect(Self.expectSource(sample.bytes).count == 1)
    }

    @Test(arguments: [("vide", "heic", true), ("pict", "heic", false), ("vide", "msf1", false)])
    func aVideoBehindThePictureDoesNotKeepItFromBeingTurned(handler: String, brand: String, isTurned: Bool) {
        var sample = HEIFSample(orientation: 6)
        sample.brands.append(brand)
        let media = HEIFSample.box("mdia", HEIFSample.full("hdlr", [0, 0, 0, 0] + Array(handler.utf8) + [0]))
        let video = HEIFSample.box("moov", HEIFSample.box("trak", media))
        sample.further = video
        guard isTurned else {
            #expect(Self.expectSource(sample.bytes).contains { $0.contains("sequence") })
            return
        }
        let source = sample.bytes
        let output = Self.bytes(Normalizer().normalize(source))
        #expect(HEIFReading(output).properties(1) == ["ispe", "hvcC!", "irot 3!"])
        // Nothing moves: the video's positions stay right.
        #expect(output[(source.count - video.count)...].starts(with: video))
    }

    @Test func whatCannotBeTurnedIsKeptAsItIs() {
        let movie = HEIFSample.box("moov", [])
        var samples: [(HEIFSample, String)] = []
        func add(_ reason: String, _ change: (inout HEIFSample) -> Void) {
            var sample = HEIFSample(orientation: 6)
            change(&sample)
            samples.append((sample, reason))
        }
        add("sequence") { $0.further = movie }
        add("no ispe") { $0.items[0].properties = [-2] }
        add("in another file") {
            let url = HEIFSample.full("url ", Array("other.heic\0".utf8))
            $0.furtherInMeta = HEIFSample.box("dinf", HEIFSample.full("dref", [0, 0, 0, 1] + url))
            $0.dataReference = 1
            $0.items[1].place = .itemData
        }
        add("not understood") {
            $0.items[0].type = "abcd"
            $0.references.append(("dimg", 1, [3]))
            $0.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3], properties: [1]))
        }
        add("sato item 3 is derived from the picture") {
            $0.references.append(("dimg", 3, [1, 4]))
            $0.items.append(HEIFSample.Item(id: 3, type: "sato", data: [3], properties: [1]))
            $0.items.append(HEIFSample.Item(id: 4, type: "hvc1", data: [4], properties: [1, -2]))
        }
        for (sample, reason) in samples {
            let warnings = Self.expectSource(sample.bytes)
            #expect(warnings.contains { $0.contains("orientation 6 is kept") && $0.contains(reason) }, "\(warnings)")
        }
    }

    /// Turns by hand replace properties, which are shared, or belong to others, too.
    @Test func aTurnByHandEditsTheProperties() throws {
        var sample = HEIFSample(orientation: 6, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        sample.items.append(HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2, -3]))
        sample.references.append(("thmb", 3, [1]))
        var options = NormalizationOptions()
        func turned(_ bytes: [UInt8], by orientation: Orientation) -> HEIFReading {
            options.furtherTurn = orientation
            return HEIFReading(Self.bytes(Normalizer(options: options).normalize(bytes)))
        }
        // Both users change: the property is edited in place, and Exif follows.
        let half = turned(sample.bytes, by: .right)
        #expect(half.bytes.count == sample.bytes.count)
        #expect(half.properties(1) == ["ispe", "hvcC!", "irot 2!"])
        #expect(half.properties(3) == half.properties(1))
        #expect(try ImageProperties(reading: half.bytes).orientation == .down)
        #expect(Self.expectSource(half.bytes).isEmpty)
        // Nothing is left to turn: the property goes.
        let upright = turned(half.bytes, by: .down)
        #expect(upright.properties(1) == ["ispe", "hvcC!"])
        #expect(upright.properties.allSatisfy { $0.type != "irot" })
        #expect(try ImageProperties(reading: upright.bytes).orientation == .up)
        // A picture of its own keeps the property that it shared.
        sample.references = [("cdsc", 2, [1])]
        let alone = turned(sample.bytes, by: .upMirrored)
        #expect(alone.properties(1).count == 4)
        #expect(alone.properties(3) == ["ispe", "hvcC!", "irot 3!"])
        for orientation in [Orientation.right, .left, .down, .leftMirrored] {
            let there = turned(sample.bytes, by: orientation)
            let back = turned(there.bytes, by: orientation.inverse)
            #expect(back.properties(1) == ["ispe", "hvcC!", "irot 3!"])
            #expect(back.properties(3) == ["ispe", "hvcC!", "irot 3!"])
            #expect(try ImageProperties(reading: back.bytes).orientation == .right)
            for item in sample.items where item.id != 2 { #expect(back.data(item.id) == item.data) }
        }
    }

    /// Who turns back what Exif asks for wants the picture as it is stored, and no program to turn it later.
    @Test(arguments: [NormalizationOptions.HEIFPolicy.agree, .miaf])
    func aTurnByHandThatUndoesAnOrientationSetsIt(policy: NormalizationOptions.HEIFPolicy) throws {
        var options = NormalizationOptions()
        (options.heif, options.furtherTurn) = (policy, .left)
        let output = Self.bytes(Normalizer(options: options).normalize(HEIFSample(orientation: 6).bytes))
        #expect(HEIFReading(output).properties(1) == ["ispe", "hvcC!"])
        #expect(try ImageProperties(reading: output).orientation == .up)
        #expect(Self.expectSource(output).isEmpty)
    }

    /// A sidecar describes the stored picture, as Exif does: a picture that its properties turn is not turned again.
    @Test(arguments: [[NormalizationOptions.OrientationSource.sidecar, .exif], [.exif, .sidecar]])
    func aSidecarCountsWhereTheContainerSaysNothing(sources: [NormalizationOptions.OrientationSource]) {
        var options = NormalizationOptions()
        (options.orientationFrom, options.sidecarOrientation) = (sources, .right)
        var sample = HEIFSample(orientation: nil)
        let turned = Self.bytes(Normalizer(options: options).normalize(sample.bytes))
        #expect(HEIFReading(turned).properties(1).last == "irot 3!")
        #expect(Normalizer(options: options).normalize(turned).report.outcome == .unchanged)
        sample = HEIFSample(orientation: 6, properties: [1, -2, -3])
        sample.properties.append(HEIFSample.irot(3))
        #expect(Normalizer(options: options).normalize(sample.bytes).report.outcome == .unchanged)
        options.sidecarOrientation = .down
        let contradicted = Normalizer(options: options).normalize(sample.bytes).report
        #expect(contradicted.outcome == .unchanged)
        #expect(
            contradicted.warnings.contains { $0.contains("the sidecar is 3") && $0.contains("both are kept") }
                == (sources.first == .sidecar), "\(contradicted.warnings)")
        options.heif = .off
        #expect(Normalizer(options: options).normalize(HEIFSample(orientation: nil).bytes).report.outcome == .unchanged)
    }

    /// A gain map beside a picture, as libavif writes it: the tone-mapped picture is derived from both, and libavif refuses a
    /// file in which it has a rotation itself, or in which its inputs differ.
    @Test func aToneMappedPictureIsTurnedByItsInputs() {
        var sample = HEIFSample(orientation: 6)
        sample.properties.append(HEIFSample.ispe(320, 240))
        sample.items += [
            HEIFSample.Item(id: 3, type: "tmap", data: [3, 3], properties: [1]),
            HEIFSample.Item(id: 4, type: "hvc1", data: [4, 4], properties: [3, -2]),
            HEIFSample.Item(id: 5, type: "hvc1", data: [5, 5], properties: [3, -2]),
        ]
        sample.references += [("dimg", 3, [1, 4]), ("thmb", 5, [3])]
        sample.furtherInMeta = HEIFSample.alternatives([3, 1])
        let first = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(first.properties(1) == ["ispe", "hvcC!", "irot 3!"])
        #expect(first.properties(4) == ["ispe", "hvcC!", "irot 3!"])
        #expect(first.properties(5) == ["ispe", "hvcC!", "irot 3!"])
        #expect(first.properties(3) == ["ispe"])
        // A second turn finds the same derivation.
        var options = NormalizationOptions()
        options.furtherTurn = .right
        let second = HEIFReading(Self.bytes(Normalizer(options: options).normalize(first.bytes)))
        #expect(second.properties(1).last == "irot 2!")
        #expect(second.properties(4).last == "irot 2!")
        #expect(second.properties(3) == ["ispe"])
        // A writer that repeats the properties gets them repeated.
        sample.properties.append(HEIFSample.irot(3))
        for place in [0, 2, 3] { sample.items[place].properties.append(-4) }
        let repeated = HEIFReading(Self.bytes(Normalizer(options: options).normalize(sample.bytes)))
        for item in [1, 3, 4] { #expect(repeated.properties(item).last == "irot 2!") }
    }

    /// The same file with the tone-mapped picture as the primary item: what is derived is turned once, not twice.
    @Test func aPrimaryToneMappedPictureIsTurnedByItsInputs() {
        var sample = HEIFSample(orientation: 6, type: "tmap", properties: [1])
        sample.items += [
            HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2]),
            HEIFSample.Item(id: 4, type: "hvc1", data: [4, 4], properties: [1, -2]),
        ]
        sample.references = [("cdsc", 2, [3]), ("dimg", 1, [3, 4])]
        sample.furtherInMeta = HEIFSample.alternatives([1, 3])
        let output = Self.bytes(Normalizer().normalize(sample.bytes))
        let reading = HEIFReading(output)
        #expect(reading.properties(1) == ["ispe"])
        #expect(reading.properties(3) == ["ispe", "hvcC!", "irot 3!"])
        #expect(reading.properties(4) == ["ispe", "hvcC!", "irot 3!"])
        #expect(Self.expectSource(output).isEmpty)
        // With a rotation of its own, it is not known which of them counts.
        sample.properties.append(HEIFSample.irot(3))
        sample.items[0].properties = [1, -3]
        var options = NormalizationOptions()
        options.furtherTurn = .right
        #expect(Normalizer(options: options).normalize(sample.bytes).report.outcome == .rejected)
    }

    /// Alternatives of a derived picture that it is derived from, and alternatives that are derived from the picture.
    @Test(arguments: ["grid", "iovl", "iden"]) func aDerivationIsTurnedOnce(type: String) {
        var sample = HEIFSample(orientation: 6, type: type)
        sample.items += [
            HEIFSample.Item(id: 3, type: "hvc1", data: [3, 3], properties: [1, -2]),
            HEIFSample.Item(id: 4, type: "grid", data: [4, 4], properties: [1]),
            HEIFSample.Item(id: 5, type: "hvc1", data: [5, 5], properties: [1, -2]),
        ]
        sample.references += [("dimg", 1, [3]), ("dimg", 4, [1])]
        sample.furtherInMeta = HEIFSample.alternatives([1, 3, 4, 5])
        let reading = HEIFReading(Self.bytes(Normalizer().normalize(sample.bytes)))
        #expect(reading.properties(1) == ["ispe", "hvcC!", "irot 3!"])
        #expect(reading.properties(3) == ["ispe", "hvcC!"])
        #expect(reading.properties(4) == ["ispe"])
        #expect(reading.properties(5) == ["ispe", "hvcC!", "irot 3!"])
    }

    @Test func anInvalidOrientationIsSetOnlyOnRequest() throws {
        let source = HEIFSample(orientation: 0).bytes
        _ = Self.expectSource(source)
        var options = NormalizationOptions()
        options.invalidOrientation = .set
        let output = Self.bytes(Normalizer(options: options).normalize(source))
        #expect(try ImageProperties(reading: output).orientation == .up)
        #expect(HEIFReading(output).properties(1) == ["ispe", "hvcC!"])
    }
}
